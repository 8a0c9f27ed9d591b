import { jest } from '@jest/globals';
import type { StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { person } from '../support/people.js';
import { chooseFound } from '../support/staff.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(240_000);
/** ms from the release to the fee */
const CHARGED_WITHIN = 60_000;
const PRODUCT = 'Ledger Parka';
/** of the address of `person(1)`: an order is found by its shopper, not by its product */
const SHOPPER = 'ben.abara';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

describeInBrowser('in the browser, an auditor at home', () => {
  let venue: Venue;
  let page: Page;

  beforeAll(async () => {
    venue = await Venue.open();
    const { productId } = await venue.drop({ productTitle: PRODUCT, totalStock: 5 });
    await venue.drop({ productTitle: 'Harbour Beanie', totalStock: 2 });
    const { orderId } = await (await venue.shopper(person(1))).secure(productId);
    await venue.release({ productId });
    await eventually('the fee', CHARGED_WITHIN, async () => {
      const story = await expectOk(venue.admin.get<StoryEntry[]>(`/api/admin/orders/${orderId}/story`));
      return story.some(({ type }) => type === 'FeeCharged') ? true : undefined;
    });
    ({ page } = await venue.auditor());
  });
  afterAll(async () => {
    expect(await venue?.clear()).toEqual([]);
    await venue?.close();
  });

  const part = (name: string) => page.getByRole('region', { name, exact: true });
  async function starts(promise: string, run: string): Promise<void> {
    await part(promise).getByRole('button', { name: run }).click();
    await page.getByRole('dialog').getByRole('button', { name: run }).click();
    await part(promise)
      .getByRole('link', { name: new RegExp(`^${run} `) })
      .waitFor();
  }

  it('reads what nobody has checked, and starts it', async () => {
    const sold = part('Never oversold');
    await sold.getByText('No run yet.').waitFor();
    await sold.getByText('Not fully checked').waitFor();
    await page.getByText('Not compared yet.').waitFor();
    await starts('Never oversold', 'Replay');
    await starts('Charged only on evidence', 'Reconcile');
    await starts('Nothing changed', 'Verify');
    if (await part('Nothing changed').getByRole('button', { name: 'Seal' }).isVisible()) {
      await starts('Nothing changed', 'Seal');
    }
  });

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('sees on %s that the promises are kept, with counts, and plays an order back', async (_, size) => {
    await page.setViewportSize(size);
    await page.goto('/admin/');
    await part('Never oversold').getByText('2 drops, 1 slot', { exact: true }).waitFor();
    await part('Charged only on evidence').getByText('1 fee, 1 proof, 1 order', { exact: true }).waitFor();
    await part('Nothing changed')
      .getByText(/^Sealed to position \d+/)
      .waitFor();
    for (const promise of ['Never oversold', 'Charged only on evidence', 'Nothing changed']) {
      await part(promise).getByText('Kept', { exact: true }).waitFor();
    }
    await page.getByText('Nothing differs between the ledgers.').waitFor();
    await page.getByRole('button', { name: 'Everything', exact: true }).click();
    await page.getByRole('list', { name: 'Ledgers' }).getByText('1 entry, equal').first().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    await chooseFound(page.getByLabel('Which order'), SHOPPER);
    // The list's arrow is named so too.
    await page.getByText('Open', { exact: true }).click();
    const screen = page.frameLocator('iframe');
    await screen.getByRole('article', { name: `Ticket for ${PRODUCT}` }).waitFor();
    await screen.getByText('Pending', { exact: true }).waitFor();
    await page.getByText('Event 0 of').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText(/^Event 1 of/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('slider', { name: 'Event' }).press('End');
    await screen.getByText('Success', { exact: true }).waitFor();
    await screen.getByText('We got it. The service fee was charged.', { exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it('narrows the events by their time', async () => {
    await page.goto('/admin/events');
    const axis = part('Events over time');
    await axis.getByRole('img').waitFor();
    await axis.getByRole('slider', { name: 'From' }).press('ArrowRight');
    await page.waitForURL(/from=.*until=/);
    await page.getByRole('link', { name: 'Fee charged', exact: true }).waitFor();
  });
});
