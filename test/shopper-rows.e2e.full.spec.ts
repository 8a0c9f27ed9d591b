import { jest } from '@jest/globals';
import { fillAco } from './support/aco.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { eventually } from './support/drops.js';
import { CARDS, type Person, person } from './support/people.js';
import { Venue } from './support/venue.js';
import type { Visitor } from './support/visitor.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);
const MAILBOX = 'confirmations@example.org';
/** what Chromium writes when a request is answered with an error */
const ANSWERED_500 = /^Failed to load resource: .*500/;

describeInBrowser('in the browser, what a shopper is told and may do', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open({ INBOUND_ADDRESS: MAILBOX });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** Somebody at the purchase page with all details set, up to the button that pays. */
  async function guest(who: Person, drop: { productTitle: string; price?: number }, query = ''): Promise<Visitor> {
    const { productId } = await venue.drop({ totalStock: 20, ...drop });
    const visitor = await venue.visitor(who);
    await visitor.page.goto(`/purchase?productId=${productId}${query}`);
    await visitor.press('Set ACO Details');
    await fillAco(visitor, who);
    await visitor.press('Save ACO Details');
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' });
    return visitor;
  }

  it('warns a guest of a PO box before they confirm, stamps the ticket, and ends on their order, which names the mailbox', async () => {
    const who = person(1, 'rows');
    who.address.address1 = 'P.O. Box 77';
    const ada = await guest(who, { productTitle: 'Harbor Parka' });
    await ada.page.getByText('Orders shipped to PO boxes get no refund.').waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    await ada.press('$25.00');

    const ticket = ada.ticket('Harbor Parka');
    await ticket.getByText(/^Reserved \d\d:\d\d:\d\d$/).waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    await ada.page.waitForURL('/action/**');
    await ada.page.getByRole('heading', { name: 'Your slot.' }).waitFor();
    await ticket.getByText(/^Reserved /).waitFor();
    await ada.page.getByText(`forward it from ${who.email} to ${MAILBOX}`).waitFor();
  });

  it('shows a guest the price with the promo that came along, and that is what the order costs', async () => {
    await venue.promo('ROWS15', 15);
    const ben = await guest(person(2, 'rows'), { productTitle: 'Harbor Tee', price: 24.99 }, '&promoCode=ROWS15');
    await ben.press('$21.24');
    await ben.ticket('Harbor Tee').getByText('$21.24').waitFor();
    await ben.page.getByRole('link', { name: 'Go to Your Order' }).click();
    await ben.page.waitForURL('/action/**');
    await ben.ticket('Harbor Tee').getByText('$21.24').waitFor();
  });

  it('asks no state of an address in Great Britain', async () => {
    const { productId } = await venue.drop({ productTitle: 'Harbor Scarf', totalStock: 20, sizeType: 'OS' });
    const cleo = await venue.visitor(person(3, 'rows'));
    await cleo.page.goto(`/purchase?productId=${productId}`);
    await cleo.press('Set ACO Details');
    const dialog = cleo.page.getByRole('dialog', { name: 'ACO details' });
    await fillAco(cleo, cleo.who);
    await dialog.getByLabel('Country').selectOption('GB');
    expect(await dialog.getByLabel('State').count()).toBe(0);
    await dialog.getByLabel('Address', { exact: true }).fill('1 Mill Lane');
    await dialog.getByLabel('City').fill('London');
    await dialog.getByLabel('Zip').fill('NW1 6XE');
    await dialog.getByLabel('Phone Number').fill('+447400123456');
    await cleo.press('Save ACO Details');
    await cleo.page.getByText('1 Mill Lane, London, NW1 6XE, GB').waitFor();
    await cleo.press('$25.00');
    await cleo.ticket('Harbor Scarf').getByText('001').waitFor();
  });

  it("says 'Error checking out.' when the server has no words for its trouble", async () => {
    const dov = await guest(person(4, 'rows'), { productTitle: 'Harbor Cap' });
    await dov.page.route('**/api/checkout/completeuser', (route) => route.fulfill({ status: 500, body: '' }));
    await dov.press('$25.00');
    await dov.alert.getByText('Error checking out.').waitFor();
    expect((await venue.clear()).filter((complaint) => !ANSWERED_500.test(complaint))).toEqual([]);
  });

  it('mails the verification link again, and takes a first billing address on the account page', async () => {
    const esme = await venue.visitor(person(5, 'rows'));
    const { page, who } = esme;
    await esme.signUp();
    await page.goto('/user/account');
    const first = await venue.linkTo(who, 'verify-email', '/action/');
    await esme.press('Send the Mail Again');
    await esme.alert.getByText('We mailed you the link again.').waitFor();
    const again = await eventually('another verification link', 30_000, async () => {
      const link = await venue.linkTo(who, 'verify-email', '/action/');
      return link === first ? undefined : link;
    });
    expect(again).toMatch(/^\/action\//);

    await esme.press('Edit');
    await esme.fill('Name', who.name);
    await esme.fill('Phone', who.phone);
    await esme.press('Add Billing Address');
    await esme.fill('Address', '12 Main Street, 94103');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByLabel('Address', { exact: true }).pressSequentially(' ');
    await page.getByRole('option', { name: '12 Main Street, San Francisco, CA 94103, United States' }).click();
    await esme.press('Save');
    await esme.alert.getByText('Your details are saved.').waitFor();
    await page.getByText('12 Main Street, San Francisco, CA 94103, US').waitFor();
    await page.getByRole('button', { name: 'Add Card' }).waitFor();
  });

  it('removes a profile once that was confirmed, and its open order goes on', async () => {
    const product = 'Harbor Vest';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
    const shopper = await venue.shopper(person(6, 'rows'));
    await shopper.addProfile(person(7, 'rows'), CARDS.alsoPays, 'Studio');
    await shopper.secure(productId);
    const visitor = await venue.visitor(shopper.who, shopper.session);
    await visitor.page.goto('/user/orders');
    await visitor.sees(product, 'Pending');
    await visitor.page.getByText(`forward it from ${visitor.who.email} to ${MAILBOX}`).waitFor();

    await visitor.page.goto('/user/profiles');
    await visitor.page.getByRole('article', { name: 'Main Profile' }).getByRole('button', { name: 'Remove' }).click();
    await visitor.page.getByText('Slots you have secured with it stay').waitFor();
    await visitor.press('Remove Profile');
    await visitor.alert.getByText('Main Profile is removed.').waitFor();
    expect(await visitor.page.getByRole('article').count()).toBe(1);

    await venue.release({ productId });
    await visitor.page.goto('/user/orders');
    await visitor.sees(product, 'Success');
  });
});
