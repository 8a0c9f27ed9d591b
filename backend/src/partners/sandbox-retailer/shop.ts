import { createHash } from 'node:crypto';
import { DEFAULT_STYLES, SIZES, type Size } from '@supreme-access/contract/limits.js';
import type { CartLine, RefusalReason, StockLine } from '../../releases/retailer-answers.js';

/** What the ledger remembers, one line each. The least data: of a person only country and the card's last four digits. */
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
}
export interface Sale extends CartLine {
  kind: 'sale';
  at: number;
  reference: string;
  /** salted; tells other content under the same reference */
  fingerprint: string;
  orderNumber: string;
  country: string;
  last4: string;
  receipt: string;
  sha256: string;
}
export interface Refusal {
  kind: 'refusal';
  at: number;
  reference: string;
  /** null: whatever comes under this reference is answered with this refusal */
  fingerprint: string | null;
  reason: RefusalReason;
  line?: CartLine;
}
export type Outcome = Sale | Refusal;
export type Entry = ProductSet | Outcome;

export interface Wish {
  reference: string;
  fingerprint: string;
  line: CartLine;
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
}

export function isRetryable(reason: RefusalReason): boolean {
  return reason === 'not-open';
}

/** The sandbox's stock and sales, folded from its ledger. Decisions are entries; nothing changes until one is applied. */
export class Shop {
  readonly shelves = new Map<string, Shelf>();
  readonly outcomes = new Map<string, Outcome>();
  private sales = 0;

  apply(entry: Entry): void {
    if (entry.kind === 'product') {
      const pieces = new Map(entry.stock.map((line) => [pieceKey(line), { ...line }]));
      this.shelves.set(entry.productId, {
        title: entry.title,
        opensAt: entry.opensAt,
        pieces,
        others: entry.others,
      });
      return;
    }
    if (this.outcomes.has(entry.reference)) throw new Error(`${entry.reference} has two outcomes`);
    this.outcomes.set(entry.reference, entry);
    if (entry.kind === 'sale') this.takePiece(entry);
  }

  left({ productId, size, style }: CartLine): number {
    const shelf = this.shelves.get(productId);
    return shelf ? (shelf.pieces.get(pieceKey({ size, style }))?.quantity ?? shelf.others) : 0;
  }

  stock(productId: string, asked: readonly string[]): StockLine[] {
    const shelf = this.shelves.get(productId);
    const known = [...(shelf?.pieces.values() ?? [])].map((line) => line.style);
    const named = known.length + asked.length > 0 ? [...known, ...asked] : [DEFAULT_STYLES[0]];
    return [...new Set(named)].flatMap((style) =>
      SIZES.map((size) => ({ size, style, quantity: this.left({ productId, size, style }) })),
    );
  }

  obstacle(line: CartLine, now: number): RefusalReason | undefined {
    const shelf = this.shelves.get(line.productId);
    if (!shelf) return 'no-such-product';
    if (shelf.opensAt !== null && now < shelf.opensAt) return 'not-open';
    return this.left(line) > 0 ? undefined : 'sold-out';
  }

  decide(wish: Wish, now: number): Outcome {
    const obstacle = this.obstacle(wish.line, now);
    const reason = obstacle ?? (wish.gone ? 'sold-out' : wish.declined ? 'declined' : undefined);
    if (reason) return refusal(wish.reference, reason, now, wish);
    const { reference, fingerprint, line, country, last4 } = wish;
    const { productId, size, style } = line;
    const orderNumber = `SBX-${String(this.sales + 1).padStart(6, '0')}`;
    const receipt = this.receipt(orderNumber, wish, now);
    const sha256 = createHash('sha256').update(receipt).digest('hex');
    const paper = { orderNumber, receipt, sha256 };
    return { kind: 'sale', at: now, reference, fingerprint, productId, size, style, country, last4, ...paper };
  }

  private takePiece(sale: Sale): void {
    const { productId, size, style } = sale;
    const quantity = this.left(sale) - 1;
    if (quantity < 0) throw new Error(`${sale.reference} sold a piece of ${productId} that was not there`);
    this.shelves.get(productId)?.pieces.set(pieceKey(sale), { size, style, quantity });
    this.sales += 1;
  }

  private receipt(orderNumber: string, { reference, line, country, last4 }: Wish, now: number): string {
    return [
      'Sandbox retailer',
      `Order ${orderNumber}`,
      `Reference ${reference}`,
      `Placed ${new Date(now).toISOString()}`,
      `1 x ${this.shelves.get(line.productId)?.title ?? line.productId}, ${line.size.toUpperCase()}, ${line.style}`,
      `Ships to ${country}`,
      `Card ending ${last4}`,
      '',
    ].join('\n');
  }
}

/** Without a wish nothing but the reference is known: what comes later under it is answered alike. */
export function refusal(reference: string, reason: RefusalReason, now: number, wish?: Wish): Refusal {
  const entry: Refusal = { kind: 'refusal', at: now, reference, fingerprint: wish?.fingerprint ?? null, reason };
  return wish ? { ...entry, line: wish.line } : entry;
}

function pieceKey({ size, style }: { size: Size; style: string }): string {
  return `${size}/${style}`;
}
