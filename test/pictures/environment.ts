import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { SEED_PRODUCTS } from '../../backend/src/server/demo-catalogue.js';
import { storyOf } from '../../backend/src/server/demo-stories.js';
import { type Api, expectOk } from '../support/api.js';
import { createDrop, type Drop, eventually } from '../support/drops.js';
import { RetailerProcess, StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { BrowserCrypto } from '../support/jwe.js';
import { linkIn, type Page as MailedPage, mailTo } from '../support/mailbox.js';
import { MovedClock } from '../support/moved-clock.js';
import { acoInput, CARDS, type Person, person } from '../support/people.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { PASSWORD, Shopper } from '../support/shopper.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** ms */
const PATIENCE = 30_000;
/** ms of a slow answer of the retailer */
const SLOW = 9_000;
const VIEWER = { timezoneId: 'America/New_York', locale: 'en-US', reducedMotion: 'reduce' } as const;
const SIZES: Readonly<Record<'phone' | 'desk', BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
/** the seed's products by the last part of their id */
const CATALOGUE = new Map(SEED_PRODUCTS.map((seed) => [seed.productId.replace('seed-', ''), seed]));

/** `ahead`: ms to the release; without it the release is started by hand */
interface Otherwise extends Partial<Drop> {
  ahead?: number;
  reservationClosesAt?: string;
  avail?: boolean;
  pictures?: AdminProduct['pictures'];
}

/** Server, retailer and Stripe emulator as processes on one movable clock, and a browser. */
export class Environment {
  private people = 0;
  private closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly server: ServerProcess,
    readonly partners: { retailer: RetailerProcess; stripe: StripeProcess },
    readonly clock: MovedClock,
    readonly browser: Browser,
  ) {}

  static async open(browser: Browser): Promise<Environment> {
    const directory = await mkdtemp(join(tmpdir(), 'states-'));
    const clock = MovedClock.in(directory);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const slow = { SANDBOX_SLOW_MS: String(SLOW), SANDBOX_LATENCY: '{"min":60,"max":240}' };
    const stripe = await StripeProcess.start(join(directory, 'stripe'), `${url}/api/webhooks/stripe`, clock.settings);
    const sandbox = { ...clock.settings, ...stripe.sellerSettings, ...slow };
    const retailer = await RetailerProcess.start(join(directory, 'retailer'), sandbox);
    const here = { PORT: String(port), PUBLIC_URL: url, INBOUND_ADDRESS: 'confirmations@supreme-access.test' };
    const all = { ...clock.settings, ...retailer.settings, ...stripe.settings, ...here };
    const server = await ServerProcess.start(all, join(directory, 'server'));
    const env = new Environment(server, { retailer, stripe }, clock, browser);
    env.closing = [
      () => server.kill(),
      () => retailer.stop(),
      () => stripe.stop(),
      () => rm(directory, { recursive: true, force: true }),
    ];
    return env;
  }

  async close(): Promise<void> {
    for (const end of this.closing) await end();
  }

  /** A new session each time: the moved clock ends sessions. */
  admin(): Promise<Api> {
    return this.server.admin();
  }

  /** A drop of the demo's catalogue with changes. */
  async drop(name: string, { ahead, ...other }: Otherwise = {}): Promise<AdminProduct> {
    const seed = CATALOGUE.get(name);
    if (!seed) throw new Error(`no ${name} in the demo's catalogue`);
    const { productTitle, totalStock, sizeType, styles, tags, productImage, price } = seed;
    const { retailPrice, ...story } = storyOf(productImage);
    const retail = retailPrice && { amount: retailPrice.amount / 100, currency: retailPrice.currency };
    const releaseAt = ahead === undefined ? null : this.in(ahead);
    const shown = { productTitle, totalStock, sizeType, tags, productImage };
    const all = {
      ...shown,
      ...story,
      styles: styles.join(', '),
      price: price / 100,
      retailPrice: retail,
      releaseAt,
      releaseTz: 'Europe/London',
      ...other,
    };
    return createDrop(await this.admin(), all);
  }

  in(ms: number): string {
    return new Date(this.clock.now() + ms).toISOString();
  }

  async edit(productId: string, changes: object): Promise<void> {
    await expectOk((await this.admin()).post('/api/admin/products/edit', { productId, ...changes }));
  }

  async release(productId: string): Promise<void> {
    await expectOk((await this.admin()).post(`/api/admin/products/${productId}/release`));
  }

  async departed(productId: string): Promise<void> {
    await eventually('the end of the release', PATIENCE, async () => {
      const { body } = await (await this.admin()).get<AdminProduct>(`/api/admin/products/${productId}`);
      return body.releaseFinishedAt ?? undefined;
    });
  }

  somebody(): Person {
    this.people += 1;
    return person(this.people, 'states');
  }

  /** A shopper with a finished setup, made without pages. */
  async shopper(card: string = CARDS.pays): Promise<Shopper> {
    const crypto = await BrowserCrypto.open(this.server.anyone);
    const shopper = await Shopper.signUp(this.server.anyone, crypto, this.somebody());
    await shopper.saveCard(card);
    await shopper.addProfile();
    return shopper;
  }

  /** Reserves slots for as many other people. */
  async fill(
    { productId, styles, sizeType }: AdminProduct,
    slots: number,
    card: string = CARDS.pays,
  ): Promise<Shopper[]> {
    const [style = ''] = styles.split(', ');
    const size = sizeType === 'OS' ? 'os' : 'm';
    const holders: Shopper[] = [];
    for (let slot = 0; slot < slots; slot += 1) {
      const shopper = await this.shopper(card);
      await shopper.secure(productId, size, style);
      holders.push(shopper);
    }
    return holders;
  }

  /** A guest's slot, made without pages. */
  async guestOrder({ productId, styles }: AdminProduct): Promise<Person> {
    const who = this.somebody();
    const crypto = await BrowserCrypto.open(this.server.anyone);
    const [style = ''] = styles.split(', ');
    const acoDataPayload = await crypto.seal('aco', acoInput(who, 'm', style), null);
    const reservation = { email: who.email, name: who.name, productId, stripeToken: 'tok_visa', acoDataPayload };
    await expectOk(this.server.anyone.post('/api/checkout/completeuser', reservation));
    return who;
  }

  order(shopper: Shopper, isSo: (order: Order) => boolean): Promise<Order> {
    return eventually('the order', PATIENCE, async () => (await shopper.orders()).find(isSo));
  }

  /** The path of the link in the person's newest mail of a kind. */
  async linkTo(who: Person, kind: string, under: MailedPage): Promise<string> {
    return linkIn(await mailTo(this.server.directory, kind, who.email), under);
  }

  async window(width: 'phone' | 'desk'): Promise<Page> {
    const context = await this.browser.newContext({ ...SIZES[width], ...VIEWER, baseURL: this.server.url });
    context.setDefaultTimeout(PATIENCE);
    return context.newPage();
  }

  async arrival({ who }: Pick<Shopper, 'who'>, path: string): Promise<Page> {
    const page = await this.window('phone');
    await page.goto('/login');
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL((to) => to.pathname !== '/login');
    await page.goto(path);
    return page;
  }

  async staff(path: string, who: { email: string; password: string } = ADMIN): Promise<Page> {
    const page = await this.window('desk');
    await page.goto('/admin/');
    await page.locator('input[name="email"]').fill(who.email);
    await page.locator('input[name="password"]').fill(who.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
    await page.goto(path);
    return page;
  }
}
