import { cardBrand } from '@supreme-access/contract/cards.js';
import { PROMISE_MS, sizesOf } from '@supreme-access/contract/limits.js';
import { type ProductFacts, product } from '../catalogue/products/product.js';
import type { CheckoutDataReader, PersonData } from '../customers/profiles/checkout-data.js';
import type { Commands } from '../event-sourcing/commands.js';
import {
  type CheckoutOutcome,
  type CheckoutState,
  CODE_GONE,
  OF_ONE_ITEM,
  type OpenCheckout,
  type UnknownOutcome,
} from '../orders/checkout-facts.js';
import type { PlacedOrder } from '../orders/order.js';
import {
  type Line,
  type ListingAnswer,
  type ListingQuestion,
  type LookUpAnswer,
  type RefusedAnswer,
  type Retailer,
  type RetailerItem,
  unknown,
} from '../retailers/retailer.js';
import type { Retailers } from '../retailers/retailers.js';
import { Availability } from './availability.js';
import { type Choice, choiceKey, choices, nextChoice } from './choices.js';

/** ms */
export const ATTEMPT_DEADLINE = 20_000;
/** ms until the first lookup; the pause grows with each attempt without an answer */
const SOON = 1_000;

export interface AttemptOptions {
  clock: () => number;
  random: () => number;
  /** false: test orders are refused */
  isSandbox: boolean;
  /** whether test orders may go to a retailer that was configured; absent: to none */
  mayTest?: (retailerId: string) => Promise<boolean>;
}

export interface AttemptedOrder {
  placed: PlacedOrder;
  checkout: OpenCheckout;
  soldOut: readonly string[];
}
/** Absent or null: the retailer of the settings. */
export interface At {
  retailerId?: string | null;
}
export interface No {
  reason: string;
  retryable: boolean;
}
type Answer = Exclude<LookUpAnswer, RefusedAnswer> | ({ kind: 'refused' } & No);

/** Talks to the retailer: availability, choice, cart, checkout, evidence. It records no events. */
export class CheckoutAttempt {
  private readonly availability = new WeakMap<Retailer, Availability>();

  constructor(
    private readonly retailers: Retailers,
    private readonly commands: Commands,
    private readonly data: CheckoutDataReader,
    private readonly options: AttemptOptions,
  ) {}

  /** @throws Error for an id that is not configured */
  retailer({ retailerId = null }: At): Promise<Retailer> {
    return this.retailers.of(retailerId);
  }

  /** Null: it cannot be called any more, for its key or its place is gone, so it says nothing. */
  reachable(at: At): Promise<Retailer | null> {
    return this.retailer(at).catch(() => null);
  }

  async mayTest({ retailerId = null }: At): Promise<boolean> {
    if (retailerId === null) return this.options.isSandbox;
    return (await this.options.mayTest?.(retailerId)) ?? false;
  }

  async drop(productId: string): Promise<{ facts: ProductFacts; closesAt: number | null; startedAt: number | null }> {
    const cached = await this.commands.cached(product, productId);
    const drop = cached.startedAt === null ? await this.commands.state(product, productId) : cached;
    const { facts, closesAt, startedAt } = drop;
    if (!facts) throw new Error(`no product ${productId}`);
    return { facts, closesAt, startedAt };
  }

  async listing(facts: ProductFacts, signal: AbortSignal): Promise<ListingAnswer> {
    const retailer = await this.retailer(facts);
    return this.within(signal, (within) => retailer.listing(questionOf(facts), within));
  }

  /** ms UTC when the retailer starts to sell; null: open or unknown */
  async opensAt(facts: ProductFacts, signal: AbortSignal): Promise<number | null> {
    const availability = this.availabilityAt(await this.retailer(facts));
    return this.within(signal, (within) => availability.opensAt(questionOf(facts), within));
  }

  async choose(
    placed: PlacedOrder,
    { soldOut, unavailable }: Pick<CheckoutState, 'soldOut' | 'unavailable'>,
    facts: ProductFacts,
    signal: AbortSignal,
  ): Promise<Choice | null> {
    const availability = this.availabilityAt(await this.retailer(facts));
    const stock = await this.within(signal, (within) => availability.stock(questionOf(facts), within));
    const all = choicesOf(placed, facts);
    return nextChoice(all, [...soldOut, ...unavailable], stock) ?? nextChoice(all, soldOut, stock);
  }

  /** What the retailer is asked for. */
  async line({ placed, checkout }: AttemptedOrder): Promise<Line> {
    const { facts } = await this.drop(placed.productId);
    const { size, style } = checkout;
    const itemId = itemOf(facts, checkout)?.itemId;
    return { productId: facts.retailerProductId, size, style, ...(itemId === undefined ? {} : { itemId }) };
  }

  person(placed: PlacedOrder): Promise<PersonData | 'gone'> {
    return this.data.person(placed);
  }

  /** Without card data it closes the reference; a missing security code may still arrive. */
  submit(attempted: AttemptedOrder, signal: AbortSignal): Promise<CheckoutOutcome> {
    return this.within(signal, (within) => this.buy(attempted, within));
  }

  private async buy(attempted: AttemptedOrder, within: AbortSignal): Promise<CheckoutOutcome> {
    const { placed, checkout } = attempted;
    if (!placed.livemode && !(await this.mayTest(checkout)))
      return { kind: 'refused', reason: 'no-sandbox', retryAt: null };
    const buyer = await this.data.load(placed, checkout.codeRecord);
    if (buyer === 'code-gone') return this.giveUp(attempted, { reason: CODE_GONE, retryable: true }, within);
    const type = buyer === 'gone' ? null : cardBrand(buyer.card.number);
    if (buyer === 'gone' || type === null) {
      return this.giveUp(attempted, { reason: 'card-data-gone', retryable: false }, within);
    }
    const [line, retailer] = [await this.line(attempted), await this.retailer(checkout)];
    const { reference } = checkout;
    const cart = await retailer.prepare({ reference, line }, within);
    if (cart.kind === 'unavailable') return this.giveUp(attempted, cart, within);
    const { card, ...person } = buyer;
    const means = { kind: 'card', card: { ...card, type } } as const;
    return this.outcome(await retailer.buy({ reference, line, buyer: person, means }, within), attempted);
  }

  async lookUp(attempted: AttemptedOrder, signal: AbortSignal): Promise<CheckoutOutcome | 'never-seen'> {
    const { reference } = attempted.checkout;
    const retailer = await this.retailer(attempted.checkout);
    const answer = await this.within(signal, (within) => retailer.lookUp({ reference }, within));
    return answer.kind === 'never-seen' ? 'never-seen' : this.outcome(answer, attempted);
  }

  /** Closes the reference; the retailer accepts no purchase under it afterwards. */
  async close({ checkout }: AttemptedOrder, signal: AbortSignal): Promise<CheckoutOutcome> {
    const retailer = await this.reachable(checkout);
    const answer = retailer ? await retailer.close({ reference: checkout.reference }, signal) : unknown('unauthorized');
    if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reason, retryAt: null };
    if (answer.kind === 'succeeded') return succeeded(answer);
    return answer.kind === 'unknown' ? this.unknown(answer.cause, answer.retryAfterMs) : this.unknown(answer.kind);
  }

  /** A submission may still be in flight, so only a closed reference lets the order end or retry. */
  private async giveUp(attempted: AttemptedOrder, no: No, within: AbortSignal): Promise<CheckoutOutcome> {
    const ended = await (await this.retailer(attempted.checkout)).close(
      { reference: attempted.checkout.reference },
      within,
    );
    const isOurs = ended.kind === 'refused' && ended.reason === 'closed';
    return this.outcome(isOurs ? { ...no, kind: 'refused' } : ended, attempted);
  }

  private async outcome(answer: Answer, attempted: AttemptedOrder): Promise<CheckoutOutcome> {
    switch (answer.kind) {
      case 'succeeded':
        return succeeded(answer);
      case 'refused':
        return { kind: 'refused', reason: answer.reason, retryAt: await this.retryAt(answer, attempted) };
      case 'unknown':
        return this.unknown(answer.cause, answer.retryAfterMs);
      default:
        return this.unknown(answer.kind);
    }
  }

  private availabilityAt(retailer: Retailer): Availability {
    const availability = this.availability.get(retailer) ?? new Availability(retailer, this.options.clock);
    this.availability.set(retailer, availability);
    return availability;
  }

  /** ms UTC; null: final. The reason 'closed' is our own close whose answer was lost, so the order retries. */
  async retryAt({ reason, retryable }: No, { placed, checkout, soldOut }: AttemptedOrder): Promise<number | null> {
    const now = this.options.clock();
    if (OF_ONE_ITEM.includes(reason)) {
      const { facts } = await this.drop(placed.productId);
      return nextChoice(choicesOf(placed, facts), [...soldOut, choiceKey(checkout)], () => null) === null ? null : now;
    }
    if (reason === CODE_GONE) return now + PROMISE_MS;
    return retryable || reason === 'closed' ? now + backoff(checkout.attempt - 1, this.options.random) : null;
  }

  unknown(reason: string, retryAfter = 0): UnknownOutcome {
    return { kind: 'unknown', reason, retryAt: this.options.clock() + Math.max(SOON, retryAfter) };
  }

  async within<T>(signal: AbortSignal, work: (within: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const stop = () => abort.abort(signal.reason);
    const over = setTimeout(() => abort.abort(new DOMException('no answer in time', 'TimeoutError')), ATTEMPT_DEADLINE);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await work(abort.signal);
    } finally {
      clearTimeout(over);
      signal.removeEventListener('abort', stop);
    }
  }
}

export function questionOf({ retailerProductId: productId, styles, retailerItems }: ProductFacts): ListingQuestion {
  return { productId, styles, ...(retailerItems === undefined ? {} : { items: retailerItems }) };
}

function itemOf({ retailerItems }: ProductFacts, { size, style }: Choice): RetailerItem | undefined {
  return retailerItems?.find((item) => item.size === size && item.style === style);
}

/** Where items are known, only they can be bought. */
function choicesOf(placed: PlacedOrder, facts: ProductFacts): Choice[] {
  const all = choices(placed, sizesOf(facts), facts.styles, placed.fallback);
  return facts.retailerItems ? all.filter((choice) => itemOf(facts, choice)) : all;
}

function succeeded({ orderNumber, sha256 }: { orderNumber: string; sha256: string }): CheckoutOutcome {
  return { kind: 'succeeded', evidence: { kind: 'retailer', reference: orderNumber, sha256 } };
}

/** ms: doubles from one second to thirty, with jitter against simultaneous retries. */
export function backoff(attempts: number, random: () => number): number {
  const ceiling = Math.min(30_000, 1_000 * 2 ** Math.max(0, attempts));
  return Math.round(Math.max(1_000, ceiling * (0.5 + random() / 2)));
}
