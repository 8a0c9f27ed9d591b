import { currentData, openPersonal, type Schema } from '../event-sourcing/codec.js';
import type { DomainEvent } from '../event-sourcing/decider.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { StaleVault } from '../stores/vault/referenced-secret.js';

type PersonalOf<E extends DomainEvent> = 'personal' extends keyof E['data']
  ? E['data'] extends { personal?: infer P }
    ? Exclude<P, undefined>
    : never
  : never;

/** In the current schema version; personal data are opened on demand. */
export type Recorded<E extends DomainEvent> = E extends DomainEvent
  ? {
      type: E['type'];
      data: Omit<E['data'], 'personal'>;
      /** null once the subject is erased */
      personal: () => PersonalOf<E> | null;
      stream: string;
      id: string;
      category: string;
      eventId: string;
      revision: number;
      position: number;
      /** ms UTC */
      at: number;
      actor: { kind: string; id: string };
      correlationId: string;
      subject: string | undefined;
    }
  : never;

export type AnyRecorded = Recorded<DomainEvent>;

export function toRecorded(event: RecordedEvent, schema: Schema, key: Buffer | 'erased' | undefined): AnyRecorded {
  const cut = event.stream.indexOf('-');
  let opened: unknown;
  let isOpen = false;
  return {
    type: event.type,
    data: currentData(event, schema),
    personal: () => {
      if (!isOpen) opened = openPersonal(event, key);
      isOpen = true;
      return opened as never;
    },
    stream: event.stream,
    category: event.stream.slice(0, cut),
    id: event.stream.slice(cut + 1),
    eventId: event.id,
    revision: event.revision,
    position: event.position,
    at: event.metadata.recordedAt,
    actor: event.metadata.actor,
    correlationId: event.metadata.correlationId,
    subject: event.metadata.subject,
  };
}

type Key = Buffer | 'erased' | undefined;

/** What cannot be read throws only when it is read: an unknown schema version, or StaleVault for a missing key. */
export async function openEvents(
  events: readonly RecordedEvent[],
  sealer: Pick<Sealer, 'keysToOpen'>,
  schema: Schema,
): Promise<AnyRecorded[]> {
  const subjects = new Set<string>();
  for (const { data, metadata, isForeign } of events) {
    if (!isForeign && 'personal' in data && metadata.subject) subjects.add(metadata.subject);
  }
  const keys = await keysOf(subjects, sealer);
  return events.map((event) => {
    if (event.isForeign) return passedOver(event);
    const key = keys.get(event.metadata.subject ?? '');
    try {
      if (!(key instanceof StaleVault)) return toRecorded(event, schema, key);
      return Object.assign(toRecorded(event, schema, undefined), { personal: () => fail(key) });
    } catch (error) {
      return unreadable(event, error);
    }
  });
}

export function isReadable(event: AnyRecorded): boolean {
  return !unreadables.has(event);
}

const unreadables = new WeakSet<AnyRecorded>();

function passedOver({ metadata, ...event }: RecordedEvent): AnyRecorded {
  const bare = toRecorded({ ...event, data: {}, metadata: { ...metadata, schemaVersion: 1 } }, {}, undefined);
  const passed = { ...bare, category: '' };
  unreadables.add(passed);
  return passed;
}

function unreadable(event: RecordedEvent, error: unknown): AnyRecorded {
  const metadata = { ...event.metadata, schemaVersion: 1 };
  const bare = toRecorded({ ...event, data: {}, metadata }, {}, undefined);
  Object.defineProperty(bare, 'data', { get: () => fail(error) });
  unreadables.add(bare);
  return bare;
}

function fail(error: unknown): never {
  throw error;
}

async function keysOf(
  subjects: ReadonlySet<string>,
  sealer: Pick<Sealer, 'keysToOpen'>,
): Promise<Map<string, Key | StaleVault>> {
  const keys = await unlessMissing(sealer.keysToOpen(subjects));
  if (!(keys instanceof StaleVault)) return keys;
  const found = new Map<string, Key | StaleVault>();
  for (const subject of subjects) {
    const own = await unlessMissing(sealer.keysToOpen([subject]));
    found.set(subject, own instanceof StaleVault ? own : own.get(subject));
  }
  return found;
}

function unlessMissing<T>(answer: Promise<T>): Promise<T | StaleVault> {
  return answer.catch((error: unknown) => (error instanceof StaleVault ? error : fail(error)));
}
