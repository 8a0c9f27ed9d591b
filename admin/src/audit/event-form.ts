import type { EventQuery } from './events-api.js';
import { partsOf, RECORDS, type RecordKind } from './names.js';

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
