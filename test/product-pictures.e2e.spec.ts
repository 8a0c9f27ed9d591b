import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { png } from '../backend/src/products/pictures.fixture.js';
import { expectOk } from './support/api.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser, focused, PATIENCE } from './support/browser.js';
import { eventually, uploadPicture } from './support/drops.js';
import { person } from './support/people.js';
import { Venue } from './support/venue.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);
const PRODUCT = 'Three Sides Coat';

describeInBrowser('in the browser, what is shown of a product', () => {
  let venue: Venue;
  let productId: string;

  beforeAll(async () => {
    venue = await Venue.open();
    productId = (await venue.drop({ productTitle: PRODUCT, totalStock: 20, styles: 'Ink' })).productId;
    const shots = [await png(600, 400), await png(400, 600), await png(500, 500)];
    const pictures = await Promise.all(
      shots.map(async (shot, index) => ({
        address: await uploadPicture(venue.admin, shot),
        alt: ['Its front', 'Its back', ''][index] ?? '',
      })),
    );
    await expectOk(venue.admin.post('/api/admin/products/edit', { productId, pictures }));
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** The thumbnail that is marked as the one shown. */
  const marked = (page: Page) =>
    page.locator('[aria-current="true"]').evaluate((button) => button.querySelector('img')?.getAttribute('alt'));

  /** Resolves once the track has come to rest at its last picture. */
  const glidedToLast = (page: Page) =>
    eventually('the last picture', PATIENCE, async () => {
      const left = await page
        .getByRole('region', { name: PRODUCT, includeHidden: true })
        .locator('ul')
        .first()
        .evaluate(({ scrollLeft, scrollWidth, clientWidth }) => scrollWidth - clientWidth - scrollLeft);
      return left < 1 || undefined;
    });

  it('is gone through with thumbnails and arrows, and looked at nearer in a window of its own', async () => {
    const { page } = await venue.visitor(person(1, 'pictures'));
    await page.goto(`/purchase?productId=${productId}`);
    await page.getByRole('button', { name: 'Show: Its back' }).click();
    expect(await marked(page)).toBe('Its back');
    await page.keyboard.press('ArrowLeft');
    expect(await marked(page)).toBe('Its front');
    await page.getByRole('button', { name: 'Look nearer: Its front' }).click();
    const zoom = page.getByRole('dialog', { name: PRODUCT });
    await zoom.getByText('1/3').waitFor();
    await page.keyboard.press('ArrowRight');
    await zoom.getByText('2/3').waitFor();
    const widthOf = () => zoom.getByRole('img').evaluate(({ clientWidth }) => clientWidth);
    const whole = await widthOf();
    await zoom.getByRole('button', { name: 'Look nearer: Its back' }).click();
    expect((await widthOf()) / whole).toBeCloseTo(2.5, 1);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await zoom.getByRole('button', { name: 'Look nearer: Its back' }).click();
    expect(await widthOf()).toBe(whole);
    await zoom.getByRole('button', { name: 'Next' }).click();
    await zoom.getByText('3/3').waitFor();
    expect(await zoom.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await glidedToLast(page);
    await page.keyboard.press('Escape');
    await zoom.waitFor({ state: 'detached' });
    await focused(page.getByRole('button', { name: `Look nearer: ${PRODUCT}, picture 3` }));
    await glidedToLast(page);
    expect(await marked(page)).toContain(PRODUCT);
  });

  it('has a size guide in both units, which closes to where it was opened', async () => {
    const { page } = await venue.visitor(person(2, 'pictures'));
    await page.goto(`/purchase?productId=${productId}`);
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
