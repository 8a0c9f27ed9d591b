import { hash } from 'node:crypto';
import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import type { HttpCall } from '../../http/outgoing/http-calls.js';
import { type JsonAnswer, JsonCalls, retailerUrl } from '../json-calls.js';
import {
  type Attempt,
  type CloseAnswer,
  type ListingAnswer,
  type ListingQuestion,
  type LookUpAnswer,
  type OutcomeAnswer,
  type Preparation,
  type PreparedAnswer,
  type Purchase,
  type RefusedAnswer,
  type Retailer,
  type SalesAnswer,
  type StockLine,
  type UnknownAnswer,
  type UnknownCause,
  unknown,
} from '../retailer.js';
import { foundAt, outcomeOf, preparedAs, type SessionAnswer } from './answers.js';
import { causeIn, other, refusalIn, saysSoldOut } from './refusals.js';
import type { Dialect, PreparationFor, Session, ShopOptions, ShopRequest } from './session.js';
import { shippingChoice } from './shipping-choice.js';

/** Never change it: a purchase that is repeated would get a new key. */
const KEYS = '0d9a0f6e-3c55-4f0e-8a41-5b7f2f6f9f3e';
/** ids in one question, which every catalogue accepts: https://ucp.dev/2026-04-08/specification/catalog/lookup (Batch Size) */
const LOOK_UP_AT_ONCE = 10;
/** destination, option, and one more where a selection changed the options */
const CHANGES_MAX = 3;
const SOLD_OUT: RefusedAnswer = { kind: 'refused', reason: 'sold-out', retryable: false };
/** answers after which the session itself must be read */
const NOT_ALLOWED: readonly UnknownCause[] = ['rejected', 'reference-conflict'];

/** A shop with checkout sessions, paid by a token. What it says of a session proves no "not bought". */
export class SessionRetailer implements Retailer {
  readonly means = 'token';
  private readonly calls: JsonCalls;
  private readonly origin: string;
  private readonly base: string;

  /** @throws Error for an address without TLS, or a key that fits no header */
  constructor(
    private readonly dialect: Dialect,
    private readonly options: ShopOptions,
  ) {
    const url = retailerUrl(options.baseUrl, options.key);
    this.origin = url.origin;
    this.base = url.pathname.replace(/\/+$/, '');
    this.calls = new JsonCalls(options.send, options.recordResult, (received) => this.isRefusal(received));
  }

  /** A shop tells only whether an item can be bought: its quantity is 1, or 0. */
  async listing({ productId, items = [] }: ListingQuestion, signal: AbortSignal): Promise<ListingAnswer> {
    const { lookup } = this.dialect;
    if (!lookup) return { kind: 'lacking' };
    if (items.length === 0) return this.product(productId, lookup, signal);
    let title = '';
    const stock: StockLine[] = [];
    for (let from = 0; from < items.length; from += LOOK_UP_AT_ONCE) {
      const some = items.slice(from, from + LOOK_UP_AT_ONCE);
      const received = await this.ask(lookup.request(some.map(({ itemId }) => itemId)), null, signal);
      if (received.kind === 'unknown') return received;
      const read = received.status === 200 && received.body ? lookup.read(received.body, some) : undefined;
      if (!read)
        return unknown(received.status === 200 ? 'malformed' : causeOf(received.status), received.retryAfterMs);
      title ||= read.title;
      stock.push(...read.stock);
    }
    return title === '' ? { kind: 'no-such-product' } : { kind: 'listed', productId, title, opensAt: null, stock };
  }

  /** Lists variants without stock, since nothing says which of them are our sizes and styles. */
  private async product(
    productId: string,
    lookup: NonNullable<Dialect['lookup']>,
    signal: AbortSignal,
  ): Promise<ListingAnswer> {
    const received = await this.ask(lookup.product(productId), null, signal);
    if (received.kind === 'unknown') return received;
    const { status, body, retryAfterMs } = received;
    if (status === 404 || status === 405) return { kind: 'no-such-product' };
    const read = status === 200 && body ? lookup.readProduct(body) : undefined;
    if (read === undefined) return unknown(status === 200 ? 'malformed' : causeOf(status), retryAfterMs);
    return read ? { kind: 'listed', productId, ...read, opensAt: null, stock: [] } : { kind: 'no-such-product' };
  }

  async prepare(preparation: Preparation, signal: AbortSignal): Promise<PreparedAnswer> {
    const { reference, line, buyer } = preparation;
    if (!buyer) throw new Error('a session is made for a buyer');
    if (line.itemId === undefined) return { kind: 'unavailable', ...other('item-missing') };
    const wanted = { ...preparation, buyer };
    const content = this.dialect.create(wanted, line.itemId);
    const request: ShopRequest = { method: 'POST', path: this.dialect.sessions, content };
    let answer = await this.answerOf(request, keyOf(reference, 'create'), signal);
    for (let change = 0; change < CHANGES_MAX; change += 1) {
      const next = answer.kind === 'session' ? this.changeOf(answer.session, wanted) : null;
      if (!next || answer.kind !== 'session') break;
      const operation = `change:${hash('sha256', JSON.stringify(next.content))}`;
      answer = await this.answerOf(next, keyOf(reference, operation, answer.session.id), signal);
    }
    return preparedAs(answer, line.itemId, this.options.seller);
  }

  async buy(purchase: Purchase, signal: AbortSignal): Promise<OutcomeAnswer> {
    const { reference, session, handler, means, line } = purchase;
    if (means.kind !== 'token') throw new Error('no card number leaves us for this shop');
    if (session === undefined || handler === undefined) throw new Error('a purchase completes what was prepared');
    const content = this.dialect.complete(purchase, handler);
    const request: ShopRequest = { method: 'POST', path: `${this.pathOf(session)}/complete`, content };
    const answer = await this.answerOf(request, keyOf(reference, 'complete', session), signal);
    return outcomeOf(answer, { retailer: this.options.baseUrl, session, itemId: line.itemId });
  }

  /** Without a session nothing can have been completed. */
  async lookUp({ session }: Attempt, signal: AbortSignal): Promise<LookUpAnswer> {
    if (session === undefined) return { kind: 'never-seen' };
    const received = await this.ask({ method: 'GET', path: this.pathOf(session) }, null, signal);
    if (received.kind === 'unknown') return received;
    return foundAt(this.read(received), { retailer: this.options.baseUrl, session }, this.codesOf(received));
  }

  /** Only asks: a session that says `canceled` may have become an order. */
  async close({ reference, session }: Attempt, signal: AbortSignal): Promise<CloseAnswer> {
    if (session === undefined) return { kind: 'ended' };
    const request: ShopRequest = { method: 'POST', path: `${this.pathOf(session)}/cancel`, content: {} };
    const answer = await this.answerOf(request, keyOf(reference, 'cancel', session), signal);
    if (answer.kind === 'unknown' && !NOT_ALLOWED.includes(answer.cause)) return answer;
    const isEnded = answer.kind === 'session' && answer.session.id === session && answer.session.state === 'ended';
    if (isEnded) return { kind: 'ended' };
    const found = await this.lookUp({ reference, session }, signal);
    if (found.kind === 'succeeded' || found.kind === 'ended' || found.kind === 'unknown') return found;
    return unknown(found.kind === 'in-progress' ? 'in-progress' : 'rejected');
  }

  async sales(): Promise<SalesAnswer> {
    return { kind: 'lacking' };
  }

  private changeOf(session: Session, preparation: PreparationFor): ShopRequest | null {
    if (session.state !== 'incomplete' && session.state !== 'ready') return null;
    const isChosen = this.has('option-chosen');
    const option = isChosen ? null : shippingChoice(session, this.options.shipping, preparation.limit);
    return this.dialect.change(session, option, preparation);
  }

  private pathOf(session: string): string {
    return `${this.dialect.sessions}/${encodeURIComponent(session)}`;
  }

  private async answerOf(request: ShopRequest, key: string, signal: AbortSignal): Promise<SessionAnswer> {
    const received = await this.ask(request, key, signal);
    return received.kind === 'unknown' ? received : this.read(received);
  }

  /** Refusals are read by their codes, under whatever status they come. */
  private read(received: JsonAnswer): SessionAnswer {
    const { status, body, headers, retryAfterMs } = received;
    const session = body && status < 300 ? this.dialect.read(body) : undefined;
    if (session) return { kind: 'session', session: this.named(session), headers };
    if (this.isSoldOutInWords(received)) return SOLD_OUT;
    const codes = this.codesOf(received);
    const cause = causeIn(codes);
    if (cause) return unknown(cause, retryAfterMs);
    const refusal = refusalIn(codes);
    if (refusal) return refusal;
    if (status === 410 && this.has('gone-is-sold-out')) return SOLD_OUT;
    if (status === (this.has('changed-is-422') ? 422 : this.dialect.conflict)) return unknown('reference-conflict');
    return unknown(status < 300 ? 'malformed' : causeOf(status), retryAfterMs);
  }

  private named(session: Session): Session {
    const { id, state, order } = session;
    return state === 'completed' && !order && this.has('order-unnamed') ? { ...session, order: { id } } : session;
  }

  private isSoldOutInWords({ status, body }: JsonAnswer): boolean {
    return status >= 400 && this.has('sold-out-in-words') && saysSoldOut(body);
  }

  private isRefusal(received: JsonAnswer): boolean {
    return this.isSoldOutInWords(received) || refusalIn(this.codesOf(received)) !== undefined;
  }

  private codesOf({ body }: JsonAnswer): string[] {
    return body ? this.dialect.codes(body) : [];
  }

  private has(quirk: Quirk): boolean {
    return this.options.quirks?.includes(quirk) ?? false;
  }

  private async ask(
    { method, path, content }: ShopRequest,
    key: string | null,
    signal: AbortSignal,
  ): Promise<JsonAnswer | UnknownAnswer> {
    const headers: Record<string, string> = { accept: 'application/json', ...this.dialect.headers };
    const call: HttpCall = { method, path: this.base + path, headers, signal };
    headers['request-id'] = key ?? uuidV5(KEYS, method, path);
    if (key !== null) headers['idempotency-key'] = key;
    if (content !== undefined) {
      headers['content-type'] = 'application/json';
      call.body = JSON.stringify(content);
    }
    const signature = await this.signatureOf(call);
    return signature
      ? this.calls.ask({ ...call, headers: { ...headers, ...signature } })
      : { ...unknown('aborted'), isUnsent: true };
  }

  /** null: the key cannot be had now, so nothing is sent. */
  private async signatureOf(call: HttpCall): Promise<Record<string, string> | null> {
    try {
      return (await this.options.sign?.({ ...call, url: this.origin + call.path })) ?? {};
    } catch {
      return null;
    }
  }
}

/** One key never serves two sessions, and a repeat has the same. */
function keyOf(reference: string, operation: string, session = ''): string {
  return uuidV5(KEYS, reference, operation, session);
}

function causeOf(status: number): UnknownCause {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'server-error' : 'rejected';
}
