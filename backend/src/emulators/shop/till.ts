import { join } from 'node:path';
import type { OwnLine } from '../../retailers/own/own-answers.js';
import type { Money, StockLine } from '../../retailers/retailer.js';
import type { Answer } from './answers.js';
import type { Fault } from './faults.js';
import { type EntryLog, LedgerFile } from './ledger-file.js';
import { type Entry, isRetryable, type Outcome, type ProductSet, refusal, type Shelf, Shop } from './shop.js';
import { fingerprint, isDeclined, isSameContent, type Submitted } from './submissions.js';

export interface ProductChange {
  title?: string;
  /** ISO 8601 */
  opensAt?: string | null;
  stock?: StockLine[];
  others?: number;
  price?: Money;
}

const PAGE_SIZE = 500;

/** A decision is made and applied in one tick of the event loop, and answered once the ledger is durable. */
export class Till {
  onProgress: (reference: string) => void = () => undefined;
  private readonly busy = new Map<string, number>();

  private constructor(
    readonly shop: Shop,
    private readonly ledger: EntryLog<Entry>,
    private readonly defaultStock: number,
    readonly clock: () => number,
  ) {}

  static async open(directory: string, defaultStock: number, clock: () => number): Promise<Till> {
    const { ledger, entries } = await LedgerFile.open<Entry>(join(directory, 'ledger.jsonl'));
    return Till.over(ledger, entries, defaultStock, clock);
  }

  static over(ledger: EntryLog<Entry>, entries: Iterable<Entry>, defaultStock: number, clock: () => number): Till {
    const shop = new Shop();
    for (const entry of entries) shop.apply(entry);
    return new Till(shop, ledger, defaultStock, clock);
  }

  async product(productId: string, styles: readonly string[]): Promise<Answer> {
    this.see(productId);
    await this.ledger.durable();
    return ok(this.describe(productId, styles));
  }

  async setProduct(productId: string, change: ProductChange): Promise<Answer> {
    const shelf = this.see(productId);
    const opensAt = change.opensAt === undefined ? shelf.opensAt : instant(change.opensAt);
    await this.write({
      kind: 'product',
      at: this.clock(),
      productId,
      title: change.title ?? shelf.title,
      opensAt,
      stock: change.stock ?? [...shelf.pieces.values()],
      others: change.others ?? (change.stock ? 0 : shelf.others),
      price: change.price ?? shelf.price,
    });
    return ok(this.describe(productId, []));
  }

  async cart(reference: string, line: OwnLine): Promise<Answer> {
    this.see(line.productId);
    const reason = this.shop.obstacle(line, this.clock());
    await this.ledger.durable();
    if (!reason) return ok({ reference, cart: 'ready' });
    return ok({ reference, cart: 'unavailable', reason, retryable: isRetryable(reason) });
  }

  /** `submitted` is undefined when the content violates the protocol. */
  async submit(reference: string, submitted: Submitted | undefined, fault?: Fault): Promise<Answer> {
    const recorded = this.shop.outcomes.get(reference);
    if (recorded) return this.again(recorded, submitted);
    return outcomeBody(await this.decide(this.judge(reference, submitted, fault)));
  }

  async lookup(reference: string): Promise<Answer> {
    const recorded = this.shop.outcomes.get(reference);
    await this.ledger.durable();
    if (recorded) return outcomeBody(recorded);
    return ok({ reference, outcome: this.busy.has(reference) ? 'in-progress' : 'never-seen' });
  }

  /** Outcomes after the first `after`, in the order they were recorded. */
  async list(after: number): Promise<Answer> {
    await this.ledger.durable();
    const { outcomes } = this.shop;
    const page = [...outcomes.values()].slice(after, after + PAGE_SIZE);
    const end = after + page.length;
    return ok({ checkouts: page.map(listedOutcome), next: end < outcomes.size ? String(end) : null });
  }

  async close(reference: string): Promise<Answer> {
    const recorded = this.shop.outcomes.get(reference);
    return outcomeBody(await this.decide(recorded ?? refusal(reference, 'closed', this.clock())));
  }

  /** Lookups during `work` see the reference in progress. */
  async during<T>(reference: string, work: () => Promise<T>): Promise<T> {
    this.busy.set(reference, (this.busy.get(reference) ?? 0) + 1);
    this.onProgress(reference);
    try {
      return await work();
    } finally {
      const others = (this.busy.get(reference) ?? 1) - 1;
      if (others > 0) this.busy.set(reference, others);
      else this.busy.delete(reference);
    }
  }

  durable(): Promise<void> {
    return this.ledger.durable();
  }

  shut(): Promise<void> {
    return this.ledger.close();
  }

  private judge(reference: string, submitted: Submitted | undefined, fault?: Fault): Outcome {
    const now = this.clock();
    if (!submitted) return refusal(reference, 'invalid', now);
    const { productId, size, style, shipping, card } = submitted;
    this.see(productId);
    const request = {
      reference,
      fingerprint: fingerprint(submitted),
      line: { productId, size, style },
      country: shipping.country,
      last4: card.number.slice(-4),
      declined: fault === 'declined' || isDeclined(submitted),
      gone: fault === 'soldOut',
    };
    return this.shop.decide(request, now);
  }

  private async again(recorded: Outcome, submitted: Submitted | undefined): Promise<Answer> {
    await this.ledger.durable();
    const same = recorded.fingerprint === null || (submitted && isSameContent(recorded.fingerprint, submitted));
    if (same) return outcomeBody(recorded);
    const message = 'this reference was used with other content';
    return { status: 409, body: { error: 'reference-conflict', message } };
  }

  private async decide(outcome: Outcome): Promise<Outcome> {
    if (this.shop.outcomes.get(outcome.reference) === outcome) await this.ledger.durable();
    else await this.write(outcome);
    this.onProgress(outcome.reference);
    return outcome;
  }

  /** An unknown product gets its default stock at its first use. */
  see(productId: string): Shelf {
    const existing = this.shop.shelves.get(productId);
    if (existing) return existing;
    const shelf = { productId, title: productId, opensAt: null, stock: [], others: this.defaultStock };
    const entry: ProductSet = { kind: 'product', at: this.clock(), ...shelf };
    this.write(entry).catch(() => undefined);
    return this.see(productId);
  }

  /** Applied at once, durable once it resolves. */
  write(entry: Entry): Promise<void> {
    this.shop.apply(entry);
    return this.ledger.append(entry);
  }

  private describe(productId: string, styles: readonly string[]): Record<string, unknown> {
    const { title, opensAt = null } = this.shop.shelves.get(productId) ?? {};
    const iso = opensAt === null ? null : new Date(opensAt).toISOString();
    return { productId, title, opensAt: iso, stock: this.shop.stock(productId, styles) };
  }
}

function instant(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

function ok(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}

function listedOutcome(outcome: Outcome): Record<string, unknown> {
  const { order, ...body } = outcomeBody(outcome).body as { order?: Record<string, unknown> };
  if (!order) return body;
  const { receipt: _, ...line } = order;
  return { ...body, order: line };
}

function outcomeBody(outcome: Outcome): Answer {
  const { reference, at } = outcome;
  const time = new Date(at).toISOString();
  if (outcome.kind === 'refusal') {
    const { reason } = outcome;
    return ok({ reference, outcome: 'refused', reason, retryable: isRetryable(reason), refusedAt: time });
  }
  const { orderNumber, productId, size, style, receipt, sha256 } = outcome;
  const order = { number: orderNumber, placedAt: time, productId, size, style, receipt, sha256 };
  return ok({ reference, outcome: 'succeeded', order });
}
