import type { Ledgers } from '../../backend/src/audit/ledgers.js';
import { ledgerView } from '../../backend/src/emulators/shop/ledger-view.js';
import type { Entry } from '../../backend/src/emulators/shop/shop.js';
import type { Submitted } from '../../backend/src/emulators/shop/submissions.js';
import { Till } from '../../backend/src/emulators/shop/till.js';
import { Store } from '../../backend/src/emulators/stripe/store.js';
import { emulatedStripe } from '../../backend/src/emulators/stripe/stripe-emulator.js';
import { memoryEntryLog, memoryLineLog } from './ledgers.js';
import type { HttpAnswer, HttpRequest, Server } from './network.js';

const now = () => Date.now();
export const STRIPE_KEY = 'sk_test_simulation';
export const WEBHOOK_SECRET = 'whsec_simulation';

/** The retailer and Stripe emulators without their sockets. */
export class Partners {
  private readonly till: Till;
  private readonly books: Store;
  private readonly stripe: ReturnType<typeof emulatedStripe>;
  /** errors inside the emulators, which are defects of the simulation */
  readonly failures: unknown[] = [];

  constructor(stock: number, webhookUrl: string, seed: number) {
    this.till = Till.over(memoryEntryLog<Entry>(), [], stock, now);
    this.books = Store.over(memoryLineLog(), now);
    this.stripe = emulatedStripe(this.books, {
      key: STRIPE_KEY,
      webhook: { url: webhookUrl, secret: WEBHOOK_SECRET, duplicate: 0.2, reorder: 0.2, seed },
      failed: (error) => this.failures.push(error),
    });
  }

  readonly retailer: Server = ({ method, path, query, body }) => {
    const [, what, name = '', last] = path.split('/').map(decodeURIComponent);
    const given = body === '' ? undefined : (JSON.parse(body) as Submitted);
    if (what === 'products') return this.till.product(name, new URLSearchParams(query).getAll('style'));
    if (what === 'carts' && given) return this.till.cart(name, given);
    if (last === 'close') return this.till.close(name);
    return method === 'PUT' ? this.till.submit(name, given) : this.till.lookup(name);
  };

  readonly payments = (request: HttpRequest): Promise<HttpAnswer | undefined> => this.stripe.api.handle(request);

  async ledgers(): Promise<Ledgers> {
    const headers = { authorization: `Bearer ${STRIPE_KEY}` };
    const request = { method: 'GET', path: '/emulator/ledger', query: '', headers, body: '' };
    const stripe = await this.stripe.api.handle(request);
    return { retailer: ledgerView(this.till.shop), stripe: stripe?.body } as unknown as Ledgers;
  }

  sales(): { reference: string; orderId: string; orderNumber: string; product: string }[] {
    return [...this.till.shop.outcomes.values()].flatMap((outcome) => {
      if (outcome.kind === 'refusal') return [];
      const { reference, orderNumber, productId: product } = outcome;
      return [{ reference, orderId: reference.slice(0, reference.lastIndexOf(':')), orderNumber, product }];
    });
  }

  /** Ids of the webhooks that were answered with 200. */
  delivered(): string[] {
    const owed = new Set(this.books.undelivered());
    return this.books.eventIds().filter((id) => !owed.has(id));
  }

  async close(): Promise<void> {
    this.stripe.clock.close();
    await this.stripe.webhooks?.close();
  }
}
