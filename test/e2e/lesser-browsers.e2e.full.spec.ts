import { jest } from '@jest/globals';
import { TARGET_NAMES } from '../../scripts/engines.js';
import { describeInBrowser } from '../support/browser.js';
import { person } from '../support/people.js';
import { PASSWORD } from '../support/shopper.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(120_000);
const PRODUCT = 'Patience Parka';
/** Chromium's and React's lines for a script without an answer */
const NO_ANSWER = /^Failed to load resource: net::ERR_|^ChunkMissing/;

describeInBrowser('in a browser that lacks something', () => {
  let venue: Venue;
  let productId: string;

  beforeAll(async () => {
    venue = await Venue.open();
    ({ productId } = await venue.drop({ productTitle: PRODUCT, totalStock: 20 }));
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  it('both applications work without its storage: a session lasts as long as its page', async () => {
    const { who } = await venue.shopper(person(1));
    const visitor = await venue.visitor(who);
    const { page } = visitor;
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { configurable: true, get });
      }
    });
    await page.goto('/login');
    await visitor.fill('Email', who.email);
    await visitor.fill('Password', PASSWORD);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Shop', exact: true }).click();
    await page.getByRole('heading', { name: PRODUCT }).first().waitFor();
    await page.goto('/admin/');
    await page.locator('input[name=password]').waitFor();
  });

  it('both applications name the required browsers, and load nothing else', async () => {
    const { page } = await venue.visitor(person(2));
    await page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'toSorted');
    });
    for (const path of ['/', `/purchase?productId=${productId}`, '/admin/']) {
      // The scripts never load, so the page never finishes loading.
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByRole('heading', { name: 'Your browser is too old for this page.' }).waitFor();
      await page.getByText(`Supreme Access needs ${TARGET_NAMES}, or newer.`).waitFor();
      expect(await page.locator('#root, script[type=module]').count()).toBe(0);
    }
  });

  it('a product whose script fails to load leaves the shop usable, and opens in the sheet later', async () => {
    const { visitor } = await venue.arrival('/login', person(3));
    const { page } = visitor;
    await page.route('**/assets/product-sheet-*.js', (route) => route.abort());
    await page.goto('/shop');
    await page.getByRole('button', { name: PRODUCT }).click();
    const sheet = page.getByRole('dialog', { name: PRODUCT });
    await sheet.getByText('A part of this page did not load.').waitFor();
    expect(await page.locator('#shop-grid').count()).toBe(1);
    await page.unroute('**/assets/product-sheet-*.js');
    await sheet.getByRole('button', { name: 'Secure Checkout' }).waitFor();
    expect((await venue.clear()).filter((complaint) => !NO_ANSWER.test(complaint))).toEqual([]);
  });
});
