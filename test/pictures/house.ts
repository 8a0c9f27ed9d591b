import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { SEED_PRODUCTS } from '../../backend/src/start/demo-catalogue.js';
import { storyOf } from '../../backend/src/start/demo-stories.js';
import { type Api, expectOk } from '../support/api.js';
import { createDrop, type Drop, eventually } from '../support/drops.js';
import { freePort } from '../support/free-port.js';
import { BrowserCrypto } from '../support/jwe.js';
import { linkIn, type Page as MailedPage, mailTo } from '../support/mailbox.js';
import { MovedClock } from '../support/moved-clock.js';
import { RetailerProcess, StripeProcess } from '../support/partner-processes.js';
import { acoInput, CARDS, type Person, person } from '../support/people.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { PASSWORD, Shopper } from '../support/shopper.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** ms for which anything is waited for */
const PATIENCE = 30_000;
/** ms that the retailer takes where it is told to be slow */
const SLOW = 9_000;
const VIEWER = { timezoneId: 'America/New_York', locale: 'en-US', reducedMotion: 'reduce' } as const;
const SIZES: Readonly<Record<'phone' | 'desk', BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
/** what the seed tells of a product, by the last part of its id */
const CATALOGUE = new Map(SEED_PRODUCTS.map((seed) => [seed.productId.replace('seed-', ''), seed]));

/** `ahead`: ms from now to the release; without, its release is started by hand */
interface Otherwise extends Partial<Drop> {
  ahead?: number;
  reservationClosesAt?: string;
  avail?: boolean;
  pictures?: AdminProduct['pictures'];
}

/** Server, retailer and Stripe emulator, each a process of its own, on one clock that can be moved, and a browser to look at it. */
export class House {
  private people = 0;
  private closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly server: ServerProcess,
    readonly partners: { retailer: RetailerProcess; stripe: StripeProcess },
    readonly clock: MovedClock,
    readonly browser: Browser,
  ) {}

  static async open(browser: Browser): Promise<House> {
    const directory = await mkdtemp(join(tmpdir(), 'states-'));
    const clock = MovedClock.in(directory);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const slow = { SANDBOX_SLOW_MS: String(SLOW), SANDBOX_LATENCY: '{"min":60,"max":240}' };
    const retailer = await RetailerProcess.start(join(directory, 'retailer'), { ...clock.settings, ...slow });
    const stripe = await StripeProcess.start(join(directory, 'stripe'), `${url}/api/webhooks/stripe`, clock.settings);
    const here = { PORT: String(port), PUBLIC_URL: url, INBOUND_ADDRESS: 'confirmations@supreme-access.test' };
    const all = { ...clock.settings, ...retailer.settings, ...stripe.settings, ...here };
    const server = await ServerProcess.start(all, join(directory, 'server'));
    const house = new House(server, { retailer, stripe }, clock, browser);
    house.closing = [
      () => server.kill(),
      () => retailer.stop(),
      () => stripe.stop(),
      () => rm(directory, { recursive: true, force: true }),
    ];
    return house;
  }

  async close(): Promise<void> {
    for (const end of this.closing) await end();
  }

  /** Signed in anew each time: sessions end within a day of a clock that is moved. */
  admin(): Promise<Api> {
    return this.server.admin();
  }

  /** A drop of the demo's catalogue, by the last part of its id, with whatever is to be otherwise. */
  async drop(name: string, { ahead, ...other }: Otherwise = {}): Promise<AdminProduct> {
    const seed = CATALOGUE.get(name);
    if (!seed) throw new Error(`no ${name} in the demo's catalogue`);
    const { productTitle, totalStock, sizeType, styles, tags, productImage, price } = seed;
    const { retailPrice, ...story } = storyOf(productImage);
    const told = retailPrice && { amount: retailPrice.amount / 100, currency: retailPrice.currency };
    const releaseAt = ahead === undefined ? null : this.in(ahead);
    const shown = { productTitle, totalStock, sizeType, tags, productImage };
    const all = {
      ...shown,
      ...story,
      styles: styles.join(', '),
      price: price / 100,
      retailPrice: told,
      releaseAt,
      releaseTz: 'Europe/London',
      ...other,
    };
    return createDrop(await this.admin(), all);
  }

  /** An instant from now on, as ISO 8601. */
  in(ms: number): string {
    return new Date(this.clock.now() + ms).toISOString();
  }

  async edit(productId: string, changes: object): Promise<void> {
    await expectOk((await this.admin()).post('/api/admin/products/edit', { productId, ...changes }));
  }

  async release(productId: string): Promise<void> {
    await expectOk((await this.admin()).post(`/api/admin/products/${productId}/release`));
  }

  /** Waits until the release says itself that it is over. */
  async departed(productId: string): Promise<void> {
    await eventually('the end of the release', PATIENCE, async () => {
      const { body } = await (await this.admin()).get<AdminProduct>(`/api/admin/products/${productId}`);
      return body.releaseFinishedAt ?? undefined;
    });
  }

  /** Somebody whom nobody has seen before. */
  somebody(): Person {
    this.people += 1;
    return person(this.people, 'states');
  }

  /** Somebody who has finished the setup, without the pages. */
  async shopper(card: string = CARDS.pays): Promise<Shopper> {
    const crypto = await BrowserCrypto.open(this.server.anyone);
    const shopper = await Shopper.signUp(this.server.anyone, crypto, this.somebody());
    await shopper.saveCard(card);
    await shopper.addProfile();
    return shopper;
  }

  /** Slots of a drop, each of somebody else. */
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

  /** A slot for somebody without an account, without the pages. */
  async guestOrder({ productId, styles }: AdminProduct): Promise<Person> {
    const who = this.somebody();
    const crypto = await BrowserCrypto.open(this.server.anyone);
    const [style = ''] = styles.split(', ');
    const acoDataPayload = await crypto.seal('aco', acoInput(who, 'm', style), null);
    const wish = { email: who.email, name: who.name, productId, stripeToken: 'tok_visa', acoDataPayload };
    await expectOk(this.server.anyone.post('/api/checkout/completeuser', wish));
    return who;
  }

  /** Waits until an order is as it is to be, and answers it. */
  order(shopper: Shopper, isSo: (order: Order) => boolean): Promise<Order> {
    return eventually('the order', PATIENCE, async () => (await shopper.orders()).find(isSo));
  }

  /** The path that the newest mail of a kind to somebody leads to. */
  async linkTo(who: Person, kind: string, under: MailedPage): Promise<string> {
    return linkIn(await mailTo(this.server.directory, kind, who.email), under);
  }

  /** A new window with a storage of its own. */
  async window(width: 'phone' | 'desk'): Promise<Page> {
    const context = await this.browser.newContext({ ...SIZES[width], ...VIEWER, baseURL: this.server.url });
    context.setDefaultTimeout(PATIENCE);
    return context.newPage();
  }

  /** Somebody signs in on their phone and opens a page. */
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

  /** Staff sign in at their desk and open a page. */
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
