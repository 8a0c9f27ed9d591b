import { setTimeout as wait } from 'node:timers/promises';
import { Guest } from './guest.js';
import { confirmation, forged } from './retailer-mails.js';
import { Shopper } from './shopper.js';
import { Staff } from './staff.js';
import type { World } from './world.js';

const VERSIONS = { ucp: ['2026-01-11', '2026-04-08'], acp: ['2026-01-30', '2026-04-17'] };

interface Times {
  release: number;
}

export class Crowd {
  private readonly admin: Staff;
  private readonly shoppers: { who: Shopper; orderId: string }[] = [];
  private readonly guests: { who: Guest; orderId: string }[] = [];
  private products: string[] = [];
  /** ms UTC */
  private release = 0;

  constructor(private readonly world: World) {
    this.admin = new Staff(world, 'admin');
  }

  async beforeRelease({ release }: Times): Promise<void> {
    this.release = release;
    const random = this.world.random.of('crowd');
    const limit = random.of('limit').chance(0.5) ? 1 : null;
    await this.admin.trustMails();
    const [here, there] = await Promise.all([this.openShop('ucp'), this.openShop('acp')]);
    const drops = [
      this.admin.makeDrop('Box Hoodie', random.whole(1, 5), release, limit, here),
      this.admin.makeDrop('Camp Cap', random.whole(1, 3), release + random.whole(0, 20_000), null, there),
    ];
    this.products = (await Promise.all(drops)).filter((id) => id !== undefined);
    if (this.products.length === 0) return;
    await this.admin.makePromo('WINTER', random.whole(1, 3));
    const shopping = Array.from({ length: random.whole(2, 5) }, (_, i) => this.shop(`ada${i}`, `ada${i}`));
    // The same card and address under another name.
    if (random.chance(0.4)) shopping.push(this.shop('eve', 'ada0'));
    if (random.chance(0.3)) shopping.push(this.shopInvited());
    const asGuests = Array.from({ length: random.whole(0, 2) }, (_, i) => this.shopAsGuest(`bea${i}`));
    const [product = ''] = this.products;
    if (random.chance(0.15)) shopping.push(this.move(product, release + random.whole(1, 5) * 1_000));
    if (random.chance(0.1)) shopping.push(this.callOff());
    await Promise.all([...shopping, ...asGuests]);
  }

  /** Half of the drops are bought at a shop that a token pays, which asks for 190.44 or more. */
  private async openShop(protocol: 'ucp' | 'acp'): Promise<{ retailerId: string; most: number } | null> {
    const random = this.world.random.of(protocol);
    if (random.chance(0.5)) return null;
    const retailerId = await this.admin.addShop(protocol, random.pick(VERSIONS[protocol]));
    return retailerId ? { retailerId, most: random.chance(0.2) ? 180 : 192 } : null;
  }

  async afterRelease(): Promise<void> {
    const { admin } = this;
    await Promise.all([
      ...this.shoppers.map(async ({ who, orderId }, i) => {
        await who.pause(0, 15_000);
        if (who.random.chance(0.5)) await who.payAgain(orderId);
        if (who.random.chance(0.4)) await admin.refund(orderId, who.random.chance(0.5) ? 5 : null, `refund ${i}`);
        if (who.random.chance(0.3)) await admin.refund(orderId, null, `refund again ${i}`);
        if (who.random.chance(0.3)) await who.erase('erase');
      }),
      ...this.shoppers.map(({ who, orderId }, i) => this.forward(who, orderId, `mail ${i}`)),
      ...this.guests.map(async ({ who, orderId }) => {
        await who.pause(0, 15_000);
        if (who.random.chance(0.4)) await who.act(orderId, 'erase');
      }),
    ]);
  }

  async afterPromise(): Promise<void> {
    await Promise.all([
      ...this.shoppers.map(({ who, orderId }, i) => this.forward(who, orderId, `late mail ${i}`)),
      ...this.shoppers.map(async ({ who }) => {
        await who.pause(0, 10_000);
        if (who.random.chance(0.3)) await who.erase('erase at last');
      }),
    ]);
  }

  private async forward(who: Shopper, orderId: string, step: string): Promise<void> {
    const random = who.random.of(step);
    if (random.chance(0.5)) {
      await who.pause(0, 12_000);
      const reference = `${orderId}:${random.whole(1, 2)}`;
      await who.forward(forged(who.email, reference, random.whole(0, 3)), `forged ${step}`);
    }
    const sold = this.world.emulators.sales().find((sale) => sale.orderId === orderId);
    if (!sold || random.chance(0.5)) return;
    const { reference, orderNumber, product } = sold;
    const mail = await confirmation({ to: who.email, product, reference, number: orderNumber });
    await who.pause(0, 6_000);
    await who.forward(mail, `true ${step}`);
  }

  private async shop(name: string, home: string, invitation: string | null = null): Promise<void> {
    const who = new Shopper(this.world, name, home);
    await who.pause(0, 8_000);
    if (!(await who.signUp(invitation))) return;
    const promo = who.random.chance(0.5) ? 'WINTER' : null;
    const products = who.random.chance(0.3) ? this.products : [who.random.pick(this.products)];
    for (const productId of products) {
      // A double click that sent two keys.
      const [orderId] = await Promise.all([
        who.reserve(productId, promo, `reserve ${productId}`),
        who.random.chance(0.2) ? who.reserve(productId, promo, `reserve again ${productId}`) : undefined,
      ]);
      if (orderId) this.shoppers.push({ who, orderId });
      else await this.joinWaitingList(who, productId);
      if (orderId && who.random.of(`more ${productId}`).chance(0.3)) await this.askForMore(who, productId);
      if (orderId && promo && who.random.of(`race ${productId}`).chance(0.4))
        await this.race(who, productId, promo, orderId);
      else if (orderId && who.random.chance(0.2)) await who.withdraw(orderId);
      else if (orderId && who.random.chance(0.1)) await this.admin.withdraw(orderId);
    }
    if (who.random.chance(0.1)) await who.erase('erase early');
    else await this.maybeWithdraw(who);
    await this.forgeConfirmation(who);
  }

  private async forgeConfirmation(who: Shopper): Promise<void> {
    const random = who.random.of('hope');
    for (const { orderId } of this.shoppers.filter((one) => one.who === who)) {
      if (!random.chance(0.5)) continue;
      await wait(Math.max(0, this.release - Date.now()) + random.whole(100, 9_000));
      await who.forward(forged(who.email, `${orderId}:1`, random.whole(0, 3)), `hope ${orderId}`);
    }
  }

  /** Another slot of the same drop for another address, which the limit may refuse. */
  private async askForMore(who: Shopper, productId: string): Promise<void> {
    const another = await who.saveAnother();
    const orderId = another && (await who.reserve(productId, null, `more ${productId}`, true, another));
    if (orderId) this.shoppers.push({ who, orderId });
  }

  /** Withdraws and reserves again at the same price, without keys: whichever command comes first, a discount needs a redeemed code. */
  private async race(who: Shopper, productId: string, promo: string, first: string): Promise<void> {
    let held = first;
    for (let round = 0; round < 3; round += 1) {
      const [, ...again] = await Promise.all([
        who.withdraw(held),
        ...[1, 2].map((n) => who.reserve(productId, promo, `race ${productId} ${round} ${n}`, false)),
      ]);
      const next = again.find((orderId) => orderId !== undefined && orderId !== held);
      if (!next) return;
      held = next;
      this.shoppers.push({ who, orderId: held });
    }
  }

  private async maybeWithdraw(who: Shopper): Promise<void> {
    const own = this.shoppers.find((one) => one.who === who);
    if (!own || !who.random.of('second thoughts').chance(0.4)) return;
    await who.pause(6_000, 14_000);
    await who.withdraw(own.orderId);
  }

  private async joinWaitingList(who: Shopper, productId: string): Promise<void> {
    const random = who.random.of(`line ${productId}`);
    if (!random.chance(0.8) || !(await who.joinWaitingList(productId))) return;
    for (let look = 0; look < 4; look += 1) {
      await who.pause(500, 3_000);
      if (!(await who.isOffered(productId, `look ${look} ${productId}`))) continue;
      if (random.chance(0.3)) return;
      if (random.chance(0.3)) return who.leaveWaitingList(productId);
      const orderId = await who.reserve(productId, null, `accept ${productId}`);
      if (orderId) this.shoppers.push({ who, orderId });
      return;
    }
    if (random.chance(0.3)) await who.leaveWaitingList(productId);
  }

  private async shopInvited(): Promise<void> {
    const token = await this.admin.invite('ida@example.org');
    if (token) await this.shop('ida', 'ida', token);
  }

  private async shopAsGuest(name: string): Promise<void> {
    const who = new Guest(this.world, name);
    await who.pause(0, 12_000);
    const orderId = await who.reserve(who.random.pick(this.products), who.random.chance(0.3) ? 'WINTER' : null);
    if (!orderId) return;
    this.guests.push({ who, orderId });
    if (who.random.chance(0.2)) await who.act(orderId, 'withdraw');
    if (who.random.chance(0.1)) await who.act(orderId, 'erase', 'erase early');
  }

  private async move(productId: string, releaseAt: number): Promise<void> {
    await this.admin.pause(2_000, 15_000);
    await this.admin.move(productId, releaseAt);
  }

  private async callOff(): Promise<void> {
    await this.admin.pause(5_000, 20_000);
    const productId = this.products.at(-1);
    if (productId) await this.admin.cancel(productId);
  }
}
