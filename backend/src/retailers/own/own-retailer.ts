import { type HttpCall, pooled, type Send } from '../../http/outgoing/http-calls.js';
import type { OnAnswer } from '../../jobs/partner-limit.js';
import { type Json, type JsonAnswer, JsonCalls, retailerUrl } from '../json-calls.js';
import {
  type Attempt,
  type ListingAnswer,
  type ListingQuestion,
  type Preparation,
  type PreparedAnswer,
  type Purchase,
  type Retailer,
  type SalesAnswer,
  type UnknownAnswer,
  unknown,
} from '../retailer.js';
import { type OwnLookUp, type OwnOutcome, readCart, readCheckouts, readOutcome, readProduct } from './own-answers.js';

interface Ok {
  kind: 'ok';
  body: Json;
}

/** statuses of a retailer without this route or method */
const LACKING: readonly number[] = [404, 405, 501];

/** A retailer that speaks docs/retailer-protocol.md. */
export class OwnRetailer implements Retailer {
  readonly means = 'card';
  private readonly base: string;
  private readonly authorization: string;
  private readonly calls: JsonCalls;

  /** @throws Error for an address without TLS, or a key that fits no header */
  constructor(options: { url: string; key: string; send?: Send | undefined; recordResult?: OnAnswer }) {
    const url = retailerUrl(options.url, options.key);
    this.base = url.pathname.replace(/\/+$/, '');
    this.authorization = `Bearer ${options.key}`;
    this.calls = new JsonCalls(options.send ?? pooled(url.origin), options.recordResult);
  }

  async listing({ productId, styles }: ListingQuestion, signal: AbortSignal): Promise<ListingAnswer> {
    const query = styles.map((style) => `style=${encodeURIComponent(style)}`).join('&');
    const path = `/products/${encodeURIComponent(productId)}${query && `?${query}`}`;
    const received = await this.ask('GET', path, signal);
    if (received.kind === 'answered' && received.status === 404 && received.body?.error === 'no-such-product') {
      return { kind: 'no-such-product' };
    }
    const answer = okOnly(received);
    return answer.kind === 'ok' ? readProduct(answer.body, productId) : answer;
  }

  async prepare({ reference, line }: Preparation, signal: AbortSignal): Promise<PreparedAnswer> {
    const { productId, size, style } = line;
    const path = `/carts/${encodeURIComponent(reference)}`;
    const answer = okOnly(await this.ask('PUT', path, signal, { productId, size, style }));
    return answer.kind === 'ok' ? readCart(answer.body, reference) : answer;
  }

  async buy({ reference, line, buyer, means }: Purchase, signal: AbortSignal): Promise<OwnOutcome> {
    if (means.kind !== 'card') throw new Error('this retailer takes the card itself');
    const { productId, size, style } = line;
    const { shipping, billing, email, phone } = buyer;
    const content = { productId, size, style, shipping, billing, email, phone, card: means.card };
    const outcome = decided(await this.outcome('PUT', checkoutPath(reference), reference, signal, content));
    if (outcome.kind !== 'succeeded') return outcome;
    const isAsRequested = outcome.productId === productId && outcome.size === size && outcome.style === style;
    return isAsRequested ? outcome : unknown('malformed');
  }

  /** `never-seen` is provisional: a submission may still be on its way. */
  lookUp({ reference }: Attempt, signal: AbortSignal): Promise<OwnLookUp> {
    return this.outcome('GET', checkoutPath(reference), reference, signal);
  }

  /** Its final outcome, or `refused: closed`. Nothing can be bought under the reference afterwards. */
  async close({ reference }: Attempt, signal: AbortSignal): Promise<OwnOutcome> {
    return decided(await this.outcome('POST', `${checkoutPath(reference)}/close`, reference, signal));
  }

  async sales(after: string | null, signal: AbortSignal): Promise<SalesAnswer> {
    const received = await this.ask(
      'GET',
      `/checkouts${after === null ? '' : `?after=${encodeURIComponent(after)}`}`,
      signal,
    );
    if (received.kind === 'answered' && LACKING.includes(received.status)) return { kind: 'lacking' };
    const answer = okOnly(received);
    return answer.kind === 'ok' ? readCheckouts(answer.body) : answer;
  }

  private async outcome(
    method: HttpCall['method'],
    path: string,
    reference: string,
    signal: AbortSignal,
    content?: Json,
  ): Promise<OwnLookUp> {
    const answer = okOnly(await this.ask(method, path, signal, content));
    return answer.kind === 'ok' ? readOutcome(answer.body, reference) : answer;
  }

  private ask(
    method: HttpCall['method'],
    path: string,
    signal: AbortSignal,
    content?: Json,
  ): Promise<JsonAnswer | UnknownAnswer> {
    const headers: Record<string, string> = { authorization: this.authorization, accept: 'application/json' };
    const call: HttpCall = { method, path: this.base + path, headers, signal };
    if (content !== undefined) {
      headers['content-type'] = 'application/json';
      call.body = JSON.stringify(content);
    }
    return this.calls.ask(call);
  }
}

function checkoutPath(reference: string): string {
  return `/checkouts/${encodeURIComponent(reference)}`;
}

/** After a submission or a close, "in progress" and "never seen" are not definite. */
function decided(answer: OwnLookUp): OwnOutcome {
  if (answer.kind === 'in-progress') return unknown('in-progress');
  return answer.kind === 'never-seen' ? unknown('malformed') : answer;
}

function okOnly(received: JsonAnswer | UnknownAnswer): Ok | UnknownAnswer {
  if (received.kind === 'unknown') return received;
  const { status, body, retryAfterMs } = received;
  if (status === 200) return body ? { kind: 'ok', body } : unknown('malformed');
  if (status === 401 || status === 403) return unknown('unauthorized');
  if (status === 409 && body?.error === 'reference-conflict') return unknown('reference-conflict');
  if (status === 429 || status === 503) return unknown('busy', retryAfterMs);
  return unknown(status >= 500 ? 'server-error' : 'rejected');
}
