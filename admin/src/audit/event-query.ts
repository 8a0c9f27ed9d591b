import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { EventQuery } from './events-api.js';
import { partsOf, RECORDS, type RecordKind } from './names.js';

const NAMES = ['stream', 'streamKind', 'type', 'actorKind', 'actorId', 'correlation', 'from', 'until'] as const;

export function queryOf(params: URLSearchParams): EventQuery {
  const query: EventQuery = {};
  for (const name of NAMES) {
    const value = parameterOf(params, name);
    if (value) query[name] = value;
  }
  return parameterOf(params, 'order') === 'log' ? { ...query, order: 'log' } : query;
}

export function paramsOf(query: EventQuery, isLive = false): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    const value = query[name]?.trim();
    if (value) params.set(name, value);
  }
  if (query.order) params.set('order', query.order);
  if (isLive) params.set('live', 'on');
  return params;
}

export const eventsPath = (query: EventQuery) => `/events?${paramsOf(query)}`;

/** Where the state of what an event is about is shown as of that event; undefined where there is none to show. */
export function momentPath(stream: string, revision: number): string | undefined {
  const { id, record } = partsOf(stream);
  return record && `/time-travel/${RECORDS[record]}/${encodeURIComponent(id)}?revision=${revision}`;
}

/** What the form of the event browser holds: of a stream that people know by name, its kind and the id of its record. */
export type EventForm = Partial<Record<keyof EventQuery | RecordKind, string | null>>;

export function formOf({ stream, order: _, ...query }: EventQuery): EventForm {
  if (stream === undefined) return query;
  const { kind, id, record } = partsOf(stream);
  return record ? { ...query, streamKind: kind, [record]: id } : { ...query, stream };
}

export function queryOfForm({ order, product, account, promo, ...form }: EventForm): EventQuery {
  const named: EventForm = { order, product, account, promo };
  const id = form.streamKind && form.streamKind in RECORDS ? named[form.streamKind as RecordKind] : null;
  const stream = id ? `${form.streamKind}-${id}` : form.stream;
  const wanted = stream ? { ...form, stream, streamKind: null } : form;
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value));
}
