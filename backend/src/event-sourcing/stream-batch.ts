import type { StoredEvent } from '../stores/event-log/event-log.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { encode, type Schema } from './codec.js';
import { type Command, type DomainEvent, type Handled, Refused, withoutPersonal } from './decider.js';
import type { Sealer } from './sealer.js';
import type { AnyDecider, CachedStream } from './stream-fold.js';

/** bytes; EventStoreDB takes 1 MiB per append, its framing included */
const MAX_BYTES = 900_000;

export interface Waiting {
  command: Command;
  /** ms of the monotonic clock after which the caller gets 503 */
  until: number;
  resolve: (handled: Handled<unknown, DomainEvent>) => void;
  reject: (error: unknown) => void;
  isGone: boolean;
}

export interface Verdict {
  waiting: Waiting;
  events: DomainEvent[];
  refusal?: unknown;
  state: unknown;
  /** ms UTC */
  now: number;
}

export interface Sealing {
  sealer: Sealer;
  schema: Schema;
  newEventId: () => string;
}

interface Encoded {
  events: StoredEvent[];
  commands: number;
  failure?: { error: unknown };
}

/** Decides each command on the state after those before it; a command that fails fails alone. */
export function decideAll(
  decider: AnyDecider,
  { commands, state: before }: CachedStream,
  taken: readonly Waiting[],
  clock: () => number,
): Verdict[] {
  const verdicts: Verdict[] = [];
  const decided = new Map<string, string>();
  let state = before;
  for (const waiting of taken) {
    if (waiting.isGone) continue;
    const { commandId, requestHash } = waiting.command.metadata;
    const now = clock();
    const verdict: Verdict = { waiting, events: [], state, now };
    verdicts.push(verdict);
    const earlier = commands.get(commandId) ?? decided.get(commandId);
    if (earlier !== undefined) {
      if (earlier !== requestHash) verdict.refusal = otherRequest();
      continue;
    }
    try {
      const events = decider.decide(waiting.command, state, now);
      verdict.state = events.reduce((folded, event) => decider.evolve(folded, withoutPersonal(event)), state);
      verdict.events = events;
      state = verdict.state;
      if (events.length > 0) decided.set(commandId, requestHash);
    } catch (refusal) {
      verdict.refusal = refusal;
    }
  }
  return verdicts;
}

/** Encodes as many whole commands as fit into one append; a retry reuses these ids and bytes. */
export async function encodeBatch(
  stream: string,
  { revision, hash }: CachedStream,
  verdicts: readonly Verdict[],
  { sealer, schema, newEventId }: Sealing,
): Promise<Encoded> {
  const keys = await keysOf(verdicts, sealer);
  const events: StoredEvent[] = [];
  let [bytes, commands, previousHash] = [0, 0, hash];
  for (const { waiting, events: decided, now } of verdicts) {
    const own: StoredEvent[] = [];
    try {
      for (const event of decided) {
        const next = revision + 1 + events.length + own.length;
        const place = { stream, revision: next, previousHash, eventId: newEventId(), now };
        const key = keyIn(keys, event);
        const { stored, bytes: size } = encode(event, waiting.command.metadata, place, schema, key);
        previousHash = stored.metadata.hash;
        bytes += size;
        own.push(stored);
      }
    } catch (error) {
      return { events, commands, failure: { error } };
    }
    if (bytes > MAX_BYTES && events.length > 0) break;
    events.push(...own);
    commands += 1;
  }
  return { events, commands };
}

async function keysOf(verdicts: readonly Verdict[], sealer: Sealer): Promise<Map<string, Buffer | Error>> {
  const subjects = new Set<string>();
  for (const { events } of verdicts) {
    for (const { data, subject } of events) if ('personal' in data && subject) subjects.add(subject);
  }
  try {
    return await sealer.keysToSeal(subjects);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const each = [...subjects].map(async (subject): Promise<[string, Buffer | Error]> => {
      const own = await sealer.keysToSeal(new Set([subject])).catch((reason: Error) => reason);
      return [subject, own instanceof Map ? (own.get(subject) as Buffer) : own];
    });
    return new Map(await Promise.all(each));
  }
}

function keyIn(keys: ReadonlyMap<string, Buffer | Error>, { subject }: DomainEvent): Buffer | undefined {
  const key = subject === undefined ? undefined : keys.get(subject);
  if (key instanceof Error) throw key;
  return key;
}

export function makesEvents({ events }: Verdict): boolean {
  return events.length > 0;
}

export function fail(some: readonly Waiting[], error: unknown): void {
  for (const waiting of some) {
    waiting.isGone = true;
    waiting.reject(error);
  }
}

export function otherRequest(): Refused {
  return new Refused('idempotency-mismatch', 'unprocessable', 'This Idempotency-Key was used for another request.');
}
