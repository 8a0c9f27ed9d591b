import { LRUCache } from 'lru-cache';
import type { ListingAnswer, ListingQuestion, Retailer } from '../retailers/retailer.js';
import type { StockOf } from './choices.js';

/** ms */
const FRESH = 1_000;

/** Caches the retailer's stock, so that the orders of a release share one request. */
export class Availability {
  private readonly cache = new LRUCache<string, { at: number; answer: Promise<ListingAnswer> }>({ max: 1_000 });

  constructor(
    private readonly retailer: Retailer,
    private readonly clock: () => number,
  ) {}

  async stock(question: ListingQuestion, signal: AbortSignal): Promise<StockOf> {
    const answer = await this.ask(question, signal);
    // Variants say nothing of our sizes and styles.
    if (answer.kind !== 'listed' || answer.variants) return () => null;
    return ({ size, style }) => answer.stock.find((line) => line.size === size && line.style === style)?.quantity ?? 0;
  }

  /** ms UTC; null: open or unknown */
  async opensAt(question: ListingQuestion, signal: AbortSignal): Promise<number | null> {
    const answer = await this.ask(question, signal);
    return answer.kind === 'listed' ? answer.opensAt : null;
  }

  private ask(asking: ListingQuestion, signal: AbortSignal): Promise<ListingAnswer> {
    // Two products may be one at the retailer with different styles; a style that is not listed is sold out.
    const question = JSON.stringify(asking);
    const cached = this.cache.get(question);
    if (cached && this.clock() - cached.at <= FRESH) return cached.answer;
    const answer = this.retailer.listing(asking, signal);
    // A pending request never expires, so that concurrent callers share it.
    const entry = { at: Number.POSITIVE_INFINITY, answer };
    this.cache.set(question, entry);
    answer.then(
      () => {
        entry.at = this.clock();
      },
      () => this.cache.delete(question),
    );
    return answer;
  }
}
