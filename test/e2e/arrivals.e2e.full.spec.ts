import { jest } from '@jest/globals';
import type { EndedDrop } from '@supreme-access/contract/shapes/drops.js';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expectOk } from '../support/api.js';
import { audit } from '../support/audits.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { overflow } from '../support/layout.js';
import { person } from '../support/people.js';
import type { Shopper } from '../support/shopper.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(400_000);
/** ms from the release to the sums of the drop, on a busy machine */
const SUMMED_WITHIN = 180_000;
const PRODUCT = 'Freight Line Hoodie';
const STOCK = 24;
/** the fewest of which sums are published */
const HELD = 20;
const WIDTHS = [
  { name: 'a desk', size: { width: 1440, height: 900 }, by: 'their account' },
  { name: 'a phone', size: { width: 390, height: 844 }, by: 'the link of their mail' },
];

describeInBrowser('in the browser, the arrivals of a drop', () => {
  let venue: Venue;
  let shopper: Shopper;
  let productId = '';
  const guest = person(80, 'guest');
  let guestLink = '';
  const drop = () => expectOk(venue.server.anyone.get<EndedDrop>(`/api/drops/${productId}`));

  beforeAll(async () => {
    venue = await Venue.open();
    ({ productId } = await venue.drop({ productTitle: PRODUCT, totalStock: STOCK, styles: 'Ink' }));
    shopper = await venue.shopper(person(1));
    await shopper.secure(productId, 'm', 'Ink');
    await venue.guestOrder(guest, productId);
    for (let other = 2; other < HELD; other += 1) await venue.guestOrder(person(80 + other, 'guest'), productId);
    // Once it is bought, the mail of the outcome is sent alone.
    guestLink = await venue.linkTo(guest, 'slot-confirmed', '/action/');
    await venue.release({ productId });
    await eventually('the sums', SUMMED_WITHIN, async () => (await drop()).endedAt ?? undefined);
    await audit(venue.admin, 'seal');
    await audit(venue.admin, 'seal');
    await eventually('its seal', SUMMED_WITHIN, async () => (await drop()).seal ?? undefined);
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  const faults = async (page: Page) => [...(await violationsInBothSchemes(page)), ...(await overflow(page))];

  it.each(WIDTHS)('show sums and a chart to anyone, and their proof holds, on $name', async ({ size }) => {
    const { page } = await venue.visitor(person(99));
    await page.setViewportSize(size);
    await page.goto(`/purchase?productId=${productId}`);
    await page.getByRole('link', { name: 'What became of its slots, with proof' }).click();
    await page.waitForURL(`/drops/${productId}`);
    const sums = page.getByRole('region', { name: 'What became of the slots' });
    await sums.getByText('Held at the release').waitFor();
    expect((await sums.getByRole('definition').allTextContents()).slice(0, 3)).toEqual([
      String(STOCK),
      String(HELD),
      '16 or more',
    ]);
    const chart = page.getByRole('region', { name: 'Slots against stock' });
    await chart.getByText('The steps as a table').click();
    await chart.getByRole('row').last().getByText(String(HELD)).waitFor();
    const proof = page.getByRole('region', { name: 'Check it yourself' });
    await proof.getByRole('button', { name: 'Check the Proof' }).click();
    await proof.getByRole('listitem').first().waitFor();
    const lines = await proof.getByRole('listitem').allTextContents();
    expect(lines.filter((line) => !line.startsWith('Valid'))).toEqual([]);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(await faults(page)).toEqual([]);
  });

  it.each(WIDTHS)('are led to by a ticket that its owner shows by $by and hides, on $name', async ({ size, by }) => {
    const isGuest = by !== 'their account';
    const owner = isGuest ? await venue.visitor(guest) : await venue.visitor(shopper.who, shopper.session);
    await owner.page.setViewportSize(size);
    await owner.page.goto(isGuest ? guestLink : '/user/orders');
    await owner.press('Make a Public Page');
    const link = owner.page.getByRole('link', { name: 'the public page of this ticket' });
    const address = (await link.getAttribute('href')) ?? '';
    const saved = owner.page.waitForEvent('download');
    await owner.press('Save as a Picture');
    const { format, width, height } = await sharp(await (await saved).path()).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
    expect(await faults(owner.page)).toEqual([]);

    const { page } = await venue.visitor(person(99));
    await page.setViewportSize(size);
    await page.goto(address);
    await page.getByRole('article', { name: `Ticket for ${PRODUCT}` }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Arrivals of this drop' }).click();
    await page.getByRole('heading', { name: PRODUCT, level: 1 }).waitFor();

    await owner.press('Remove the Public Page');
    await owner.page.getByRole('button', { name: 'Make a Public Page' }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: 'No such ticket.' }).waitFor();
  });
});
