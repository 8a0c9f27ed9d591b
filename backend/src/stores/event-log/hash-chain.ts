import { hash as hashOf } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

export const GENESIS = '';

/** SHA-256 (base64url) over the previous hash and the event with sealed `personal`, without its own hash. */
export function chainHash(previous: string, stream: string, revision: number, event: StoredEvent): string {
  return hashOf('sha256', previous + hashedText(stream, revision, event), 'base64url');
}

function hashedText(stream: string, revision: number, event: StoredEvent): string {
  const { hash: _, ...metadata } = event.metadata;
  return JSON.stringify([stream, revision, event.id, event.type, event.data, metadata]);
}

const texts = new WeakMap<StoredEvent, string>();

/** Sets the event's hash, the last of its metadata, and returns the bytes of its text, which is kept for the log. */
export function chain(previous: string, stream: string, revision: number, event: StoredEvent): number {
  const text = JSON.stringify([event.id, event.type, event.data, { ...event.metadata, hash: undefined }]);
  const hashed = `${previous}[${JSON.stringify(stream)},${revision},${text.slice(1)}`;
  event.metadata.hash = hashOf('sha256', hashed, 'base64url');
  texts.set(event, `${text.slice(0, -2)},"hash":"${event.metadata.hash}"}]`);
  return Buffer.byteLength(hashed);
}

/** JSON of `[id, type, data, metadata]` */
export function textOf(event: StoredEvent): string {
  return texts.get(event) ?? JSON.stringify([event.id, event.type, event.data, event.metadata]);
}
