import type { DoorRequest } from './door.js';

export type Instrument = { kind: 'token'; token: string } | { kind: 'card-number' } | { kind: 'unusable' };

/** A shared payment token and nothing else: a card number must not reach a checkout. */
export function tokenOf(handler: string, handlerId: unknown, credential: unknown): Instrument {
  const { token, ...rest } = record(credential);
  if ('number' in rest || (isText(token) && /^[\d ]{12,23}$/.test(token))) return { kind: 'card-number' };
  return handlerId === handler && isText(token) ? { kind: 'token', token } : { kind: 'unusable' };
}

export function keyOf({ headers }: DoorRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' && key.length <= 255 ? key : undefined;
}

/** undefined: no JSON object */
export function bodyOf({ method, body }: DoorRequest): Record<string, unknown> | undefined {
  if (method === 'GET' || body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 500;
}

export function isEmail(value: unknown): boolean {
  return isText(value) && value.includes('@');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
