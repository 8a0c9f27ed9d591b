import type { Ledgers } from '../../backend/src/audit/ledgers.js';
import { ledgerView } from '../../backend/src/emulators/shop/ledger-view.js';
import type { Capture, Captured } from '../../backend/src/emulators/shop/seller.js';
import type { Entry } from '../../backend/src/emulators/shop/shop.js';
import type { Submitted } from '../../backend/src/emulators/shop/submissions.js';
import { Till } from '../../backend/src/emulators/shop/till.js';
import { sellerKey } from '../../backend/src/emulators/stripe/seller-accounts.js';
import { Store } from '../../backend/src/emulators/stripe/store.js';
import { emulatedStripe } from '../../backend/src/emulators/stripe/stripe-emulator.js';
import { sha256 } from '../../backend/src/event-sourcing/ids.js';
import { memoryEntryLog, memoryLineLog } from './ledgers.js';
import type { HttpAnswer, HttpRequest, Server } from './network.js';
import { SELLER, Shops } from './shops.js';

const now = () => Date.now();
export const STRIPE_KEY = 'sk_test_simulation';
export const WEBHOOK_SECRET = 'whsec_simulation';

/** The retailer and Stripe emulators without their sockets. */
export class Emulators {
  private readonly till: Till;
  private readonly books: Store;
  private readonly stripe: ReturnType<typeof emulatedStripe>;
  readonly shops: Shops;
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
    this.shops = new Shops(this.till, String(seed), (capture) => this.takePayment(capture));
  }

  readonly retailer: Server = (request) => {
    const { method, path, query, body } = request;
    const door = /^\/(ucp|acp)\//.exec(path)?.[1];
    if (door === 'ucp' || door === 'acp') return this.shops.answer(door, request);
    const [, what, name = '', last] = path.split('/').map(decodeURIComponent);
    const given = body === '' ? undefined : (JSON.parse(body) as Submitted);
    if (what === 'products') return this.till.product(name, new URLSearchParams(query).getAll('style'));
    if (what === 'carts' && given) return this.till.cart(name, given);
    if (last === 'close') return this.till.close(name);
    return method === 'PUT' ? this.till.submit(name, given) : this.till.lookup(name);
  };

  /** The shop's own call to Stripe. */
  private async takePayment({ session, token, total }: Capture): Promise<Captured> {
    const headers = {
      authorization: `Bearer ${sellerKey(SELLER)}`,
      'content-type': 'application/json',
      'idempotency-key': `checkout:${sha256(`${session} ${token} ${total.amount} ${total.currency}`)}`,
    };
    const body = JSON.stringify({
      ...total,
      confirm: true,
      payment_method_data: { shared_payment_granted_token: token },
    });
    const answer = await this.stripe.api.handle({
      method: 'POST',
      path: '/v1/payment_intents',
      query: '',
      headers,
      body,
    });
    if (answer?.status === 200) return { kind: 'captured', payment: String(Reflect.get(answer.body, 'id')) };
    return answer && answer.status < 500 ? { kind: 'declined' } : { kind: 'unknown' };
  }

  readonly payments = (request: HttpRequest): Promise<HttpAnswer | undefined> => this.stripe.api.handle(request);

  async ledgers(): Promise<Ledgers> {
    const headers = { authorization: `Bearer ${STRIPE_KEY}` };
    const request = { method: 'GET', path: '/emulator/ledger', query: '', headers, body: '' };
    const stripe = await this.stripe.api.handle(request);
    return { retailer: ledgerView(this.till.shop), stripe: stripe?.body } as unknown as Ledgers;
  }

  sales(): { reference: string; orderId: string; orderNumber: string; product: string }[] {
    return [...this.till.shop.outcomes.values()].flatMap((outcome) => {
      if (outcome.kind === 'refusal' || outcome.session) return [];
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
