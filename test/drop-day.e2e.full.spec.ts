import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { layoutShift, watchLayout } from './support/layout.js';
import { person } from './support/people.js';
import { Venue } from './support/venue.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);
/** what web.dev calls good is below 0.1; a page that keeps room for its pictures has next to none */
const STILL = 0.01;
/** what Chromium writes when a request gets no answer */
const NO_ANSWER = /^Failed to load resource: net::ERR_/;

describeInBrowser('in the browser, on the day of a drop', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  it('counts down in the drop’s zone and the viewer’s, by the server’s clock, and nothing on the page moves', async () => {
    const releaseAt = new Date(Date.now() + 3.5 * 3_600_000);
    const { productId } = await venue.drop({
      productTitle: 'Night Train Jacket',
      totalStock: 12,
      releaseAt: releaseAt.toISOString(),
      releaseTz: 'Asia/Tokyo',
      productImage: '/products/coach-jacket.svg',
    });
    const { visitor } = await venue.arrival(`/product?productId=${productId}`, person(1));
    const { page } = visitor;

    const there = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'short' }).format(releaseAt);
    await page.getByText(`${there} Tokyo`).waitFor();
    await page.getByText(/^\w{3} \d+ \w{3} \d\d:\d\d UTC$/).waitFor();
    await page.getByRole('timer', { name: /^Departs in 3 hours [12]\d minutes$/ }).waitFor();
    // the page believes the server, not a machine whose clock is two hours behind
    await page.clock.install({ time: Date.now() - 2 * 3_600_000 });
    await page.clock.resume();
    await watchLayout(page);
    await page.reload();
    await page.getByRole('timer', { name: /^Departs in 3 hours [12]\d minutes$/ }).waitFor();
    await page.getByRole('img', { name: 'Night Train Jacket' }).waitFor();

    const { shift, moved } = await layoutShift(page);
    expect({ moved, still: shift < STILL }).toEqual({ moved: expect.anything(), still: true });
  });

  it('is walked by keyboard alone, from the shop to a ticket', async () => {
    const product = 'Keyboard Crew';
    await venue.drop({ productTitle: product, totalStock: 20, styles: 'Ink, Stone' });
    const { visitor } = await venue.arrival('/shop', person(2));
    const { page } = visitor;
    await page.getByRole('heading', { name: product }).waitFor();

    await tabTo(page, product);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: product }).waitFor();
    await tabTo(page, 'S');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Style');
    await page.keyboard.press('S');
    await tabTo(page, 'Secure Checkout');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Confirm Slot.' }).waitFor();
    await tabTo(page, 'Secure Now');
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: 'Secured.' }).waitFor();
    await page.waitForURL('/user/orders');
    await visitor.sees(product, 'Pending');
    await visitor.ticket(product).getByText('Stone').waitFor();
  });

  it('takes the percent of a promo link off, for display and in the order', async () => {
    const product = 'Half Fare Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20, price: 35 });
    await venue.promo('HALF', 50);
    const { visitor, shopper } = await venue.arrival(`/product?productId=${productId}&promoCode=HALF`, person(3));

    await visitor.page.getByText('$35.00').waitFor();
    await visitor.page.getByText('$17.50').waitFor();
    await visitor.page.getByText('M', { exact: true }).click();
    await visitor.press('Secure Now');
    await visitor.page.getByRole('dialog').getByText('$17.50').waitFor();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Secure Now' }).click();

    await visitor.page.waitForURL('/dashboard');
    expect((await shopper.orders())[0]?.price).toBe(17.5);
  });

  it('says live that the last slot is gone, also to somebody who was about to confirm', async () => {
    const product = 'One Of One';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 1 });
    const { visitor: late } = await venue.arrival(`/product?productId=${productId}`, person(4));
    const { visitor: slow } = await venue.arrival('/shop', person(5));
    await slow.choose(product, 'M');
    await slow.page.getByRole('dialog', { name: 'Confirm Slot.' }).waitFor();

    await (await venue.shopper(person(6))).secure(productId);

    await late.page.getByRole('button', { name: 'Sold out' }).waitFor();
    await late.page.getByText('The only slot is reserved').last().waitFor();
    await slow.press('Secure Now');
    await slow.page.getByRole('button', { name: 'Error. Refresh.' }).waitFor();
    await slow.page.getByText('All slots are taken. Look again: one comes free when somebody withdraws.').waitFor();
    expect(await violationsInBothSchemes(slow.page)).toEqual([]);
  });

  describe('on a bad network', () => {
    it('says that it is offline, and goes on by itself once the connection is back', async () => {
      const product = 'Tunnel Parka';
      const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
      const { visitor } = await venue.arrival(`/product?productId=${productId}`, person(7));
      const { page } = visitor;
      await page.getByText('20 of 20 slots left').last().waitFor();
      await page.getByText('M', { exact: true }).click();
      await visitor.press('Secure Now');
      await page.context().setOffline(true);
      await page.getByRole('dialog').getByText('You are offline.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Secure Now' }).click();
      await page.getByRole('button', { name: 'Securing...' }).waitFor();
      await (await venue.shopper(person(8))).secure(productId);

      await page.context().setOffline(false);

      await page.getByRole('button', { name: 'Secured.' }).waitFor();
      await page.getByText('18 of 20 slots left').last().waitFor();
      expect(await page.getByText('You are offline.').count()).toBe(0);
      expect((await venue.clear()).filter((complaint) => !NO_ANSWER.test(complaint))).toEqual([]);
    });

    it('repeats a reservation whose answer was lost, under the same key: one slot', async () => {
      const product = 'Echo Vest';
      await venue.drop({ productTitle: product, totalStock: 20 });
      const { visitor, shopper } = await venue.arrival('/shop', person(9));
      const keys: (string | undefined)[] = [];
      await visitor.page.route('**/api/checkout/withprofile', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });

      await visitor.choose(product, 'M');
      await visitor.press('Secure Now');
      await visitor.page.getByRole('button', { name: 'Secured.' }).waitFor();

      expect(keys).toEqual([expect.any(String), keys[0]]);
      expect(await shopper.orders()).toHaveLength(1);
      expect((await venue.clear()).filter((complaint) => !NO_ANSWER.test(complaint))).toEqual([]);
    });
  });
});

/** Presses Tab until the thing of this name has the focus. @throws when it never does */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      return (labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
    });
    if (focused === name) return;
  }
  throw new Error(`'${name}' cannot be reached by keyboard`);
}
