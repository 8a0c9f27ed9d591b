import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto';
import { parse, validate } from 'uuid';
import { Refused } from './decider.js';

/** Namespace of command ids; fixed for ever, or a repeated request would be a new one. */
const COMMANDS = parse('6f2c1c52-0d5e-4b0a-9a53-3f7b8e1d4c90');
/** Deeper than any body of the API, far from what overflows the stack. */
const DEPTH_MAX = 32;

/** The UUIDv5 of some texts; the same texts in other parts give another id. `namespace` is a UUID or its bytes. */
export function uuidV5(namespace: string | Uint8Array, ...parts: string[]): string {
  return v5OfBytes(JSON.stringify(parts), namespace);
}

/** As uuid's own v5 makes it (RFC 9562, 5.5), by one call of hashing: each reservation makes two, and that took three times as long. */
function v5OfBytes(text: string, namespace: string | Uint8Array): string {
  const space = typeof namespace === 'string' ? parse(namespace) : namespace;
  const hex = hash('sha1', Buffer.concat([space, Buffer.from(text)]), 'hex');
  const variant = (Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/** `scope`: the account's id, or the body's HMAC for anonymous callers; `route`: method and route; `key`: the Idempotency-Key. */
export function commandIdFrom(scope: string, route: string, key: string): string {
  return uuidV5(COMMANDS, scope, route, key);
}

/** The order that a reservation of this product by this command makes: one key on two products never shares an order. */
export function orderIdFrom(commandId: string, productId: string): string {
  return v5OfBytes(productId, commandId);
}

/** SHA-256 in base64url. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** A JSON value as one text, whatever the order of its fields. @throws Refused `too-deep` */
export function canonicalJson(value: unknown): string {
  return canonical(value, 0);
}

/** @throws Refused `too-deep` */
export function assertShallow(value: unknown, depth = 0): void {
  if (depth > DEPTH_MAX) throw tooDeep();
  if (typeof value !== 'object' || value === null) return;
  for (const inside of Object.values(value)) assertShallow(inside, depth + 1);
}

function tooDeep(): Refused {
  return new Refused('too-deep', 'invalid', 'The request is nested too deeply.');
}

function canonical(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) throw tooDeep();
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let fields = '';
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name];
    if (field === undefined) continue;
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${canonical(field, depth + 1)}`;
  }
  return `{${fields}}`;
}

/** HMAC-SHA256 in base64url: tells requests apart to the log's readers, who have no secret to try out a password with. */
export function requestHash(secret: KeyObject, request: string): string {
  return createHmac('sha256', secret).update(request).digest('base64url');
}

export function randomId(): string {
  return randomUUID();
}

export function isUuid(value: unknown): value is string {
  return validate(value);
}
