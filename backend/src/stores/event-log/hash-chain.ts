import { hash as hashOf } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

/** The hash that stands before a stream's first event. */
export const GENESIS = '';

/**
 * Links an event to its predecessor: SHA-256(previous hash + JSON of [stream, revision, id, type, data with `personal` sealed,
 * metadata without hash]), base64url. Recomputed from the parsed event, so it survives any store that keeps JSON.
 */
export function chainHash(previous: string, stream: string, revision: number, event: StoredEvent): string {
  return hashOf('sha256', previous + hashedText(stream, revision, event), 'base64url');
}

export function hashedText(stream: string, revision: number, event: StoredEvent): string {
  const { hash: _, ...metadata } = event.metadata;
  return JSON.stringify([stream, revision, event.id, event.type, event.data, metadata]);
}
