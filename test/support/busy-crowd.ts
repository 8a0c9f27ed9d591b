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
/** how many more than there are slots want one */
const TOO_MANY = 4;
/** of those who got a slot */
const WITHDRAWING = 2;

interface Member {
  shopper: Shopper;
  profileId: string;
}
/** Makes up a wish of its own, which can be sent again and again: what is sealed is good for one wish only. */
type Wishing = (promoCode: string | undefined) => Promise<() => Promise<Answer<Reserved>>>;

/** As a browser does: the same again until there is an answer. */
export async function persistently<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  return eventually('an answer', 60_000, async () => {
    const answer = await ask().catch(() => undefined);
    return answer === undefined || answer.status === 503 ? undefined : answer;
  });
}

/** Shoppers, one of whom never pays, the crowd's promo code, and an admin. */
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

/** People who want more slots than there are, again and again, whatever happens to the server. */
export class Crowd {
  /** orders whose reservation was answered with a yes */
  readonly acknowledged = new Set<string>();
  /** orders whose withdrawal was answered with a yes */
  readonly withdrawn = new Set<string>();
  /** orders, once for each refund that was answered with a yes */
  readonly refunded: string[] = [];
  /** refusals */
  soldOut = 0;

  constructor(
    private readonly server: ServerProcess,
    public admin: Api,
    private readonly crypto: BrowserCrypto,
    private readonly members: readonly Member[],
    readonly promo: { code: string; limit: number },
  ) {}

  /** All at once, every third with the promo code; then some withdraw, and those who got nothing take what is free again. */
  async reserve({ productId }: AdminProduct): Promise<void> {
    const asking = [
      ...this.members.map((member) => this.member(member, productId)),
      ...range(GUESTS).map((index) => this.guest(index, productId)),
    ];
    const first = await Promise.all(asking.map((wishing, index) => this.ask(wishing, index % 3 === 0)));
    const holders = this.members.filter((_, index) => index > 0 && first[index]?.ok).slice(0, WITHDRAWING);
    await Promise.all(holders.map((member) => this.withdraw(member, first[this.members.indexOf(member)])));
    const late = asking.filter((_, index) => !first[index]?.ok);
    const second = await Promise.all(late.map((wishing) => this.ask(wishing, false)));
    const told = tally([...first, ...second]);
    expect(Object.keys(told).sort()).toEqual(['ok', 'sold-out']);
    this.soldOut += told['sold-out'] ?? 0;
  }

  /** One order wholly, another in part: of any drop that was released before. */
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

  /** Sessions end within a day. */
  async signInAgain(): Promise<void> {
    this.admin = await this.server.admin();
  }

  private async ask(wishing: Wishing, withPromo: boolean): Promise<Answer<Reserved>> {
    const answer = await persistently(await wishing(withPromo ? this.promo.code : undefined));
    // used up
    if (answer.code === 'promo-invalid') return this.ask(wishing, false);
    // refused before, and the refusal was lost
    if (answer.code === 'reservation-expired') return this.ask(wishing, withPromo);
    if (answer.ok) this.acknowledged.add(answer.body.order.orderId);
    return answer;
  }

  private member({ shopper, profileId }: Member, productId: string): Wishing {
    return async (promoCode) => {
      const [eCode, key] = [await shopper.securityCode(), randomUUID()];
      const wish = { productId, profileId, size: 'm', style: 'Ink', eCode };
      return () => shopper.reserve({ ...wish, ...(promoCode ? { promoCode } : {}) }, key);
    };
  }

  private guest(index: number, productId: string): Wishing {
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
