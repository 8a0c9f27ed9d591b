import { randomUUID } from 'node:crypto';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { type Answer, type Api, expectOk, tally } from './api.js';
import { each, range } from './crowd.js';
import { allOrders, eventually } from './drops.js';
import { BrowserCrypto } from './jwe.js';
import { acoInput, CARDS, person } from './people.js';
import type { ServerProcess } from './server-process.js';
import { type Reserved, Shopper } from './shopper.js';

const GUESTS = 2;
/** shoppers beyond the number of slots */
const TOO_MANY = 4;
/** of the holders */
const WITHDRAWING = 2;

interface Member {
  shopper: Shopper;
  profileId: string;
}
/** Encrypts one reservation, which can be sent repeatedly; an encrypted body is valid for one reservation only. */
type Preparation = (promoCode: string | undefined) => Promise<() => Promise<Answer<Reserved>>>;

/** Repeats until there is an answer, as a browser does. */
export async function persistently<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return eventually('an answer', 60_000, async () => {
    const answer = await ask().catch(() => undefined);
    return answer === undefined || answer.status === 503 ? undefined : answer;
  });
}

/** Shoppers, one of whom never pays, the promo code, and an admin. */
export async function gather(server: ServerProcess, stock: number): Promise<Crowd> {
  const admin = await server.admin();
  const promo = { code: 'BRIEF-20', limit: stock };
  await expectOk(admin.post('/api/admin/promos', { promoCode: promo.code, percent: 20, limit: promo.limit }));
  const crypto = await BrowserCrypto.open(server.anyone);
  const members = await each(range(stock + TOO_MANY - GUESTS), 4, async (index) => {
    const shopper = await Shopper.signUp(server.anyone, crypto, person(index));
    await shopper.saveCard(index === 0 ? CARDS.declined : CARDS.pays);
    return { shopper, profileId: await shopper.addProfile() };
  });
  return new Crowd(server, admin, crypto, members, promo);
}

/** More shoppers than slots, who repeat their requests through every crash of the server. */
export class Crowd {
  /** orders with an acknowledged reservation */
  readonly acknowledged = new Set<string>();
  /** orders with an acknowledged withdrawal */
  readonly withdrawn = new Set<string>();
  /** orders, once per acknowledged refund */
  readonly refunded: string[] = [];
  /** the number of refusals */
  soldOut = 0;

  constructor(
    private readonly server: ServerProcess,
    public admin: Api,
    private readonly crypto: BrowserCrypto,
    private readonly members: readonly Member[],
    readonly promo: { code: string; limit: number },
  ) {}

  /** All at once, every third with the promo code; then some withdraw, and refused shoppers take the free slots. */
  async reserve({ productId }: AdminProduct): Promise<void> {
    const preparations = [
      ...this.members.map((member) => this.member(member, productId)),
      ...range(GUESTS).map((index) => this.guest(index, productId)),
    ];
    const first = await Promise.all(preparations.map((prepare, index) => this.ask(prepare, index % 3 === 0)));
    const holders = this.members.filter((_, index) => index > 0 && first[index]?.ok).slice(0, WITHDRAWING);
    await Promise.all(holders.map((member) => this.withdraw(member, first[this.members.indexOf(member)])));
    const late = preparations.filter((_, index) => !first[index]?.ok);
    const second = await Promise.all(late.map((prepare) => this.ask(prepare, false)));
    const counts = tally([...first, ...second]);
    expect(Object.keys(counts).sort()).toEqual(['ok', 'sold-out']);
    this.soldOut += counts['sold-out'] ?? 0;
  }

  /** One full and one partial refund, of any earlier drop. */
  async refund(): Promise<void> {
    const paid = await eventually('two paid orders', 60_000, async () => {
      const orders = await allOrders(this.admin).catch((): Order[] => []);
      const found = orders.filter(
        ({ orderId, status, charged }) => status === 'success' && charged > 2 && !this.refunded.includes(orderId),
      );
      return found.length < 2 ? undefined : found.slice(0, 2);
    });
    await Promise.all(
      paid.map(async ({ orderId }, index) => {
        const [body, key] = [{ reason: 'of the specs', ...(index === 0 ? {} : { amount: 1 }) }, randomUUID()];
        await expectOk(persistently(() => this.admin.post(`/api/admin/orders/${orderId}/refund`, body, { key })));
        this.refunded.push(orderId);
      }),
    );
  }

  /** Sessions expire within a day. */
  async signInAgain(): Promise<void> {
    this.admin = await this.server.admin();
  }

  private async ask(prepare: Preparation, withPromo: boolean): Promise<Answer<Reserved>> {
    const answer = await persistently(await prepare(withPromo ? this.promo.code : undefined));
    // The code is used up.
    if (answer.code === 'promo-invalid') return this.ask(prepare, false);
    // The lost answer was this refusal.
    if (answer.code === 'reservation-expired') return this.ask(prepare, withPromo);
    if (answer.ok) this.acknowledged.add(answer.body.order.orderId);
    return answer;
  }

  private member({ shopper, profileId }: Member, productId: string): Preparation {
    return async (promoCode) => {
      const [eCode, key] = [await shopper.securityCode(), randomUUID()];
      const reservation = { productId, profileId, size: 'm', style: 'Ink', eCode };
      return () => shopper.reserve({ ...reservation, ...(promoCode ? { promoCode } : {}) }, key);
    };
  }

  private guest(index: number, productId: string): Preparation {
    const who = person(1_000 + index, 'guest');
    const { anyone } = this.server;
    return async (promoCode) => {
      const acoDataPayload = await this.crypto.seal('aco', acoInput(who, 'l', 'Fog'), null);
      const [body, key] = [{ email: who.email, name: who.name, stripeToken: 'tok_visa', acoDataPayload }, randomUUID()];
      return () => anyone.post('/api/checkout/completeuser', { ...body, productId, promoCode }, { key });
    };
  }

  private async withdraw({ shopper }: Member, held: Answer<Reserved> | undefined): Promise<void> {
    const orderId = held?.body.order.orderId ?? '';
    const key = randomUUID();
    await expectOk(persistently(() => shopper.api.post(`/api/user/orders/${orderId}/withdraw`, {}, { key })));
    this.withdrawn.add(orderId);
  }
}
