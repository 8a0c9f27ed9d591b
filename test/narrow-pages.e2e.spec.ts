import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './support/browser.js';
import { overflow } from './support/layout.js';
import { person } from './support/people.js';
import { DROP, FOR_GUESTS, pathOf, SCREENS, type Screen } from './support/screens.js';
import { Venue } from './support/venue.js';
import type { Visitor } from './support/visitor.js';

/** ms; each walk opens some three dozen screens, on a machine that may be busy */
jest.setTimeout(300_000);

/** px: a phone of 320 and one of 390 px as they are, and at 200 % */
const WIDTHS = [160, 195, 320, 390];
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze With A Title That Goes On';

describeInBrowser('in the browser, on a narrow screen or at 200 %', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
    await venue.drop({ productTitle: DROP, totalStock: 20, styles: 'Ink, Stone' });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** What stands out of the window at each of the widths. */
  async function tooWide(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      found.push(...(await overflow(page)));
    }
    return found;
  }

  async function walk({ page, title }: Visitor, screens: readonly Screen[]): Promise<string[]> {
    const found: string[] = [];
    for (const each of screens) {
      await page.goto(pathOf(each));
      await title.filter({ hasText: each.heading }).waitFor();
      found.push(...(await tooWide(page)));
    }
    return found;
  }

  it('every public screen fits', async () => {
    const guest = await venue.visitor(person(1, 'narrow'));
    const screens = SCREENS.filter(({ access }) => access === 'public');
    expect(await walk(guest, [...screens, ...FOR_GUESTS])).toEqual([]);
  });

  it('every screen of an account fits', async () => {
    const { visitor } = await venue.arrival('/user/orders', person(2, 'narrow'));
    const screens = SCREENS.filter(({ access }) => access === 'session');
    expect(await walk(visitor, screens)).toEqual([]);
  });

  it('a product, its orders and profiles fit, however long its words are', async () => {
    const { productId } = await venue.drop({
      productTitle: LONG,
      // as many as get a cell each
      totalStock: 60,
      styles: 'Ink, Kapitänsmützenblau',
      releaseAt: new Date(Date.now() + 90 * 60_000).toISOString(),
      releaseTz: 'America/New_York',
    });
    const { visitor, shopper } = await venue.arrival('/user/orders', person(3, 'narrow'));
    await shopper.addProfile(person(4, 'narrow'), undefined, LONG.slice(0, 50));
    await shopper.secure(productId);
    const found: string[] = [];
    for (const path of [
      '/',
      '/shop',
      `/product?productId=${productId}`,
      '/user/orders',
      '/user/profiles',
      '/dashboard',
    ]) {
      await visitor.page.goto(path);
      await visitor.page.getByText(LONG.slice(0, 20)).first().waitFor();
      found.push(...(await tooWide(visitor.page)));
    }
    const guest = await venue.visitor(person(5, 'narrow'));
    await venue.guestOrder(guest.who, productId);
    await guest.page.goto(`/purchase?productId=${productId}`);
    await guest.title.filter({ hasText: LONG }).waitFor();
    found.push(...(await tooWide(guest.page)));
    await guest.page.goto(await venue.linkTo(guest.who, 'slot-confirmed', '/action/'));
    await guest.ticket(LONG).waitFor();
    found.push(...(await tooWide(guest.page)));
    expect(found).toEqual([]);
  });
});
