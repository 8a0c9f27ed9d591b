import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { OFFER_MS } from '@supreme-access/contract/limits.js';
import type { Page } from 'playwright-core';
import { fillAco } from '../support/aco.js';
import { expectOk } from '../support/api.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { mailTo } from '../support/mailbox.js';
import { MovedClock } from '../support/moved-clock.js';
import { CARDS, type Person, person } from '../support/people.js';
import { PASSWORD, type Shopper } from '../support/shopper.js';
import { Venue } from '../support/venue.js';
import type { Visitor } from '../support/visitor.js';

jest.setTimeout(180_000);
const MAILBOX = 'confirmations@example.org';
/** Chromium's line for a 500 */
const ANSWERED_500 = /^Failed to load resource: .*500/;

describeInBrowser('in the browser, the remaining pages of a shopper', () => {
  let directory: string;
  let clock: MovedClock;
  let venue: Venue;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clock-'));
    clock = MovedClock.in(directory);
    venue = await Venue.open({ ...clock.settings, INBOUND_ADDRESS: MAILBOX });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(async () => {
    await venue?.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** A guest at the purchase page with all details filled in. */
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

  it('warns a guest of a PO box before the confirmation, stamps the ticket, and ends on the order, which names the mailbox', async () => {
    const who = person(1, 'rows');
    who.address.address1 = 'P.O. Box 77';
    const ada = await guest(who, { productTitle: 'Harbor Parka' });
    await ada.page.getByText('Orders shipped to PO boxes get no refund.').waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    await ada.press('Secure Slot, Fee $25.00');

    const ticket = ada.ticket('Harbor Parka');
    await ticket.getByText(/^Reserved \d+:\d\d:\d\d\s[AP]M$/).waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    await ada.page.waitForURL('/action/**');
    await ada.page.getByRole('heading', { name: /^Slot \d+ is yours\.$/ }).waitFor();
    await ticket.getByText(/^Reserved /).waitFor();
    await ada.page.getByText(`forward it from ${who.email} to ${MAILBOX}`).waitFor();
  });

  it('shows a guest the price with the link’s promo, which the order costs', async () => {
    await venue.promo('ROWS15', 15);
    const ben = await guest(person(2, 'rows'), { productTitle: 'Harbor Tee', price: 24.99 }, '&promoCode=ROWS15');
    await ben.press('Secure Slot, Fee $21.24');
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
    await cleo.press('Secure Slot, Fee $25.00');
    await cleo.ticket('Harbor Scarf').getByText('001').waitFor();
  });

  it("says 'Error checking out.' when the server’s error has no text", async () => {
    const dov = await guest(person(4, 'rows'), { productTitle: 'Harbor Cap' });
    await dov.page.route('**/api/checkout/completeuser', (route) => route.fulfill({ status: 500, body: '' }));
    await dov.press('Secure Slot, Fee $25.00');
    await dov.alert.getByText('Error checking out.').waitFor();
    expect((await venue.clear()).filter((complaint) => !ANSWERED_500.test(complaint))).toEqual([]);
  });

  it('mails the verification link again, and takes a first billing address on the account page', async () => {
    const esme = await venue.visitor(person(5, 'rows'));
    const { page, who } = esme;
    await esme.signUp();
    await page.goto('/user/account');
    const first = await venue.linkTo(who, 'verify-email', '/action/');
    await esme.press('Send the Email Again');
    await esme.alert.getByText('We emailed you the link again.').waitFor();
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

  it('removes a profile after a confirmation, and its open order continues', async () => {
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
    await visitor.page.getByText('Slots you secured with it stay').waitFor();
    await visitor.press('Remove Profile');
    await visitor.alert.getByText('Main Profile is removed.').waitFor();
    expect(await visitor.page.getByRole('article').count()).toBe(1);

    await venue.release({ productId });
    await visitor.page.goto('/user/orders');
    await visitor.sees(product, 'Success');
  });

  describe('on the waiting list of a sold-out drop, with a moved clock', () => {
    const lineOn = (page: Page) => page.getByRole('region', { name: 'Waiting list' });

    /** A sold-out drop whose only holder may withdraw. */
    async function soldOut(productTitle: string, n: number) {
      const { productId } = await venue.drop({ productTitle, totalStock: 1, styles: 'Ink' });
      const holder = await venue.shopper(person(n, 'line'));
      const { orderId } = await holder.secure(productId);
      return { productId, withdraw: () => withdrawn(holder, orderId) };
    }
    const withdrawn = ({ api }: Shopper, orderId: string) =>
      expectOk(api.post(`/api/user/orders/${orderId}/withdraw`, {}));

    async function getInLine(page: Page): Promise<void> {
      await lineOn(page).getByRole('button', { name: 'Join the Waiting List' }).click();
      const dialog = page.getByRole('dialog', { name: 'Join the waiting list.' });
      await dialog.getByLabel('Size').selectOption('m');
      // It is preselected once it is there.
      await dialog.getByRole('option', { name: 'Main Profile' }).waitFor({ state: 'attached' });
      await dialog.getByRole('button', { name: 'Join the Waiting List' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    it('shows a guest its length, and leads over login to joining it', async () => {
      const { productId } = await soldOut('Line Scarf', 8);
      const { page, who } = await venue.visitor(person(9, 'line'));
      await venue.shopper(who);
      await page.goto(`/purchase?productId=${productId}`);
      await lineOn(page).getByText('Nobody is waiting').waitFor();
      expect(await lineOn(page).getByRole('button').count()).toBe(0);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.getByRole('link', { name: 'Join the Waiting List' }).click();
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log In' }).click();
      await page.waitForURL(`/product?productId=${productId}`);
      await lineOn(page).getByRole('button', { name: 'Join the Waiting List' }).waitFor();
    });

    it('joins and leaves; a withdrawn slot is offered to the first, who secures it', async () => {
      const { productId, withdraw } = await soldOut('Line Coat', 1);
      const { visitor: ada } = await venue.arrival(`/product?productId=${productId}`, person(2, 'line'));
      const { visitor: bea } = await venue.arrival(`/product?productId=${productId}`, person(3, 'line'));
      await getInLine(bea.page);
      await lineOn(bea.page).getByText('1st on the waiting list').waitFor();
      await bea.press('Leave the Waiting List');
      await lineOn(bea.page).getByRole('button', { name: 'Join the Waiting List' }).waitFor();
      await getInLine(ada.page);
      await getInLine(bea.page);
      await lineOn(ada.page).getByText('1st on the waiting list').waitFor();
      await lineOn(bea.page).getByText('2nd on the waiting list').waitFor();
      await lineOn(ada.page).getByText('2 waiting').waitFor();
      expect(await violationsInBothSchemes(ada.page)).toEqual([]);

      await withdraw();

      await lineOn(ada.page).getByText('A slot is held for you: M, Ink').waitFor();
      await lineOn(ada.page)
        .getByRole('timer')
        .getByText(/^(10:00|9:\d\d) left$/)
        .waitFor();
      await lineOn(bea.page).getByText('1st on the waiting list').waitFor();
      expect(await violationsInBothSchemes(ada.page)).toEqual([]);
      expect((await mailTo(venue.server.directory, 'slot-offered', ada.who.email)).text).toContain(productId);

      await ada.press('Secure Your Slot');
      const confirm = ada.page.getByRole('dialog');
      await confirm.getByRole('button', { name: 'Secure Now' }).click();
      await confirm.getByText(/^The slot is yours\./).waitFor();
      expect(await violationsInBothSchemes(ada.page)).toEqual([]);
      await ada.page.waitForURL('/dashboard');
      await ada.ticket('Line Coat').waitFor();
      expect(await lineOn(bea.page).getByText('1st on the waiting list').isVisible()).toBe(true);
    });

    it('offers an untaken slot to the next', async () => {
      const { productId, withdraw } = await soldOut('Line Cap', 5);
      const { visitor: cleo } = await venue.arrival(`/product?productId=${productId}`, person(6, 'line'));
      const { visitor: dov } = await venue.arrival(`/product?productId=${productId}`, person(7, 'line'));
      await getInLine(cleo.page);
      await lineOn(cleo.page).getByText('1st on the waiting list').waitFor();
      await getInLine(dov.page);
      await lineOn(cleo.page).getByText('2 waiting').waitFor();
      await withdraw();
      await lineOn(cleo.page).getByRole('timer').waitFor();

      await clock.moveTo(clock.now() + OFFER_MS + 1_000);

      await lineOn(dov.page).getByText('A slot is held for you: M, Ink').waitFor();
      await lineOn(cleo.page).getByRole('button', { name: 'Join the Waiting List' }).waitFor();
      expect(await lineOn(cleo.page).getByRole('timer').count()).toBe(0);
      expect(await violationsInBothSchemes(cleo.page)).toEqual([]);
      await mailTo(venue.server.directory, 'slot-offered', dov.who.email);
    });
  });
});
