import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { png } from '../fixtures/pictures.js';
import { expectOk } from '../support/api.js';
import { violationsInBothSchemes, WITH_BEST_PRACTICE } from '../support/axe.js';
import { describeInBrowser, focused, PATIENCE } from '../support/browser.js';
import { eventually, uploadPicture } from '../support/drops.js';
import { overflow } from '../support/layout.js';
import { person } from '../support/people.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(240_000);

/** px: a desk, a phone, and the smallest phone at 200 % */
const WIDTHS = [1440, 390, 160];
const SIDES = 'Three Sides Coat';
/** px, width and height */
const SHOTS = [
  [600, 400],
  [400, 600],
  [500, 500],
] as const;

interface Opened {
  at: string;
  by: string;
  name: string;
  first?: (page: Page) => Promise<void>;
}

describeInBrowser('in the browser, every dialog of the shop', () => {
  let venue: Venue;
  let coat: string;
  let sides: string;
  let sold: string;

  beforeAll(async () => {
    venue = await Venue.open();
    coat = await pictured('Dialog Coat', 20);
    sides = await pictured(SIDES, 20, ['Its front', 'Its back', '']);
    sold = await pictured('Dialog Cap', 1);
    await (await venue.shopper(person(9, 'dialogs'))).secure(sold);
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  async function pictured(productTitle: string, totalStock: number, alts = ['', '']): Promise<string> {
    const { productId } = await venue.drop({ productTitle, totalStock });
    const pictures = [];
    for (const [index, alt] of alts.entries()) {
      const [width, height] = SHOTS[index] ?? SHOTS[0];
      pictures.push({ address: await uploadPicture(venue.admin, await png(width, height)), alt });
    }
    await expectOk(venue.admin.post('/api/admin/products/edit', { productId, pictures }));
    return productId;
  }

  /** Opens the dialog by keyboard, checks it and closes it; returns its problems. */
  async function look(page: Page, { at, by, name, first }: Opened): Promise<string[]> {
    if (!page.url().endsWith(at)) await page.goto(at);
    await first?.(page);
    const opener = page.getByRole('button', { name: by, exact: true }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name, exact: true });
    await dialog.waitFor();
    const found = await violationsInBothSchemes(page, WITH_BEST_PRACTICE);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await overflow(page)));
    }
    const isInside = await dialog.evaluate((element) => element.contains(document.activeElement));
    if (!isInside) found.push('focus is not in it');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(opener).catch(() => found.push('focus is lost'));
    return found.map((line) => `${name} ${line}`);
  }

  async function lookAtAll(page: Page, dialogs: readonly Opened[]): Promise<string[]> {
    const found: string[] = [];
    for (const dialog of dialogs) found.push(...(await look(page, dialog)));
    return found;
  }

  it('has no violations, fits, and returns the focus: for guests', async () => {
    const { page, who } = await venue.visitor(person(1, 'dialogs'));
    const at = `/purchase?productId=${coat}`;
    const inAco = async () => {
      await page.getByRole('button', { name: 'Set ACO Details' }).click();
    };
    await venue.guestOrder(who, coat);
    const mine = await venue.linkTo(who, 'slot-confirmed', '/action/');
    const givenBack = async () => {
      await page.getByRole('button', { name: 'Withdraw Slot' }).click();
      await page.getByRole('button', { name: 'Erase My Data' }).waitFor();
    };
    expect(
      await lookAtAll(page, [
        { at, by: 'Set ACO Details', name: 'ACO details' },
        { at, by: 'Size guide', name: 'Size guide', first: inAco },
        { at, by: 'Look nearer: Dialog Coat', name: 'Dialog Coat', first: async () => void (await page.goto(at)) },
        { at: mine, by: 'Erase My Data', name: 'Erase your data?', first: givenBack },
      ]),
    ).toEqual([]);
  });

  it('does so for shoppers', async () => {
    const { visitor, shopper } = await venue.arrival('/shop', person(2, 'dialogs'));
    await shopper.addProfile(person(3, 'dialogs'), undefined, 'Studio');
    await shopper.secure(coat);
    const { page } = visitor;
    const sheet = async () => {
      await page.goto('/shop');
      await page.getByRole('button', { name: 'Dialog Coat' }).click();
      await page.getByRole('dialog', { name: 'Dialog Coat' }).waitFor();
    };
    const chosen = async () => {
      const place = page.getByRole('dialog', { name: 'Dialog Coat' });
      await place.getByRole('group', { name: 'Size' }).getByText('M', { exact: true }).click();
      await visitor.profile('Dialog Coat', 'Studio');
    };
    const product = `/product?productId=${coat}`;
    expect(
      await lookAtAll(page, [
        { at: '/shop', by: 'Dialog Coat', name: 'Dialog Coat' },
        { at: '/shop', by: 'Cart', name: 'Cart' },
        { at: '/shop', by: 'Size guide', name: 'Size guide', first: sheet },
        { at: `/shop?item=${coat}`, by: 'Secure Checkout', name: 'Confirm Slot.', first: chosen },
        { at: product, by: 'Look nearer: Dialog Coat', name: 'Dialog Coat' },
        { at: `/product?productId=${sold}`, by: 'Join the Waiting List', name: 'Join the waiting list.' },
        { at: '/user/orders', by: 'Withdraw', name: 'Withdraw this slot?' },
        { at: '/user/profiles', by: 'Remove', name: 'Remove this profile?' },
        { at: '/user/account', by: 'Change', name: 'Change Card' },
        { at: '/user/account', by: 'Erase Account', name: 'Erase your account?' },
      ]),
    ).toEqual([]);
  });

  it('of a product’s pictures has thumbnails, arrows and a window for the full size', async () => {
    const { page } = await venue.visitor(person(4, 'dialogs'));
    await page.goto(`/purchase?productId=${sides}`);
    await page.getByRole('button', { name: 'Show: Its back' }).click();
    expect(await marked(page)).toBe('Its back');
    await page.keyboard.press('ArrowLeft');
    expect(await marked(page)).toBe('Its front');
    await page.getByRole('button', { name: 'Look nearer: Its front' }).click();
    const zoom = page.getByRole('dialog', { name: SIDES });
    await zoom.getByText('1/3').waitFor();
    await page.keyboard.press('ArrowRight');
    await zoom.getByText('2/3').waitFor();
    const widthOf = () => zoom.getByRole('img').evaluate(({ clientWidth }) => clientWidth);
    const whole = await widthOf();
    await zoom.getByRole('button', { name: 'Look nearer: Its back' }).click();
    expect((await widthOf()) / whole).toBeCloseTo(2.5, 1);
    await zoom.getByRole('button', { name: 'Look nearer: Its back' }).click();
    expect(await widthOf()).toBe(whole);
    await zoom.getByRole('button', { name: 'Next' }).click();
    await zoom.getByText('3/3').waitFor();
    expect(await zoom.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await glidedToLast(page);
    await page.keyboard.press('Escape');
    await zoom.waitFor({ state: 'detached' });
    await focused(page.getByRole('button', { name: `Look nearer: ${SIDES}, picture 3` }));
    await glidedToLast(page);
    expect(await marked(page)).toContain(SIDES);
  });

  it('of the sizes has both units, and returns the focus', async () => {
    const { page } = await venue.visitor(person(5, 'dialogs'));
    await page.goto(`/purchase?productId=${sides}`);
    await page.getByRole('button', { name: 'Set ACO Details' }).click();
    const opener = page.getByRole('button', { name: 'Size guide' });
    await opener.click();
    const guide = page.getByRole('dialog', { name: 'Size guide' });
    const chest = () => guide.getByRole('row').nth(1).getByRole('cell').first().innerText();
    const inCentimetres = await chest();
    await guide.getByLabel('Inches').check();
    await guide.getByRole('table', { name: 'Sizes in inches' }).waitFor();
    expect(await chest()).not.toBe(inCentimetres);
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'detached' });
    await focused(opener);
    await page.getByRole('dialog', { name: 'ACO details' }).waitFor();
  });
});

const marked = (page: Page) =>
  page.locator('[aria-current="true"]').evaluate((button) => button.querySelector('img')?.getAttribute('alt'));

const glidedToLast = (page: Page) =>
  eventually('the last picture', PATIENCE, async () => {
    const left = await page
      .getByRole('region', { name: SIDES, includeHidden: true })
      .locator('ul')
      .first()
      .evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollWidth - clientWidth - scrollLeft);
    return left < 1 || undefined;
  });
