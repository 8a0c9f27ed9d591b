import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { overflow } from '../support/layout.js';
import { CARDS, person } from '../support/people.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(400_000);
const WIDTHS = [
  { name: 'a desk', size: { width: 1440, height: 900 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
];

describeInBrowser('in the browser, the control room', () => {
  let venue: Venue;
  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterAll(() => venue?.close());

  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const cell = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Slots', exact: true }).getByRole('listitem', { name, exact: true });
  async function plain(page: Page): Promise<void> {
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  }

  it.each(WIDTHS)('is watched on $name from the first slot to the last fee', async ({ name, size }) => {
    const first = name === 'a desk' ? 1 : 11;
    const { productId } = await venue.drop({ productTitle: `Signal Coat of ${name}`, totalStock: 12 });
    const [ada, bea] = [await venue.shopper(person(first)), await venue.shopper(person(first + 1), CARDS.declined)];
    await ada.secure(productId);
    const { page } = await venue.staff();
    await page.setViewportSize(size);
    await page.goto(`/admin/products/${productId}/show`);
    await page.getByRole('link', { name: 'Control room' }).click();
    await cell(page, '1 Reserved').waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await part(page, 'Checks').getByRole('list', { name: 'Lights' }).waitFor();
    await part(page, 'Services').getByText('responding').first().waitFor();
    await bea.secure(productId);
    await cell(page, '2 Reserved').waitFor();
    await plain(page);

    await page.keyboard.press('4');
    await page.evaluate(() => scrollY > 0 || innerWidth > 900 || Promise.reject(new Error('it did not scroll')));
    const before = await page.evaluate(() => scrollY);
    await page.reload();
    await cell(page, '2 Reserved').waitFor();
    await page.waitForFunction((kept) => Math.abs(scrollY - kept) < 60, before);

    await page.keyboard.press('r');
    await page.getByRole('dialog').getByRole('button', { name: 'Release now' }).click();
    await cell(page, '1 Charged').waitFor();
    await cell(page, '2 Bought').waitFor();
    await part(page, "Retailer's answers")
      .getByText(/bought/)
      .first()
      .waitFor();
    await plain(page);

    await page.context().setOffline(true);
    await page.getByText(/^You are offline/).waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^You are offline/).waitFor({ state: 'detached' });
    expect(venue.complaints().filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });
});
