import { hash as hashOf } from 'node:crypto';
import type { StoredEvent } from './event-log.js';

export const GENESIS = '';

/** SHA-256 (base64url) over the previous hash and the event with sealed `personal`, without its own hash. */
export function chainHash(previous: string, stream: string, revision: number, event: StoredEvent): string {
  return hashOf('sha256', previous + hashedText(stream, revision, event), 'base64url');
}

export function hashedText(stream: string, revision: number, event: StoredEvent): string {
  const { hash: _, ...metadata } = event.metadata;
  return JSON.stringify([stream, revision, event.id, event.type, event.data, metadata]);
}
