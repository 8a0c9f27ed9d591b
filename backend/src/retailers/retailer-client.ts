import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { type HttpCall, pooled, type Send } from '../http/outgoing/http-calls.js';
import { type OnAnswer, troubleOf } from '../jobs/breakers.js';
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
  /** `{orderId}:{attempt}`, see `checkoutReference` */
  reference: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  email: string;
  phone: string;
  card: { name: string; type: CardBrand; number: string; code: string; month: number; year: number };
}

/** What came back over the wire; `body` is undefined when it was no JSON object, or too long. */
interface Heard {
  kind: 'heard';
  status: number;
  body: Json | undefined;
  retryAfterMs?: number;
}
/** a 200 with a JSON object: the only answer that can be definite */
interface Ok {
  kind: 'ok';
  body: Json;
}

/** what a retailer answers that does not know the route, or the method on it */
const LACKING: readonly number[] = [404, 405, 501];
const RETRY_AFTER_LIMIT_S = 3_600;

/** The name of one attempt at the retailer; it is repeated as it is until its outcome is definite. */
export function checkoutReference(orderId: string, attempt: number): string {
  return `${orderId}:${attempt}`;
}

/** Our side of docs/retailer-protocol.md. No call rejects; deadlines are the caller's signal. Nothing is logged. */
export class RetailerClient {
  private readonly base: string;
  private readonly authorization: string;
  private readonly send: Send;
  private readonly heard: OnAnswer;

  /** @throws on an address that would carry cards in clear, or a key that fits no header */
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

  /** Title, opening time and stock. `styles`: the ones of interest; the sandbox lists a style it never saw only when asked. */
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

  /** Asks whether the line can be bought now, before any personal data is sent. Holds nothing, decides nothing. */
  async cart(reference: string, line: CartLine, signal: AbortSignal): Promise<CartAnswer> {
    const { productId, size, style } = line;
    const path = `/carts/${encodeURIComponent(reference)}`;
    const answer = okOnly(await this.ask('PUT', path, signal, { productId, size, style }));
    return answer.kind === 'ok' ? readCart(answer.body, reference) : answer;
  }

  /** Buys one piece under the reference; said twice, it is answered with the same order. */
  async submit(submission: CheckoutSubmission, signal: AbortSignal): Promise<OutcomeAnswer> {
    const { reference, productId, size, style, shipping, billing, email, phone, card } = submission;
    const content = { productId, size, style, shipping, billing, email, phone, card };
    const outcome = decided(await this.outcome('PUT', checkoutPath(reference), reference, signal, content));
    if (outcome.kind !== 'succeeded') return outcome;
    const asAsked = outcome.productId === productId && outcome.size === size && outcome.style === style;
    return asAsked ? outcome : unknown('malformed');
  }

  /** What became of a reference. `never-seen` holds only for now: a submission may still be on its way. */
  lookup(reference: string, signal: AbortSignal): Promise<LookupAnswer> {
    return this.outcome('GET', checkoutPath(reference), reference, signal);
  }

  /** Ends a reference: its final outcome, or `refused: closed`. Nothing can be bought under it afterwards. */
  async close(reference: string, signal: AbortSignal): Promise<OutcomeAnswer> {
    return decided(await this.outcome('POST', `${checkoutPath(reference)}/close`, reference, signal));
  }

  /** A page of all outcomes; `lacking`: this retailer keeps no such list for us. */
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
      // Who gave it up themselves have heard nothing of the retailer.
      if (cause === 'connection' || signal.reason?.name === 'TimeoutError') this.heard(cause);
      return unknown(cause);
    }
  }
}

function checkoutPath(reference: string): string {
  return `/checkouts/${encodeURIComponent(reference)}`;
}

/** After a submission or a close, "in progress" and "never seen" say nothing definite. */
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
