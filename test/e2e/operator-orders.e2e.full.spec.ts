import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { CARDS, person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import type { Shopper } from '../support/shopper.js';
import { choose, type Staff, saved } from '../support/staff.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);
const COATS = 'Platform Coat';
const CAPS = 'Signal Cap';
/** ms */
const DAY = 86_400_000;
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

describeInBrowser('in the browser, the operator’s orders', () => {
  let venue: Venue;
  let ada: Shopper;
  let bea: Shopper;
  let adminsOrders: Staff;

  beforeAll(async () => {
    venue = await Venue.open();
    const coats = await venue.drop({ productTitle: COATS, totalStock: 5 });
    const caps = await venue.drop({ productTitle: CAPS, totalStock: 5 });
    [ada, bea] = await Promise.all([venue.shopper(person(1)), venue.shopper(person(2))]);
    await Promise.all([ada.secure(coats.productId), bea.secure(caps.productId)]);
    adminsOrders = await venue.staff();
  });
  beforeEach(async () => {
    await adminsOrders.page.setViewportSize(DESK);
    await adminsOrders.openAnew('/admin/orders');
    await row(adminsOrders.page, ada).waitFor();
  });
  afterEach(() => {
    expect(venue?.complaints()).toEqual([]);
  });
  afterAll(() => venue?.close());

  it('come in columns, and are filtered by the badges of their products', async () => {
    const { page } = adminsOrders;
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.map((head) => head.trim())).toEqual(
      expect.arrayContaining(['Email', 'Product', 'Price', 'Status', 'Actions']),
    );
    const badge = page.getByRole('group', { name: 'Products' }).getByRole('button', { name: COATS });
    const count = (name: string) =>
      page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });
    await count('Pending 2').waitFor();
    await badge.click();
    await row(page, bea).waitFor({ state: 'detached' });
    await row(page, ada).waitFor();
    await count('Pending 1').waitFor();
    expect(await badge.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('group', { name: 'Products' }).getByRole('button', { name: CAPS }).click();
    await row(page, bea).waitFor();
    await badge.click();
    await row(page, ada).waitFor({ state: 'detached' });
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await onPhone(page);
    await page.getByRole('link', { name: CAPS }).waitFor();
  });

  it('are found by a part of the address in capitals, and not by an unknown name', async () => {
    const { page } = adminsOrders;
    const search = page.getByPlaceholder('Id, name, email, reference');
    await search.fill(ada.who.email.toUpperCase().slice(0, 6));
    await row(page, bea).waitFor({ state: 'detached' });
    await row(page, ada).waitFor();
    await search.fill('nobody');
    await page.getByText('no data on response').waitFor();
    await page.getByRole('group', { name: 'Products' }).waitFor();
  });

  it("of the last day are shown, and logged, by 'Last 24 Forest'", async () => {
    const { page } = adminsOrders;
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Last 24 Forest'));
    const button = page.getByRole('button', { name: 'Last 24 Forest' });
    const earliest = Date.now() - DAY;
    await button.click();
    const from = Date.parse((await logged).text().split(' ').at(-1) ?? '');
    expect(from).toBeGreaterThanOrEqual(earliest);
    expect(from).toBeLessThanOrEqual(Date.now() - DAY);
    await page.getByLabel('Ordered from').waitFor();
    await row(page, ada).waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    await page.getByLabel('Ordered from').waitFor({ state: 'detached' });
  });

  it('are found by the time of the order, in the viewer’s zone', async () => {
    const { page } = adminsOrders;
    for (const name of ['Ordered from', 'Ordered until']) {
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.getByRole('menuitemcheckbox', { name }).click();
    }
    await page.getByLabel('Ordered from').fill(minuteOf(Date.now() - 3_600_000));
    await page.getByLabel('Ordered until').fill(minuteOf(Date.now() - 1_800_000));
    await page.getByText('no data on response').waitFor();
    await page.getByLabel('Ordered until').fill(minuteOf(Date.now() + 3_600_000));
    await row(page, ada).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it('keep the chosen columns', async () => {
    const { page } = adminsOrders;
    const size = page.getByRole('columnheader', { name: 'Size' });
    await page.getByRole('button', { name: 'Columns' }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('switch', { name: 'Size' }).click();
    await page.keyboard.press('Escape');
    await size.waitFor({ state: 'detached' });
    await page.reload();
    await row(page, ada).waitFor();
    expect(await size.count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
    await size.waitFor();
  });

  it('keep saved filters', async () => {
    const { page } = adminsOrders;
    const badge = page.getByRole('group', { name: 'Products' }).getByRole('button', { name: CAPS });
    await badge.click();
    await row(page, ada).waitFor({ state: 'detached' });
    const menu = (item: string | RegExp) => page.getByRole('menuitem', { name: item }).click();
    const more = page.getByRole('button', { name: 'Add filter' });
    await more.click();
    await menu('Save current query...');
    await page.getByRole('dialog').getByLabel('Query name').fill('Only caps');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await more.click();
    await menu('Remove all filters');
    await row(page, ada).waitFor();
    await page.reload();
    await row(page, ada).waitFor();
    await more.click();
    await menu('Only caps');
    await row(page, ada).waitFor({ state: 'detached' });
    await more.click();
    await menu(/^Remove query/);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  });

  it('are mailed and archived in bulk, each with its outcome', async () => {
    const { page } = adminsOrders;
    for (const shopper of [ada, bea]) await row(page, shopper).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Resend emails' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${COATS}, ${ada.who.email}`).waitFor();
    await dialog.getByRole('button', { name: 'Resend emails' }).click();
    await dialog.getByText('2 of 2 done').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await row(page, bea).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Archive orders' }).click();
    await dialog.getByRole('button', { name: 'Archive orders' }).click();
    await dialog.getByText('0 of 1 done, 1 not done').waitFor();
    await dialog.getByText('This order has not ended yet.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await row(page, bea).waitFor();
  });

  it('are mailed in bulk on a phone, too', async () => {
    const { page } = adminsOrders;
    await onPhone(page);
    await page.getByRole('link', { name: COATS }).waitFor();
    expect(await page.getByRole('button', { name: 'Resend emails' }).count()).toBe(0);
    const choices = page.getByRole('checkbox', { name: /^Choose the order / });
    await choices.first().check();
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByText('2 items selected').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.getByRole('button', { name: 'Resend emails' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Resend emails' }).click();
    await dialog.getByText('2 of 2 done').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await choices.first().waitFor();
    expect(await choices.first().isChecked()).toBe(false);
  });

  it('that are archived are shown by their filter', async () => {
    const { page } = adminsOrders;
    await page.getByRole('button', { name: 'Add filter' }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('menuitemcheckbox', { name: 'Archived' }).click();
    await choose(page.getByLabel('Archived'), 'Only archived');
    await page.getByText('no data on response').waitFor();
    await choose(page.getByLabel('Archived'), 'Include archived');
    await row(page, ada).waitFor();
  });

  it("are exported as the filter shows them by 'Export Visible'", async () => {
    const { page } = adminsOrders;
    await page.getByRole('group', { name: 'Products' }).getByRole('button', { name: COATS }).click();
    await row(page, bea).waitFor({ state: 'detached' });
    const { name, text } = await saved(page, () => page.getByRole('button', { name: 'Export Visible' }).click());
    expect(name).toBe('orders.csv');
    const [head, first, end] = text.split('\r\n');
    expect(head).toMatch(/^\ufefforderId,orderDate,email,/);
    expect(first).toContain(`,${ada.who.email},`);
    expect(end).toBe('');
  });

  it('are downloaded one by one: the data at once, the full card with the password and a reason', async () => {
    const { page } = adminsOrders;
    const dots = row(page, ada).getByRole('button', { name: `Actions on the order of ${ada.who.email}` });
    const act = async (name: string) => {
      await dots.press('Enter');
      await page.getByRole('menuitem', { name }).click();
    };
    await dots.press('Enter');
    await page.getByRole('menuitem', { name: 'Resend' }).waitFor();
    await page.getByText('Nothing was charged for this order.').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const plain = await saved(page, () => act('Download order data'));
    expect(JSON.parse(plain.text)).toMatchObject({
      order: { email: ada.who.email, productTitle: COATS },
      story: expect.arrayContaining([expect.objectContaining({ type: 'SlotReserved' })]),
      checkout: { card: { number: `**** ${CARDS.pays.slice(-4)}` } },
    });
    expect(plain.text).not.toContain(CARDS.pays);

    await act('Auto-checkout data');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The retailer asks for it');
    await dialog.getByLabel('Your password').fill('not the password');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Auto-checkout data' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill(ADMIN.password);
    const whole = await saved(page, () => dialog.getByRole('button', { name: 'Auto-checkout data' }).click());
    expect(JSON.parse(whole.text)).toMatchObject({ card: { number: CARDS.pays } });
    await adminsOrders.openOrder(ada.who.email);
    await page.getByText('The retailer asks for it').waitFor();
    const story = page.getByRole('list', { name: 'Newest first' }).getByRole('listitem');
    await story
      .last()
      .getByText(/^Slot \d+ was reserved: Platform Coat, M, Ink, \$/)
      .waitFor();
    await page.getByRole('button', { name: 'Show data of Slot reserved' }).click();
    await page.context().grantPermissions(['clipboard-write']);
    await page.getByRole('button', { name: 'Copy orderId' }).click();
    await page.getByText('Copied: orderId').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await onPhone(page);
    await story.last().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});

function row(page: Page, { who }: Shopper) {
  return page.getByRole('row', { name: who.email });
}

/** Opened again, because a menu opened on the desk would cover the phone's page. */
async function onPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.reload();
}

/** The value of a date and time field, in the zone of this machine and its browser. */
function minuteOf(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
