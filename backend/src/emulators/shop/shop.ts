import { createHash } from 'node:crypto';
import { DEFAULT_STYLES, SIZES, type Size } from '@supreme-access/contract/limits.js';
import type { OwnLine } from '../../retailers/own/own-answers.js';
import type { RefusalReason, StockLine } from '../../retailers/retailer.js';

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
export type Entry = ProductSet | Outcome;

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
}

export function isRetryable(reason: RefusalReason): boolean {
  return reason === 'not-open';
}

/** Stock and sales, folded from the ledger. A decision returns an entry; nothing changes until `apply`. */
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

  left({ productId, size, style }: OwnLine): number {
    const shelf = this.shelves.get(productId);
    return shelf ? (shelf.pieces.get(pieceKey({ size, style }))?.quantity ?? shelf.others) : 0;
  }

  stock(productId: string, styles: readonly string[]): StockLine[] {
    const shelf = this.shelves.get(productId);
    const known = [...(shelf?.pieces.values() ?? [])].map((line) => line.style);
    const named = known.length + styles.length > 0 ? [...known, ...styles] : [DEFAULT_STYLES[0]];
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
    const { productId, size, style } = line;
    const orderNumber = `SBX-${String(this.sales + 1).padStart(6, '0')}`;
    const receipt = this.receipt(orderNumber, request, now);
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

  private receipt(orderNumber: string, { reference, line, country, last4 }: PurchaseRequest, now: number): string {
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

/** Without a request the reference alone is known, and any later content under it gets the same answer. */
export function refusal(reference: string, reason: RefusalReason, now: number, request?: PurchaseRequest): Refusal {
  const entry: Refusal = { kind: 'refusal', at: now, reference, fingerprint: request?.fingerprint ?? null, reason };
  return request ? { ...entry, line: request.line } : entry;
}

function pieceKey({ size, style }: { size: Size; style: string }): string {
  return `${size}/${style}`;
}
