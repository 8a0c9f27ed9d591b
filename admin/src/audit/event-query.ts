import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { EventQuery } from './events-api.js';

const NAMES = ['stream', 'streamKind', 'type', 'actorKind', 'actorId', 'correlation', 'from', 'until'] as const;

/** What the page's address asks for. */
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

const TRAVELLED: Readonly<Record<string, string>> = {
  order: 'orders',
  product: 'products',
  account: 'accounts',
  promo: 'promos',
};

/** Where the state of what an event is about is shown as of that event; undefined where there is none to show. */
export function momentPath(stream: string, revision: number): string | undefined {
  const cut = stream.indexOf('-');
  const kind = TRAVELLED[stream.slice(0, cut)];
  return kind && `/time-travel/${kind}/${encodeURIComponent(stream.slice(cut + 1))}?revision=${revision}`;
}
