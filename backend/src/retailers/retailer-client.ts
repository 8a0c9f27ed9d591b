import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { type HttpCall, pooled, type Send } from '../http/outgoing/http-calls.js';
import { troubleOf } from '../jobs/breakers.js';
import type { OnAnswer } from '../jobs/partner-limit.js';
import {
  type AvailabilityAnswer,
  type CartAnswer,
  type CartLine,
  type CheckoutsAnswer,
  isObject,
  type Json,
  type LookupAnswer,
  type OutcomeAnswer,
  readCart,
  readCheckouts,
  readOutcome,
  readProduct,
  type UnknownAnswer,
  unknown,
} from './retailer-answers.js';

export interface CheckoutSubmission extends CartLine {
  reference: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
  card: { name: string; type: CardBrand; number: string; code: string; month: number; year: number };
}

/** `body`: undefined when it is no JSON object or too long. */
interface Heard {
  kind: 'heard';
  status: number;
  body: Json | undefined;
  retryAfterMs?: number;
}
interface Ok {
  kind: 'ok';
  body: Json;
}

/** statuses of a retailer without this route or method */
const LACKING: readonly number[] = [404, 405, 501];
const RETRY_AFTER_LIMIT_S = 3_600;

/** Names one attempt; it is repeated unchanged until its outcome is definite. */
export function checkoutReference(orderId: string, attempt: number): string {
  return `${orderId}:${attempt}`;
}

/** Client for docs/retailer-protocol.md. Calls never reject; the caller's signal sets the deadline. It logs nothing. */
export class RetailerClient {
  private readonly base: string;
  private readonly authorization: string;
  private readonly send: Send;
  private readonly heard: OnAnswer;

  /** @throws Error for an address without TLS, or a key that fits no header */
  constructor(options: { url: string; key: string; send?: Send | undefined; heard?: OnAnswer }) {
    const url = new URL(options.url);
    const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
      throw new Error('the retailer must be reached over https (plain http only on loopback)');
    }
    if (!/^[\x21-\x7e]+$/.test(options.key)) throw new Error("the retailer's key must be visible ASCII without blanks");
    this.base = url.pathname.replace(/\/+$/, '');
    this.authorization = `Bearer ${options.key}`;
    this.send = options.send ?? pooled(url.origin);
    this.heard = options.heard ?? (() => undefined);
  }

  /** `styles`: the sandbox lists a style that it never saw only when it is requested. */
  async availability(
    productId: string,
    signal: AbortSignal,
    styles: readonly string[] = [],
  ): Promise<AvailabilityAnswer> {
    const query = styles.map((style) => `style=${encodeURIComponent(style)}`).join('&');
    const path = `/products/${encodeURIComponent(productId)}${query && `?${query}`}`;
    const heard = await this.ask('GET', path, signal);
    if (heard.kind === 'heard' && heard.status === 404 && heard.body?.error === 'no-such-product') {
      return { kind: 'no-such-product' };
    }
    const answer = okOnly(heard);
    return answer.kind === 'ok' ? readProduct(answer.body, productId) : answer;
  }

  /** Checks the line before personal data is sent. It holds and decides nothing. */
  async cart(reference: string, line: CartLine, signal: AbortSignal): Promise<CartAnswer> {
    const { productId, size, style } = line;
    const path = `/carts/${encodeURIComponent(reference)}`;
    const answer = okOnly(await this.ask('PUT', path, signal, { productId, size, style }));
    return answer.kind === 'ok' ? readCart(answer.body, reference) : answer;
  }

  /** Buys one item. A repeat of the reference returns the same order. */
  async submit(submission: CheckoutSubmission, signal: AbortSignal): Promise<OutcomeAnswer> {
    const { reference, productId, size, style, shipping, billing, email, phone, card } = submission;
    const content = { productId, size, style, shipping, billing, email, phone, card };
    const outcome = decided(await this.outcome('PUT', checkoutPath(reference), reference, signal, content));
    if (outcome.kind !== 'succeeded') return outcome;
    const asAsked = outcome.productId === productId && outcome.size === size && outcome.style === style;
    return asAsked ? outcome : unknown('malformed');
  }

  /** `never-seen` is provisional: a submission may still be on its way. */
  lookup(reference: string, signal: AbortSignal): Promise<LookupAnswer> {
    return this.outcome('GET', checkoutPath(reference), reference, signal);
  }

  /** Ends the reference: its final outcome, or `refused: closed`. Nothing can be bought under it afterwards. */
  async close(reference: string, signal: AbortSignal): Promise<OutcomeAnswer> {
    return decided(await this.outcome('POST', `${checkoutPath(reference)}/close`, reference, signal));
  }

  /** One page of outcomes; `lacking`: the retailer keeps no such list. */
  async checkouts(after: string | null, signal: AbortSignal): Promise<CheckoutsAnswer> {
    const heard = await this.ask(
      'GET',
      `/checkouts${after === null ? '' : `?after=${encodeURIComponent(after)}`}`,
      signal,
    );
    if (heard.kind === 'heard' && LACKING.includes(heard.status)) return { kind: 'lacking' };
    const answer = okOnly(heard);
    return answer.kind === 'ok' ? readCheckouts(answer.body) : answer;
  }

  private async outcome(
    method: HttpCall['method'],
    path: string,
    reference: string,
    signal: AbortSignal,
    content?: Json,
  ): Promise<LookupAnswer> {
    const answer = okOnly(await this.ask(method, path, signal, content));
    return answer.kind === 'ok' ? readOutcome(answer.body, reference) : answer;
  }

  private async ask(
    method: HttpCall['method'],
    path: string,
    signal: AbortSignal,
    content?: Json,
  ): Promise<Heard | UnknownAnswer> {
    const headers: Record<string, string> = { authorization: this.authorization, accept: 'application/json' };
    const call: HttpCall = { method, path: this.base + path, headers, signal };
    if (content !== undefined) {
      headers['content-type'] = 'application/json';
      call.body = JSON.stringify(content);
    }
    try {
      const { status, retryAfter, text } = await this.send(call);
      const retryAfterMs = pauseOf(retryAfter);
      this.heard(troubleOf(status), retryAfterMs);
      return { kind: 'heard', status, body: parse(text), retryAfterMs };
    } catch {
      const cause = signal.aborted ? 'aborted' : 'connection';
      // A call that its caller aborted says nothing about the retailer.
      if (cause === 'connection' || signal.reason?.name === 'TimeoutError') this.heard(cause);
      return unknown(cause);
    }
  }
}

function checkoutPath(reference: string): string {
  return `/checkouts/${encodeURIComponent(reference)}`;
}

/** After a submission or a close, "in progress" and "never seen" are not definite. */
function decided(answer: LookupAnswer): OutcomeAnswer {
  if (answer.kind === 'in-progress') return unknown('in-progress');
  return answer.kind === 'never-seen' ? unknown('malformed') : answer;
}

function okOnly(heard: Heard | UnknownAnswer): Ok | UnknownAnswer {
  if (heard.kind === 'unknown') return heard;
  const { status, body, retryAfterMs } = heard;
  if (status === 200) return body ? { kind: 'ok', body } : unknown('malformed');
  if (status === 401 || status === 403) return unknown('unauthorized');
  if (status === 409 && body?.error === 'reference-conflict') return unknown('reference-conflict');
  if (status === 429 || status === 503) return unknown('busy', retryAfterMs);
  return unknown(status >= 500 ? 'server-error' : 'rejected');
}

function parse(text: string | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function pauseOf(retryAfter = ''): number | undefined {
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), RETRY_AFTER_LIMIT_S) * 1000 : undefined;
}
