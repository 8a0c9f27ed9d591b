import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { tokenOf } from '../fixtures/mailbox.js';
import { OrderServer } from '../fixtures/order-server.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser, openBrowser, openWindow, type Window } from '../support/browser.js';

jest.setTimeout(180_000);

describeInBrowser('in the browser, an open order whose security code is gone', () => {
  let server: OrderServer;
  let browser: Browser;
  let window: Window;

  beforeAll(async () => {
    server = await OrderServer.start();
    browser = await openBrowser();
  });
  beforeEach(async () => {
    window = await openWindow(browser, server.server.url);
  });
  afterEach(async () => {
    await window?.page.context().close();
    expect(window?.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it('asks for it on the order’s page', async () => {
    const { orderId, shopper } = await server.order(await server.drop({ productTitle: 'Coded Coat' }));
    await forget(orderId);
    const { page } = window;
    await page.goto('/login');
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByLabel('Password').fill('correct horse 7');
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL('/');
    await page.goto('/user/orders');
    await givesCode(page);
    expect(await server.view(orderId)).toMatchObject({ status: 'pending', codeOnFile: true });
  });

  it('asks a guest behind the mailed link', async () => {
    const productId = await server.drop();
    const email = 'guest.of.codes@example.org';
    const acoDataPayload = await server.encrypt('aco', server.aco(), null);
    const reservation = { email, name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
    const { orderId } = (await server.ok(server.post('/api/checkout/completeuser', reservation, null))).order;
    const token = tokenOf(await server.mail('guest-slot-confirmed', email));
    await forget(orderId);
    await window.page.goto(`/action/${token}`);
    await givesCode(window.page);
    expect(await server.view(orderId)).toMatchObject({ status: 'pending', codeOnFile: true });
  });

  /** As the housekeeping does with a code after thirty days. */
  async function forget(orderId: string): Promise<void> {
    await server.view(orderId);
    await server.server.platform.vault.erase('code', (await server.doc(orderId))?.codeRecord ?? '');
  }
});

/** A short code is refused beside its field; a valid one is accepted once. */
async function givesCode(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Security code' });
  await form.waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await form.getByLabel('Security Code').fill('98');
  await form.getByRole('button', { name: 'Send Code' }).click();
  await form.getByText('The security code has 3 or 4 digits.').waitFor();
  await form.getByLabel('Security Code').fill('987');
  await form.getByRole('button', { name: 'Send Code' }).click();
  await form.waitFor({ state: 'detached' });
}
