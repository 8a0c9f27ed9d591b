import type { INestApplicationContext } from '@nestjs/common';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { NEW_PRODUCT } from '../catalogue/products/product-form.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { CreatePromo, promo } from '../catalogue/promos/promo.js';
import { promosProjection } from '../catalogue/promos/promos.projection.js';
import type { Config } from '../config/config.js';
import { CLOCK, CONFIG } from '../config/tokens.js';
import { Commands } from '../event-sourcing/commands.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import { SEED_PRODUCTS, SEED_PROMOS, type SeedDrop, type SeedProduct, seedRelease } from './demo-catalogue.js';
import { type SeedPerson, SeedShoppers, seedMetadata } from './demo-shoppers.js';
import { SeedShops } from './demo-shops.js';
import { storyOf } from './demo-stories.js';

export interface DemoLogin {
  email: string;
  password: string;
}

const HOUR = 3_600_000;
const NEXT = 'seed-next-';
const SOON: SeedDrop = { role: 'soon', minutesAhead: 5 };

const person = (n: number, firstName: string, lastName: string, address1: string): SeedPerson => ({
  email: n === 0 ? 'shopper@supreme-access.test' : `${firstName}.${lastName}@supreme-access.test`.toLowerCase(),
  phone: `+1503200010${n}`,
  address: { firstName, lastName, address1, city: 'Portland', state: 'OR', zip: '97201', country: 'US' },
});
export const DEMO_SHOPPER = person(0, 'Mara', 'Lund', '12 Ferry Street');
const HOLDERS = [person(1, 'Ines', 'Castro', '34 Harbor Street'), person(2, 'Hugo', 'Dahl', '56 Foundry Road')];

/** Seeds an empty installation, or adds a drop; repeatable after a crash. Call it after the catch-up. */
export async function seedDemo(app: INestApplicationContext): Promise<DemoLogin | null> {
  const seeding = new Seeding(app);
  return (await seeding.isWanted()) ? seeding.run() : null;
}

class Seeding {
  private readonly commands: Commands;
  private readonly reads: Reads;
  private readonly config: Config;
  private readonly now: number;

  constructor(private readonly app: INestApplicationContext) {
    this.commands = app.get(Commands);
    this.reads = app.get(Reads);
    this.config = app.get<Config>(CONFIG);
    this.now = app.get<() => number>(CLOCK)();
  }

  async isWanted(): Promise<boolean> {
    const { seed, stripe, engines } = this.config;
    if (seed !== 'auto') return seed === 'demo';
    if (stripe.secretKey !== null || engines !== null) return false;
    const [all, own] = await Promise.all([
      this.reads.count(productsProjection),
      this.reads.count(productsProjection, { productId: { in: SEED_PRODUCTS.map(({ productId }) => productId) } }),
    ]);
    return all === 0 || own > 0;
  }

  async run(): Promise<DemoLogin | null> {
    const isFirst = (await this.reads.count(productsProjection)) === 0;
    for (const seed of SEED_PRODUCTS) await this.offer(seed);
    for (const { promoCode, ...facts } of SEED_PROMOS) {
      if (await this.reads.get(promosProjection, promoCode)) continue;
      const none = { startsAt: null, endsAt: null, limit: null, limitPerAccount: null };
      await this.commands.execute(promo, new CreatePromo(promoCode, { ...none, ...facts }, seedMetadata(promoCode)));
    }
    const login = await this.people();
    if (!isFirst) await this.addDrop();
    return login;
  }

  private async offer({ drop, productId, protocol = 'ucp', ...shown }: SeedProduct): Promise<void> {
    if (await this.reads.get(productsProjection, productId)) return;
    const release = seedRelease(drop, this.now) ?? { releaseAt: null, releaseTz: null };
    const story = storyOf(shown.productImage);
    const retail = await new SeedShops(this.app).sell(productId, { ...shown, ...story }, protocol);
    const more = { ...story, ...release, ...retail, reservationClosesAt: null, retailerProductId: productId };
    const data = { ...NEW_PRODUCT, ...shown, ...more };
    await this.commands.execute(product, new CreateProduct(productId, data, seedMetadata(productId)));
  }

  private async people(): Promise<DemoLogin | null> {
    const soldOut = SEED_PRODUCTS.find(({ drop }) => drop.role === 'sold-out');
    if (!soldOut) return null;
    const { productId, styles } = soldOut;
    if ((await this.reads.count(ordersProjection, { productId })) >= HOLDERS.length) return null;
    const shoppers = new SeedShoppers(this.app);
    const { password } = await shoppers.shopper(DEMO_SHOPPER);
    const input = { productId, size: 'm', style: styles[0] ?? '' };
    for (const holder of HOLDERS) await shoppers.holdSlot(await shoppers.shopper(holder), input);
    return password === null ? null : { email: DEMO_SHOPPER.email, password };
  }

  private async addDrop(): Promise<void> {
    const ahead = { delisted: false, cancelled: false, avail: true, startedAt: null };
    const soon = { ...ahead, releaseAt: { gt: this.now, lte: this.now + HOUR } };
    if ((await this.reads.count(productsProjection, soon)) > 0) return;
    const number = 1 + (await this.reads.count(productsProjection, { productId: { prefix: NEXT } }));
    const patterns = SEED_PRODUCTS.filter(({ drop }) => drop.role !== 'sold-out');
    const pattern = patterns[number % patterns.length];
    if (!pattern) return;
    const productTitle = `${pattern.productTitle} No. ${number + 1}`;
    await this.offer({ ...pattern, productTitle, productId: `${NEXT}${number}`, drop: SOON });
  }
}
