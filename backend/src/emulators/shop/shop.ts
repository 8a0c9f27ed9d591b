import { createHash } from 'node:crypto';
import { DEFAULT_STYLES, SIZES, type Size } from '@supreme-access/contract/limits.js';
import type { OwnLine } from '../../retailers/own/own-answers.js';
import type { Money, RefusalReason, StockLine } from '../../retailers/retailer.js';
import type { KeyedAnswer } from './answers.js';
import { type Hold, type HoldEnded, type Session, type SessionDoor, totalsOf } from './session.js';

export const DEFAULT_PRICE: Money = { amount: 16_800, currency: 'usd' };

/** An entry of the ledger. Of a person it holds only the country and the card's last four digits. */
export interface ProductSet {
  kind: 'product';
  /** ms UTC */
  at: number;
  productId: string;
  title: string;
  /** ms UTC; null: open */
  opensAt: number | null;
  stock: StockLine[];
  /** pieces of every size and style that `stock` does not list */
  others: number;
  /** without shipping and tax */
  price?: Money;
}
export interface Sale extends OwnLine {
  kind: 'sale';
  at: number;
  reference: string;
  /** salted; another content under the same reference has another one */
  fingerprint: string;
  orderNumber: string;
  country: string;
  last4: string;
  receipt: string;
  sha256: string;
  /** absent where it was sold through our own protocol */
  session?: SessionSale;
}
export interface SessionSale {
  id: string;
  door: SessionDoor;
  total: Money;
  /** the PaymentIntent; null: the shop took no money */
  payment: string | null;
}
export interface Refusal {
  kind: 'refusal';
  at: number;
  reference: string;
  /** null: any content under this reference gets this refusal */
  fingerprint: string | null;
  reason: RefusalReason;
  line?: OwnLine;
}
export type Outcome = Sale | Refusal;
/** The order was told to the platform's webhook. */
export interface Delivery {
  kind: 'delivery';
  at: number;
  reference: string;
}
export type Entry = ProductSet | Outcome | Session | Hold | HoldEnded | KeyedAnswer | Delivery;

export interface PurchaseRequest {
  reference: string;
  fingerprint: string;
  line: OwnLine;
  country: string;
  last4: string;
  declined: boolean;
  gone: boolean;
}

export interface Shelf {
  title: string;
  opensAt: number | null;
  pieces: Map<string, StockLine>;
  others: number;
  price: Money;
}

export function isRetryable(reason: RefusalReason): boolean {
  return reason === 'not-open';
}

/** Stock and sales, folded from the ledger. A decision returns an entry; nothing changes until `apply`. */
export class Shop {
  readonly shelves = new Map<string, Shelf>();
  readonly outcomes = new Map<string, Outcome>();
  readonly sessions = new Map<string, Session>();
  /** by scope and key */
  readonly keys = new Map<string, KeyedAnswer>();
  private readonly holds = new Map<string, OwnLine>();
  /** what was sold in a session; more than one sale is a fault */
  private readonly sold = new Map<string, Sale[]>();
  private readonly numbered = new Map<string, Sale>();
  readonly undelivered = new Map<string, Sale>();
  private sales = 0;

  apply(entry: Entry): void {
    switch (entry.kind) {
      case 'product':
        this.describe(entry);
        return;
      case 'sale':
      case 'refusal':
        this.settle(entry);
        return;
      case 'session':
        this.sessions.set(entry.id, entry);
        return;
      case 'hold':
        this.movePiece(entry.line, -1);
        this.holds.set(entry.session, entry.line);
        return;
      case 'hold-ended':
        this.endHold(entry.session);
        return;
      case 'answer':
        this.keys.set(`${entry.scope} ${entry.key}`, entry);
        return;
      case 'delivery':
        this.undelivered.delete(entry.reference);
    }
  }

  isHeld(session: string): boolean {
    return this.holds.has(session);
  }

  saleNumbered(orderNumber: string): Sale | undefined {
    return this.numbered.get(orderNumber);
  }

  soldIn(session: string): readonly Sale[] {
    return this.sold.get(session) ?? [];
  }

  left({ productId, size, style }: OwnLine): number {
    const shelf = this.shelves.get(productId);
    return shelf ? (shelf.pieces.get(pieceKey({ size, style }))?.quantity ?? shelf.others) : 0;
  }

  stock(productId: string, styles: readonly string[]): StockLine[] {
    const shelf = this.shelves.get(productId);
    const stocked = [...(shelf?.pieces.values() ?? [])].map((line) => line.style);
    const named = stocked.length + styles.length > 0 ? [...stocked, ...styles] : [DEFAULT_STYLES[0]];
    return [...new Set(named)].flatMap((style) =>
      SIZES.map((size) => ({ size, style, quantity: this.left({ productId, size, style }) })),
    );
  }

  obstacle(line: OwnLine, now: number): RefusalReason | undefined {
    const shelf = this.shelves.get(line.productId);
    if (!shelf) return 'no-such-product';
    if (shelf.opensAt !== null && now < shelf.opensAt) return 'not-open';
    return this.left(line) > 0 ? undefined : 'sold-out';
  }

  decide(request: PurchaseRequest, now: number): Outcome {
    const obstacle = this.obstacle(request.line, now);
    const reason = obstacle ?? (request.gone ? 'sold-out' : request.declined ? 'declined' : undefined);
    if (reason) return refusal(request.reference, reason, now, request);
    const { reference, fingerprint, line, country, last4 } = request;
    const paper = this.receipt(request, `Card ending ${last4}`, now);
    return { kind: 'sale', at: now, reference, fingerprint, ...line, country, last4, ...paper };
  }

  /** The order of a session; its piece is held. */
  order(session: Session, payment: string | null, now: number): Sale {
    const { id, door, line, price, to } = session;
    const nth = this.soldIn(id).length + 1;
    const reference = nth === 1 ? id : `${id}#${nth}`;
    const country = to?.country ?? '';
    const total = { amount: totalsOf(session).total, currency: price.currency };
    const paper = this.receipt({ reference, line, country }, `${total.amount} ${total.currency}`, now);
    const sale = { kind: 'sale' as const, at: now, reference, fingerprint: '', ...line, country, last4: '', ...paper };
    return { ...sale, session: { id, door, total, payment } };
  }

  private describe({ productId, title, opensAt, stock, others, price = DEFAULT_PRICE }: ProductSet): void {
    const pieces = new Map(stock.map((line) => [pieceKey(line), { ...line }]));
    this.shelves.set(productId, { title, opensAt, pieces, others, price });
  }

  private settle(outcome: Outcome): void {
    if (this.outcomes.has(outcome.reference)) throw new Error(`${outcome.reference} has two outcomes`);
    this.outcomes.set(outcome.reference, outcome);
    if (outcome.kind === 'refusal') return;
    this.sales += 1;
    const { session } = outcome;
    if (session) this.endHold(session.id);
    this.movePiece(outcome, -1);
    if (!session) return;
    this.numbered.set(outcome.orderNumber, outcome);
    this.sold.set(session.id, [...this.soldIn(session.id), outcome]);
    this.undelivered.set(outcome.reference, outcome);
  }

  private endHold(session: string): void {
    const line = this.holds.get(session);
    if (line) this.movePiece(line, 1);
    this.holds.delete(session);
  }

  private movePiece({ productId, size, style }: OwnLine, by: number): void {
    const quantity = this.left({ productId, size, style }) + by;
    if (quantity < 0) throw new Error(`a piece of ${productId} was sold that was not there`);
    this.shelves.get(productId)?.pieces.set(pieceKey({ size, style }), { size, style, quantity });
  }

  private receipt(
    { reference, line, country }: Pick<PurchaseRequest, 'reference' | 'line' | 'country'>,
    paid: string,
    now: number,
  ): Pick<Sale, 'orderNumber' | 'receipt' | 'sha256'> {
    const orderNumber = `SBX-${String(this.sales + 1).padStart(6, '0')}`;
    const receipt = [
      'Sandbox retailer',
      `Order ${orderNumber}`,
      `Reference ${reference}`,
      `Placed ${new Date(now).toISOString()}`,
      `1 x ${this.shelves.get(line.productId)?.title ?? line.productId}, ${line.size.toUpperCase()}, ${line.style}`,
      `Ships to ${country}`,
      paid,
      '',
    ].join('\n');
    return { orderNumber, receipt, sha256: createHash('sha256').update(receipt).digest('hex') };
  }
}

/** Without a request the reference alone is known, and any later content under it gets the same answer. */
export function refusal(reference: string, reason: RefusalReason, now: number, request?: PurchaseRequest): Refusal {
  const entry: Refusal = { kind: 'refusal', at: now, reference, fingerprint: request?.fingerprint ?? null, reason };
  return request ? { ...entry, line: request.line } : entry;
}

function pieceKey({ size, style }: { size: Size; style: string }): string {
  return `${size}/${style}`;
}
