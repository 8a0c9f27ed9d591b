import type { Travelled } from '@supreme-access/contract/event-names.js';
import type {
  EventAxis,
  EventPage,
  FoundEvents,
  LoggedEvent,
  Moment,
  SlotHistory,
} from '@supreme-access/contract/shapes/audit.js';
import { http } from '../http.js';
import { openStream } from '../streams.js';

const API = '/api/admin';

async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await http(`${API}/${path}`, { signal })).json;
}

/** Times are in ISO 8601. */
export interface EventQuery {
  stream?: string;
  /** A kind of stream such as `order`, used without `stream`. */
  streamKind?: string;
  type?: string;
  actorKind?: string;
  actorId?: string;
  correlation?: string;
  from?: string;
  until?: string;
  order?: 'log';
}
export interface LiveBatch {
  events: LoggedEvent[];
  left: number;
}

const queryString = (query: object) => {
  const named = Object.entries(query).filter(([, value]) => typeof value === 'string' && value !== '');
  return new URLSearchParams(named as [string, string][]).toString();
};

export const eventsApi = {
  search: (query: EventQuery, cursor: string | null, signal?: AbortSignal) =>
    get<FoundEvents>(`events/search?${queryString({ ...query, cursor })}`, signal),
  axis: ({ order: _, ...query }: EventQuery, signal?: AbortSignal) =>
    get<EventAxis>(`events/axis?${queryString(query)}`, signal),
  one: (id: string, signal?: AbortSignal) => get<EventPage>(`events/${encodeURIComponent(id)}`, signal),
  /** Resolves when the stream has ended. */
  follow: (
    { from: _, until: __, order: ___, ...query }: EventQuery,
    signal: AbortSignal,
    onBatch: (batch: LiveBatch) => void,
  ) =>
    openStream(`${API}/events/live?${queryString(query)}`, signal, (event, data) => {
      if (event === 'events') onBatch(data as LiveBatch);
    }),
  moment: (kind: Travelled, id: string, when: { revision?: string; at?: string }, signal?: AbortSignal) =>
    get<Moment>(`time-travel/${kind}/${encodeURIComponent(id)}?${queryString(when)}`, signal),
  slots: (productId: string, signal?: AbortSignal) =>
    get<SlotHistory>(`time-travel/products/${encodeURIComponent(productId)}/slots`, signal),
};
