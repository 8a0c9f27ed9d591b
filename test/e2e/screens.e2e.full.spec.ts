import { jest } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import { violationsInBothSchemes, WITH_BEST_PRACTICE } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { overflow } from '../support/layout.js';
import { person } from '../support/people.js';
import { DROP, FOR_GUESTS, HOME, LOGIN, pathOf, SCREENS, type Screen } from '../support/screens.js';
import { Venue } from '../support/venue.js';
import type { Visitor } from '../support/visitor.js';

/** ms; each walk opens three dozen screens, on a machine that may be busy */
jest.setTimeout(300_000);

/** px: phones of 320 and 390 px at 100 % and at 200 % */
const NARROW = [160, 195, 320, 390];
const DESK = { width: 1280, height: 800 };
const FOLD = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 700 };
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze With A Title That Goes On';

interface Seen {
  opened: string;
  at: string;
  title: string;
  headings: string[];
}

/** Once the expected heading is visible, the rest of the page is. */
async function open({ page, title }: Visitor, opened: string, heading: string): Promise<Seen> {
  await page.goto(opened);
  const awaited = title.filter({ hasText: heading }).waitFor();
  // The page's text says more than a timeout.
  await awaited.catch(() => undefined);
  const { pathname } = new URL(page.url());
  return { opened, at: pathname, title: await page.title(), headings: await title.allInnerTexts() };
}

const oneLine = (seen: Seen): Seen => ({ ...seen, headings: seen.headings.map((text) => text.replace(/\s+/g, ' ')) });
const shown = (screen: Screen, as: Screen = screen): Seen => ({
  opened: pathOf(screen),
  at: pathOf(as).split('?', 1)[0] ?? '',
  title: as.title,
  headings: [as.heading],
});

describeInBrowser('in the browser, every screen', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
    await venue.drop({ productTitle: DROP, totalStock: 20, styles: 'Ink, Stone' });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** Opens each screen and checks those that the visitor may see. */
  const walk = async (visitor: Visitor, screens: readonly Screen[], as: (screen: Screen) => Screen) => {
    const seen: Seen[] = [];
    const found: string[] = [];
    for (const each of screens) {
      seen.push(oneLine(await open(visitor, pathOf(each), as(each).heading)));
      if (as(each) === each) found.push(...(await lookAt(visitor.page)));
    }
    return { seen, found };
  };

  it('is public, or redirects to login', async () => {
    const guest = await venue.visitor(person(1));
    const screens = [...SCREENS, ...FOR_GUESTS];
    const as = (each: Screen) => (each.access === 'public' ? each : LOGIN);

    const { seen, found } = await walk(guest, screens, as);

    expect(seen).toEqual(screens.map((each) => shown(each, as(each))));
    expect(found).toEqual([]);
  });

  it('is shown to signed-in people with its own title and heading; login and sign-up redirect them', async () => {
    const { session } = await venue.shopper(person(2));
    const ada = await venue.visitor(person(2), session);
    const screens = [...SCREENS.filter(({ access }) => access === 'session'), ...FOR_GUESTS];
    const as = (each: Screen) => (FOR_GUESTS.includes(each) ? HOME : each);

    const { seen, found } = await walk(ada, screens, as);

    expect(seen).toEqual(screens.map((each) => shown(each, as(each))));
    expect(found).toEqual([]);
  });

  it('of a shopper’s own product and profile is theirs, and logging out ends at login', async () => {
    const ben = await venue.visitor(person(3));
    await venue.shopper(ben.who);
    const { productId } = await venue.drop({ productTitle: 'Open Water Tee', totalStock: 20 });
    await ben.page.goto(`/product?productId=${productId}&promoCode=KEPT`);
    await ben.logIn();
    await ben.title.filter({ hasText: 'Open Water Tee' }).waitFor();
    expect(new URL(ben.page.url()).search).toBe(`?productId=${productId}&promoCode=KEPT`);

    await ben.page.goto('/user/profiles');
    await ben.page.getByRole('link', { name: 'Edit Info' }).click();
    await ben.title.filter({ hasText: 'Main Profile' }).waitFor();
    expect([await ben.page.title(), ...(await lookAt(ben.page))]).toEqual(['Supreme Access | Edit Profile']);

    expect(oneLine(await open(ben, '/logout', LOGIN.heading))).toEqual({ ...shown(LOGIN), opened: '/logout' });
    expect(await ben.page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  it('of a dated drop, its ticket and profiles has no violations and fits, even with long words', async () => {
    const { productId } = await venue.drop({
      productTitle: LONG,
      // as many as have a cell each
      totalStock: 60,
      styles: 'Ink, Kapitänsmützenblau',
      releaseAt: new Date(Date.now() + 90 * 60_000).toISOString(),
      releaseTz: 'America/New_York',
    });
    const shopper = await venue.shopper(person(6));
    await shopper.addProfile(person(7), undefined, LONG.slice(0, 50));
    await shopper.secure(productId);
    const { page } = await venue.visitor(shopper.who, shopper.session);
    const paths = ['/', '/shop', `/product?productId=${productId}`, '/user/orders', '/user/profiles', '/dashboard'];
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.getByText(LONG.slice(0, 20)).first().waitFor();
      found.push(...(await lookAt(page)));
    }
    const guest = await venue.visitor(person(8));
    await venue.guestOrder(guest.who, productId);
    await guest.page.goto(`/purchase?productId=${productId}`);
    await guest.title.filter({ hasText: LONG }).waitFor();
    found.push(...(await lookAt(guest.page)));
    await guest.page.goto(await venue.linkTo(guest.who, 'slot-confirmed', '/action/'));
    await guest.ticket(LONG).waitFor();
    found.push(...(await lookAt(guest.page)));
    expect(found).toEqual([]);
  });

  it('of a drop shows its action without scrolling on a desktop of 1440 by 900 px', async () => {
    const release = { releaseAt: new Date(Date.now() + 90 * 60_000).toISOString(), releaseTz: 'America/New_York' };
    const open = await venue.drop({ productTitle: LONG, totalStock: 60, styles: 'Ink, Stone', ...release });
    const full = await venue.drop({ productTitle: 'Sold Out Coat', totalStock: 1, styles: 'Ink, Stone', ...release });
    await (await venue.shopper(person(9))).secure(full.productId);
    const { who, session } = await venue.shopper(person(10));
    const [guest, shopper] = [await venue.visitor(person(11)), await venue.visitor(who, session)];
    const found: string[] = [];
    for (const [{ page }, path, action] of [
      [shopper, '/product', /^Secure Now$/],
      [guest, '/purchase', /^Secure Slot, Fee /],
    ] as const) {
      await page.setViewportSize(FOLD);
      for (const [{ productId }, name] of [
        [open, action],
        [full, /^Join the Waiting List$/i],
      ] as const) {
        await page.goto(`${path}?productId=${productId}`);
        const primary = page
          .getByRole('main')
          .getByRole(path === '/purchase' && name !== action ? 'link' : 'button', { name });
        await primary.first().waitFor();
        const box = await primary.first().boundingBox();
        if (!box || box.y < 0 || box.y + box.height > FOLD.height)
          found.push(`${name} of ${path} ends at ${box && box.y + box.height} px`);
      }
    }
    expect(found).toEqual([]);
  });

  it('of the shop keeps its place when its typefaces arrive', async () => {
    const { page } = await venue.visitor(person(7));
    await page.setViewportSize({ width: 390, height: 844 });
    const typefaces: Route[] = [];
    await page.route(/\.woff2$/, (route) => void typefaces.push(route));
    await page.goto('/', { waitUntil: 'commit' });
    const text = page.getByText(/^A limited release sells out/);
    await page.getByRole('heading', { name: 'Departures' }).waitFor();
    const before = await text.boundingBox();
    await Promise.all(typefaces.map((route) => route.continue()));
    await page.evaluate(() => document.fonts.ready);
    const after = await text.boundingBox();
    expect(typefaces.length).toBeGreaterThan(0);
    for (const side of ['y', 'height'] as const) expect(after?.[side]).toBeCloseTo(before?.[side] ?? 0, -0.5);
  });

  it('of the shop loads at most 120 kB of JavaScript in a new browser', async () => {
    const { who, session } = await venue.shopper(person(5));
    const { page } = await venue.visitor(who, session);
    const scripts: Request[] = [];
    // The page does not wait for streams.
    const beside: Route[] = [];
    await page.route(/\/assets\/(streams|tabs)-[^/]+\.js$/, (route) => void beside.push(route));
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.js')) scripts.push(request);
    });

    await page.goto('/shop');
    await page.getByRole('button', { name: DROP }).waitFor();
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    await Promise.all(beside.map((route) => route.continue()));

    const sent = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(sent).toBeGreaterThan(60_000);
    expect(sent).toBeLessThanOrEqual(120_000);
  });

  it('of the admin is an application of its own, linked from the dashboard', async () => {
    const stranger = await venue.visitor(person(4));
    expect(await open(stranger, '/admin', 'Log in')).toMatchObject({
      title: 'Supreme Access | Admin',
      headings: ['Log in'],
    });
    const { page } = await venue.staff('/dashboard');

    await page.waitForURL('/admin/**');
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
  });
});

/** The overflow at each narrow width and axe's findings on a desk; the next page opens on a phone. */
async function lookAt(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 700 });
    found.push(...(await overflow(page)));
  }
  await page.setViewportSize(DESK);
  found.push(...(await violationsInBothSchemes(page, WITH_BEST_PRACTICE)));
  await page.setViewportSize(PHONE);
  return found;
}
