import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { CARDS, person } from '../support/people.js';
import { choose, chooseFound, type Staff } from '../support/staff.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);
const CAPS = 'Signal Cap';
/** every action on an order, by its button */
const ACTIONS = ['Refund', 'Resend', 'Withdraw', 'Check out now', 'Record evidence', 'Archive'];

describeInBrowser('in the browser, what an operator may do with orders', () => {
  let venue: Venue;
  let staff: Staff;

  beforeAll(async () => {
    venue = await Venue.open();
    staff = await venue.staff();
  });
  beforeEach(() => staff.openAnew('/admin/orders'));
  afterEach(() => {
    expect(venue?.complaints()).toEqual([]);
  });
  afterAll(() => venue?.close());

  it("makes a test order with 'TestOrder' and checks it out later, without a slot, a charge or a place in the figures", async () => {
    const product = 'Dry Run Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 1 });
    const { page } = staff;
    const figure = page.getByRole('link', { name: /^Pending \d+$/ });
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    const before = await figure.innerText();
    await page.getByRole('menuitem', { name: 'Orders' }).click();
    await page.getByRole('button', { name: 'TestOrder' }).click();
    await fillTestOrder(page, product, 'dry@example.org');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'TestOrder' }).click();
    await page.getByText('The test order was created.').waitFor();
    await staff.open('/admin/');
    await page.getByText('dry@example.org').waitFor();
    expect(await figure.innerText()).toBe(before);

    await staff.openOrder('dry@example.org');
    await page.getByText('Test order: sandbox retailer only, never charged').waitFor();
    expect(await offered(page)).toEqual(['Resend', 'Withdraw', 'Check out now']);
    await staff.confirmed('Check out now');
    await page.getByText(/^Attempted\. The order's status is (Processing|Success)\.$/).waitFor();
    await page.getByText('Fee waived').first().waitFor();
    // The order's actions are a request of their own, and may arrive after its story.
    await page.getByRole('button', { name: 'Archive', disabled: false }).waitFor();
    expect(await offered(page)).toEqual(['Resend', 'Archive']);

    const { body } = await venue.admin.get<{ remaining: number }>(`/api/products/${productId}`);
    expect(body.remaining).toBe(1);
  });

  it('makes an order for a shopper, whose card is encrypted in the page', async () => {
    const { page } = staff;
    await venue.drop({ productTitle: CAPS, totalStock: 5 });
    await page.getByRole('link', { name: 'Create order' }).click();
    const bodies: string[] = [];
    page.on('request', (request) => bodies.push(request.postData() ?? ''));
    const create = page.getByRole('button', { name: 'Create order' });
    await create.click();
    await page.getByText('This is required.').first().waitFor();
    await chooseFound(page.getByLabel('Product'), CAPS);
    for (const [list, choice] of [
      ['Size', 'M'],
      ['Style', 'Ink'],
      ['State', 'Oregon'],
    ] as const) {
      await choose(page.getByLabel(list, { exact: true }), choice);
    }
    const typed = {
      ...{ Price: '19.5', 'Full name': 'Cleo Marsh', Email: 'cleo@example.org', 'Mobile phone': '+15035550142' },
      ...{ Address: '9 Depot Street', City: 'Portland', Zip: '97201' },
      ...{ 'Name on the card': 'Cleo Marsh', 'Card number': CARDS.pays, Expires: '12/39', 'Security code': '123' },
    };
    for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
    await create.click();
    await page.getByText('Enter a reason for the different price.').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByLabel('Reason', { exact: true }).fill('A regular of the shop');
    await create.click();
    await page.getByText('The order was created.').waitFor();
    await page.getByText('A regular of the shop').first().waitFor();
    expect(bodies.filter((body) => body.includes('acoDataPayload'))).toHaveLength(1);
    expect(bodies.join()).not.toContain(CARDS.pays);
  });

  it("sees in one step how a checkout goes with 'Test Checkout'", async () => {
    const product = 'Rehearsal Cap';
    await venue.drop({ productTitle: product, totalStock: 3, sizeType: 'OS' });
    const { page } = staff;
    await page.getByRole('button', { name: 'Test Checkout' }).click();
    await fillTestOrder(page, product, 'cap@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Test Checkout' }).click();
    await page.getByText(/^The test order's status is (Processing|Success)\.$/).waitFor();
    await page.getByRole('row', { name: 'cap@example.org' }).getByText('Success').waitFor();
  });

  it('is offered every possible action, from the slot to the refund, with a reason for the others', async () => {
    const product = 'Offered Coat';
    const drop = await venue.drop({ productTitle: product, totalStock: 5 });
    const { who } = await secure(drop.productId, 1);
    await staff.openOrder(who.email);
    expect(await offered(staff.page)).toEqual(['Resend', 'Withdraw']);
    const refund = staff.page.getByRole('button', { name: 'Refund' });
    await refund.hover();
    await staff.page.getByRole('tooltip', { name: 'Nothing was charged for this order.' }).waitFor();
    await refund.click({ force: true });
    expect(await staff.page.getByRole('dialog').count()).toBe(0);

    await venue.release(drop);
    await staff.page.getByText('Fee charged').first().waitFor();
    await staff.page.getByRole('button', { name: 'Refund', disabled: false }).waitFor();
    expect(await offered(staff.page)).toEqual(['Refund', 'Resend', 'Archive']);

    await staff.confirmed('Archive');
    await staff.page.getByText('The order was archived.').waitFor();
  });

  it('releases a drop from its page, sees it end there, and finds it on the board', async () => {
    const product = 'Watched Anorak';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 5 });
    const { who } = await secure(productId, 3);
    const { page } = staff;
    await page.goto(`/admin/products/${productId}/show`);
    const holder = page.getByRole('main').getByRole('link', { name: who.name });
    await holder.getByText('Pending').waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await staff.confirmed('Release now');
    await page.getByText('The release has started.').waitFor();

    await holder.getByText('Success').waitFor();
    await page.getByText('Release finished').waitFor();
    await page.getByText('Released', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Release now', disabled: true }).waitFor();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    const released = page.getByRole('row', { name: product }).getByRole('cell');
    await released.getByText('100.0%').waitFor();
    const [, orders, bought, notBought, open] = await released.allInnerTexts();
    expect({ orders, bought, notBought, open }).toEqual({ orders: '1', bought: '1', notBought: '0', open: '0' });
  });

  it('offers no evidence of a purchase that the retailer has denied, and says why', async () => {
    const drop = await venue.drop({ productTitle: 'Denied Parka', totalStock: 5 });
    const { who } = await secure(drop.productId, 2, CARDS.retailerDeclines);
    await venue.release(drop);
    await staff.openOrder(who.email);
    const { page } = staff;
    await page.getByRole('button', { name: 'Record evidence', disabled: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  it("says 'no data on response' where a list comes back empty", async () => {
    const { page } = staff;
    await page.goto(`/admin/orders?filter=${encodeURIComponent('{"email":"nobody@example.org"}')}`);
    await page.getByText('no data on response').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('no data on response').waitFor({ state: 'detached' });
  });

  it('logs out from the bar, which shows the user’s name', async () => {
    const { page } = staff;
    await page.getByRole('button', { name: 'Admin' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  async function secure(productId: string, which: number, card?: string) {
    const shopper = await venue.shopper(person(which));
    const profileId = await shopper.addProfile(person(which + 20), card);
    await shopper.reserve({ productId, size: 'm', style: 'Ink', profileId });
    return shopper;
  }
});

async function fillTestOrder(page: Page, product: string, email: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await chooseFound(dialog.getByLabel('Product'), product);
  await dialog.getByLabel('Email').fill(email);
}

/** The enabled actions on the open order. */
async function offered(page: Page): Promise<string[]> {
  const shown = await page.locator('header').getByRole('button', { disabled: false }).allInnerTexts();
  return ACTIONS.filter((action) => shown.includes(action));
}
