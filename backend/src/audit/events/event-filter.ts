import { EVENT_SUMMARIES } from '@supreme-access/contract/event-names.js';
import { Refused } from '../../event-sourcing/decider.js';
import { Choice, Text } from '../../http/fields.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import type { NamedStreams } from '../named-streams.js';

export class EventFilterQuery {
  @Text({
    optional: true,
    max: 200,
    description:
      'events of one stream, e.g. `order-...`, or of all streams about who or what is called so: a title, a name, an email address, a code, an id',
  })
  stream?: string;
  @Text({
    optional: true,
    max: 20,
    description: 'what streams are about, e.g. `order` for all orders; used without `stream`',
  })
  streamKind?: string;
  @Text({
    optional: true,
    max: 100,
    description: 'events of one type, e.g. `FeeCharged`, `fee charged` or `The service fee was charged.`',
  })
  type?: string;
  @Text({ optional: true, max: 20, description: 'shopper, guest, admin, auditor, worker or system' })
  actorKind?: string;
  @Text({
    optional: true,
    max: 100,
    description: "an account's id, its owner's name or email address, or the name of a worker",
  })
  actorId?: string;
  @Text({ optional: true, max: 100, description: 'id of a request or try, of a command, or of an event' })
  correlation?: string;
}

export class EventSearchQuery extends EventFilterQuery {
  @Text({ optional: true, max: 30, description: 'ISO 8601; earlier events are left out' })
  from?: string;
  @Text({ optional: true, max: 30, description: 'ISO 8601; later events are left out' })
  until?: string;
  @Choice(['newest', 'log'], { optional: true, description: 'newest first (so unless told), or as the log has them' })
  order?: 'newest' | 'log';
  @Text({ optional: true, max: 15, description: '`next` of the page before' })
  cursor?: string;
  @Text({ optional: true, max: 3, description: 'events, 1 to 200; 50 unless told' })
  limit?: string;
}

export interface EventFilter {
  streams?: readonly string[] | undefined;
  streamKind?: string | undefined;
  type?: string | undefined;
  actorKind?: string | undefined;
  actorIds?: readonly string[] | undefined;
  correlation?: string | undefined;
  /** ms UTC, both inclusive */
  from?: number | undefined;
  until?: number | undefined;
}

export interface EventSearch {
  filter: EventFilter;
  isBack: boolean;
  cursor: number | undefined;
  limit: number;
}

const [STANDARD, MOST] = [50, 200];
const KINDS = ['shopper', 'guest', 'admin', 'auditor', 'worker', 'system'];
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

type Names = Pick<NamedStreams, 'streams' | 'accounts'>;

/** @throws Refused 'event-query-invalid' */
export async function readFilter(query: EventFilterQuery, names: Names): Promise<EventFilter> {
  const { stream, streamKind, type, actorKind, actorId, correlation } = query;
  if (streamKind && !/^[a-z]+$/.test(streamKind)) throw invalid('streamKind');
  if (type && !TYPES.has(bare(type)) && !/^[\w ]+$/.test(type)) throw invalid('type');
  if (actorKind && !KINDS.includes(actorKind)) throw invalid('actorKind');
  return {
    streams: stream ? await names.streams(stream) : undefined,
    streamKind: streamKind || undefined,
    type: type ? typeOf(type) : undefined,
    actorKind: actorKind || undefined,
    actorIds: actorId ? [...new Set([actorId, ...(await names.accounts(actorId))])] : undefined,
    correlation: correlation || undefined,
  };
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const TYPES = new Map(
  Object.entries(EVENT_SUMMARIES).flatMap(([type, says]) => [type, says].map((one) => [bare(one), type])),
);

export function typeOf(text: string): string {
  return TYPES.get(bare(text)) ?? text;
}

/** @throws Refused 'event-query-invalid' */
export async function readSearch(query: EventSearchQuery, names: Names): Promise<EventSearch> {
  const [from, until] = [instantOf(query.from, 'from'), instantOf(query.until, 'until')];
  if (from !== undefined && until !== undefined && from > until) throw invalid('until');
  const limit = countOf(query.limit, 'limit') ?? STANDARD;
  if (limit < 1 || limit > MOST) throw invalid('limit');
  const cursor = countOf(query.cursor, 'cursor');
  const filter = { ...(await readFilter(query, names)), from, until };
  return { filter, isBack: query.order !== 'log', cursor, limit };
}

function countOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(name);
  return Number(text);
}

function instantOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = readInstant(text);
  if (at === undefined) throw invalid(name);
  return at;
}

/** Returns ms UTC; the text must include its zone. */
export function readInstant(text: string): number | undefined {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

export function invalid(name: string): Refused {
  return new Refused(
    'event-query-invalid',
    'invalid',
    `"${name}" is not valid. The API documentation says what is allowed.`,
  );
}

export function matches(event: RecordedEvent, filter: EventFilter): boolean {
  const { actor, recordedAt } = event.metadata;
  return (
    isOneOf(filter.streams, event.stream) &&
    (filter.streamKind === undefined || event.stream.startsWith(`${filter.streamKind}-`)) &&
    is(filter.type, event.type) &&
    is(filter.actorKind, actor.kind) &&
    isOneOf(filter.actorIds, actor.id) &&
    (filter.correlation === undefined || idsOf(event).includes(filter.correlation)) &&
    recordedAt >= (filter.from ?? 0) &&
    recordedAt <= (filter.until ?? Number.POSITIVE_INFINITY)
  );
}

const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value;
const isOneOf = (wanted: readonly string[] | undefined, value: string) =>
  wanted === undefined || wanted.includes(value);

function idsOf({ id, metadata }: RecordedEvent): (string | undefined)[] {
  return [id, metadata.correlationId, metadata.commandId, metadata.causationId];
}

export function mentionsOf({ streams, type, actorKind, actorIds, correlation }: EventFilter): string[] {
  return [commonTo(streams), type, actorKind, only(actorIds), correlation].filter((text) => text !== undefined);
}

/** The stream whose name all others contain, such as an order's beside its mails. */
function commonTo(streams: readonly string[] | undefined): string | undefined {
  return streams?.find((one) => streams.every((other) => other.includes(one)));
}

export function only<T>(all: readonly T[] | undefined): T | undefined {
  return all?.length === 1 ? all[0] : undefined;
}
