import type { DomainEvent } from '../decider.js';
import { currentData, openPersonal, type Schema } from '../log/codec.js';
import type { RecordedEvent } from '../log/event-log.js';
import type { Sealer } from '../vault/sealer.js';

type PersonalOf<E extends DomainEvent> = 'personal' extends keyof E['data']
  ? E['data'] extends { personal?: infer P }
    ? Exclude<P, undefined>
    : never
  : never;

/** An event as projections and workers see it: current schema version, personal data opened on demand. */
export type Recorded<E extends DomainEvent> = E extends DomainEvent
  ? {
      type: E['type'];
      data: Omit<E['data'], 'personal'>;
      /** null once the subject is erased */
      personal: () => PersonalOf<E> | null;
      stream: string;
      /** id of the aggregate: the stream's name without its category */
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

/** Opens an event for reading; `key` is that of its subject. */
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

/** Opens a batch for reading. @throws SubjectKeyMissing when the vault lacks the key of someone it names */
export async function openEvents(
  events: readonly RecordedEvent[],
  sealer: Pick<Sealer, 'keysToOpen'>,
  schema: Schema,
): Promise<AnyRecorded[]> {
  const subjects = new Set<string>();
  for (const { data, metadata } of events) if ('personal' in data && metadata.subject) subjects.add(metadata.subject);
  const keys = await sealer.keysToOpen(subjects);
  return events.map((event) => toRecorded(event, schema, keys.get(event.metadata.subject ?? '')));
}
