import type { EventMetadata, RecordedEvent, StoredEvent } from '../stores/event-log/event-log.js';
import { chain } from '../stores/event-log/hash-chain.js';
import { seal, unseal } from '../stores/vault/seal.js';
import type { CommandMetadata, DomainEvent } from './decider.js';

export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/** Upcasters from version 1 on, pure and total; the current version is their number + 1. */
export type Schema = Readonly<Record<string, readonly Upcaster[]>>;

const justSealed = new WeakMap<Record<string, unknown>, unknown>();

export interface Place {
  stream: string;
  revision: number;
  previousHash: string;
  eventId: string;
  now: number;
}

/** `key` seals `data.personal` and is required when there is any; `bytes` is the approximate JSON size. */
export function encode(
  event: DomainEvent,
  metadata: CommandMetadata,
  place: Place,
  schema: Schema,
  key?: Buffer,
): { stored: StoredEvent; bytes: number } {
  assertJson(event.data, event.type);
  const data = { ...event.data } as Record<string, unknown>;
  if ('personal' in data) {
    if (!key || !event.subject) throw new Error(`${event.type} holds personal data and names no subject`);
    const { personal } = data;
    data.personal = seal(key, `${place.stream}/${place.eventId}`, personal);
    justSealed.set(data, personal);
  }
  const envelope: EventMetadata = {
    schemaVersion: (schema[event.type]?.length ?? 0) + 1,
    commandId: metadata.commandId,
    requestHash: metadata.requestHash,
    correlationId: metadata.correlationId,
    ...(metadata.causationId ? { causationId: metadata.causationId } : {}),
    actor: { kind: metadata.actor.kind, id: metadata.actor.id },
    recordedAt: place.now,
    ...(event.subject ? { subject: event.subject } : {}),
    hash: '',
  };
  const stored: StoredEvent = { id: place.eventId, type: event.type, data, metadata: envelope };
  return { stored, bytes: chain(place.previousHash, place.stream, place.revision, stored) };
}

/** `personal` stays sealed. @throws Error when the event is newer than this program */
export function currentData(event: RecordedEvent, schema: Schema): Record<string, unknown> {
  const upcasters = schema[event.type] ?? [];
  const version = event.metadata.schemaVersion;
  if (version > upcasters.length + 1) {
    throw new Error(
      `${event.type} at position ${event.position} has schema version ${version}, newer than this program`,
    );
  }
  let data = event.data;
  for (const upcast of upcasters.slice(version - 1)) data = upcast(data);
  return data;
}

export function openPersonal(event: RecordedEvent, key: Buffer | 'erased' | undefined): unknown {
  const sealed = event.data.personal;
  if (typeof sealed !== 'string' || key === 'erased' || key === undefined) return null;
  const prepared = justSealed.get(event.data);
  if (prepared !== undefined) return prepared;
  return unseal(key, `${event.stream}/${event.id}`, sealed);
}

/** @throws Error for a value that JSON changes: its hash could never be verified */
export function assertJson(value: unknown, name: string): void {
  const [path, odd] = oddValue(value) ?? [];
  if (path !== undefined) throw new Error(`${name}${path} does not survive JSON: ${String(odd)}`);
}

function oddValue(value: unknown): [path: string, value: unknown] | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? undefined : ['', value];
  const isList = Array.isArray(value);
  if (!isList && (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)) return ['', value];
  for (const key of Object.keys(value)) {
    const odd = oddValue((value as Record<string, unknown>)[key]);
    if (odd) return [`${isList ? `[${key}]` : `.${key}`}${odd[0]}`, odd[1]];
  }
  return undefined;
}
