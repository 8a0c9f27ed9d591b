import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, allOrders, createDrop, eventually, untilNoneIsLeft } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';
import { SELLER, SHOP_KEY, type Stage, signInAgain } from './stage.js';

/** Medusa with this plugin, as it was met. */
const DOORS: readonly { protocol: 'ucp' | 'acp'; version: string; quirks: Quirk[] }[] = [
  {
    protocol: 'ucp',
    version: '2026-04-08',
    quirks: ['address-at-create', 'token-field', 'sold-out-in-words', 'order-unnamed'],
  },
  {
    protocol: 'acp',
    version: '2026-01-30',
    quirks: ['option-chosen', 'token-field', 'sold-out-in-words', 'order-unnamed'],
  },
];
/** The first is wanted twice as often as the others. */
const WANTED = ['s', 's', 'm', 'l'];
/** ms from the announcement to the first release, and from each to the next */
const NOTICE = 8_000;
const APART = 20_000;
/** ms in which there must be progress */
const PATIENCE = 90_000;
/** ms, the longest first lease of a claim */
const LEASE = 60_000;
/** ms without an outcome after which time passes */
const STILL = 30_000;
/** ms that pass then, and how often */
const LOOK_EVERY = 8 * 60_000;
const LOOKS = 5;
/** requests to complete after which the server is killed */
const KILLS = [8, 24];

/** One product per protocol, each bought at the same shop. */
export async function listDrops({ admin, proxy, shop }: Stage, slots: number): Promise<AdminProduct[]> {
  const items = shop.items.map((item) => ({ ...item, style: 'Ink' }));
  return each(DOORS, 1, async ({ protocol, version, quirks }) => {
    const facts = { name: `Medusa over ${protocol}`, protocol, version, quirks, sellerProfile: SELLER, key: SHOP_KEY };
    const added = { ...facts, baseUrl: `http://${proxy.host}`, shipping: 'cheapest', password: ADMIN.password };
    const { id } = await expectOk(admin.post<AdminRetailer>('/api/admin/retailers', added));
    const { discovery } = await expectOk(admin.post<AdminRetailer>(`/api/admin/retailers/${id}/discover`));
    if (discovery?.version !== version) throw new Error(`the shop speaks ${discovery?.version} over ${protocol}`);
    const retail = { retailerId: id, retailerItems: items, retailPrice: { amount: 168, currency: 'usd' } };
    return createDrop(admin, { productTitle: `Forest Jacket (${protocol})`, totalStock: slots, ...retail });
  });
}

/** Each shopper reserves one slot of each product. Returns the number of slots held. */
export async function reserve({ anyone }: Stage, drops: readonly AdminProduct[], shoppers: number): Promise<number> {
  const crypto = await BrowserCrypto.open(anyone);
  const slots = await each(range(shoppers), 4, async (index) => {
    const shopper = await Shopper.signUp(anyone, crypto, person(index, 'shops'));
    await shopper.saveCard();
    const profileId = await shopper.addProfile();
    const size = WANTED[index % WANTED.length] ?? 's';
    return each(drops, 1, ({ productId }) => expectOk(shopper.reserve({ productId, profileId, size, style: 'Ink' })));
  });
  return slots.flat().length;
}

export async function release({ admin }: Stage, drops: readonly AdminProduct[]): Promise<void> {
  const first = Date.now() + NOTICE;
  for (const [index, { productId }] of drops.entries()) {
    const releaseAt = new Date(first + index * APART).toISOString();
    await expectOk(admin.post('/api/admin/products/edit', { productId, releaseAt }));
  }
}

/** Kills the server while it buys, and starts it again when its claims have lapsed. */
export async function killWhileBuying({ proxy, server, clock }: Stage): Promise<number> {
  for (const after of KILLS) {
    await untilNoneIsLeft(`${after} purchases`, 3 * PATIENCE, async () => {
      const left = Math.max(0, after - proxy.completed);
      return { left, found: proxy.completed };
    });
    await server.kill();
    await clock.moveTo(clock.now() + LEASE);
    await server.supervised();
  }
  return KILLS.length;
}

const isMoving = ({ status }: Order) => status === 'pending' || status === 'processing';

/**
 * Waits as long as orders come to their end, and lets time pass where all wait for a lease or a later look. Returns how
 * many are left to the 72 hours, which then pass.
 */
export async function settle(stage: Stage): Promise<number> {
  let [fewest, since, passed] = [Number.POSITIVE_INFINITY, Date.now(), 0];
  const left = await eventually('the outcome of every order', 6 * PATIENCE, async () => {
    const moving = (await allOrders(stage.admin)).filter(isMoving).length;
    if (moving < fewest) [fewest, since] = [moving, Date.now()];
    else if (Date.now() - since > STILL && passed < LOOKS) {
      await stage.clock.moveTo(stage.clock.now() + LOOK_EVERY);
      [since, passed] = [Date.now(), passed + 1];
    }
    return moving === 0 || Date.now() - since > STILL ? moving : undefined;
  });
  if (left > 0) await passThe72Hours(stage);
  return left;
}

/** One drop after the other: an order has a minute to end in. */
async function passThe72Hours(stage: Stage): Promise<void> {
  const started = (await allEvents(stage.admin)).filter(({ type }) => type === 'ReleaseStarted');
  const ends = started.map(({ stream, data }) => ({ stream, closesAt: Number(data.closesAt) }));
  for (const { stream, closesAt } of ends.toSorted((one, other) => one.closesAt - other.closesAt)) {
    await stage.clock.moveTo(closesAt);
    await signInAgain(stage);
    await untilNoneIsLeft(`the end of every order of ${stream}`, PATIENCE, async () => {
      const found = (await allOrders(stage.admin)).filter(
        (order) => stream === `product-${order.productId}` && (isMoving(order) || order.status === 'action_required'),
      );
      return { left: found.length, found };
    });
  }
}
