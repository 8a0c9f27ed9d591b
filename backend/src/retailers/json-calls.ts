import { isHere } from '../config/production.js';
import type { HttpCall, Send } from '../http/outgoing/http-calls.js';
import { troubleOf } from '../jobs/breakers.js';
import type { OnAnswer } from '../jobs/partner-limit.js';
import { type UnknownAnswer, unknown } from './retailer.js';

export type Json = Record<string, unknown>;

/** `body`: undefined when it is no JSON object or too long. */
export interface JsonAnswer {
  kind: 'answered';
  status: number;
  body: Json | undefined;
  headers: Readonly<Record<string, string>>;
  retryAfterMs?: number;
}

const RETRY_AFTER_LIMIT = 3_600_000;

const NO_CONNECTION: readonly unknown[] = ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'];

export function isSecure({ protocol, origin }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isHere(origin));
}

/** Where a retailer is called, and with which key. @throws Error for an address without TLS, or a key that fits no header */
export function retailerUrl(address: string, key = 'none'): URL {
  const url = new URL(address);
  if (!isSecure(url)) {
    throw new Error('a retailer must be reached over https (plain http only on loopback)');
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error("a retailer's key must be visible ASCII without blanks");
  return url;
}

/** Calls to one retailer. Never rejects; reports each result once. */
export class JsonCalls {
  constructor(
    private readonly send: Send,
    private readonly recordResult: OnAnswer = () => undefined,
    /** an answer that is no trouble, whatever its status */
    private readonly isRefusal: (received: JsonAnswer) => boolean = () => false,
  ) {}

  async ask(call: HttpCall): Promise<JsonAnswer | UnknownAnswer> {
    try {
      const { status, retryAfter, text, headers = {} } = await this.send(call);
      const retryAfterMs = pauseOf(retryAfter, headers.date);
      const received: JsonAnswer = { kind: 'answered', status, body: jsonIn(text), headers, retryAfterMs };
      this.recordResult(this.isRefusal(received) ? null : troubleOf(status), retryAfterMs);
      return received;
    } catch (error) {
      const { signal } = call;
      const cause = signal.aborted ? 'aborted' : 'connection';
      // A call that its caller aborted says nothing about the retailer.
      if (cause === 'connection' || signal.reason?.name === 'TimeoutError') this.recordResult(cause);
      return { ...unknown(cause), ...(isUnsent(error) ? { isUnsent: true } : {}) };
    }
  }
}

function isUnsent(error: unknown): boolean {
  return NO_CONNECTION.includes((error as { code?: unknown } | null)?.code);
}

/** undefined: no JSON object */
export function jsonIn(text: string | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function pauseOf(retryAfter = '', answeredAt = ''): number | undefined {
  const isDelay = /^\d{1,9}$/.test(retryAfter);
  const pause = isDelay ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.parse(answeredAt);
  return pause >= 0 ? Math.min(pause, RETRY_AFTER_LIMIT) : undefined;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}
