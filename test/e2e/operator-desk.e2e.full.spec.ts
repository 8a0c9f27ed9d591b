import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import type { Locator, Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { range } from '../support/crowd.js';
import { untilNoneIsLeft } from '../support/drops.js';
import { RetailerProcess } from '../support/emulator-processes.js';
import { layoutShift, watchLayout } from '../support/layout.js';
import { person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(300_000);
const THIRTY = 30;
const MAIL_SECRET = 'shared with the mail service of the story';
/** cumulative layout shift */
const MOVES_AT_MOST = 0.05;
/** presses of Tab after which an element counts as unreachable */
const PRESSES = 150;

describeInBrowser('in the browser, an operator by keyboard alone', () => {
  let venue: Venue;
  let retailer: RetailerProcess | undefined;
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'desk-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  afterEach(async () => {
    const complaints = await venue?.clear();
    await venue?.close();
    await retailer?.stop();
    expect(complaints).toEqual([]);
  });

  it('refunds thirty orders with one reason, on a board without layout shifts', async () => {
    venue = await Venue.open();
    const coat = await venue.drop({ productTitle: 'Torn Coat', totalStock: 40, limitPerAccount: 40 });
    const ada = await venue.shopper(person(1));
    for (const index of range(THIRTY)) {
      const profileId = await ada.addProfile(person(100 + index));
      await expectOk(ada.reserve({ productId: coat.productId, size: 'm', style: 'Ink', profileId }));
    }
    await venue.release(coat);
    await allBecome(venue, 'success');

    const { page } = await venue.staff('/admin/orders');
    await page.getByText('Torn Coat').first().waitFor();
    await tabTo(page.getByRole('combobox', { name: /Rows per page/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const rows = page.getByRole('row', { name: ada.who.email });
    await rows.nth(THIRTY - 1).waitFor();
    await tabTo(page.getByRole('checkbox', { name: 'Select all' }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await tabTo(page.getByRole('button', { name: 'Refund orders' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Refund orders: 30 orders' });
    await dialog.waitFor();
    await page.keyboard.type('The coats came torn');
    await tabTo(dialog.getByLabel('Your password'), 'Tab');
    await page.keyboard.type(ADMIN.password);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByText('30 orders refunded.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await allBecome(venue, 'refunded');

    await watchLayout(page);
    const charts = page.getByRole('figure').locator('svg');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/admin/');
      await charts.nth(1).waitFor();
      await charts.getByText('$0.00').waitFor();
      expect((await charts.allTextContents()).join()).not.toContain('…');
      const { shift, moved } = await layoutShift(page);
      expect({ width, moved: shift < MOVES_AT_MOST ? [] : moved }).toEqual({ width, moved: [] });
    }
  });

  it('accepts a mail as proof of a purchase from the board', async () => {
    retailer = await RetailerProcess.start(directory);
    venue = await Venue.open({ INBOUND_MAIL_SECRET: MAIL_SECRET, ...retailer.settings });
    const cap = await venue.drop({ productTitle: 'Proven Cap', totalStock: 5 });
    const bea = await venue.shopper(person(2));
    const { orderId } = await bea.secure(cap.productId);
    const { page } = await venue.staff();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByRole('link', { name: /^Done List a product/ }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await retailer.fault('error500', { orderId, times: 100_000 });
    await venue.release(cap);
    await allBecome(venue, 'processing');
    await forward(venue, bea.who.email, `Bought: ${orderId}:1`);

    await page.goto('/admin/');
    const need = page.getByRole('link', { name: /^1 Proof to review/ });
    await need.waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Needs you');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await tabTo(need, 'Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Text of the email').waitFor();
    await tabTo(page.getByRole('button', { name: 'Accept' }), 'Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.type('The shop confirms it');
    await tabTo(dialog.getByLabel('Your password'), 'Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByText('The email was accepted as proof.').waitFor();
    await allBecome(venue, 'success');
  });
});

async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const page: Page = target.page();
  await target.waitFor();
  for (let presses = 0; presses < PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

function allBecome({ admin }: Venue, status: AdminOrder['status']): Promise<AdminOrder[]> {
  return untilNoneIsLeft(`orders become ${status}`, 60_000, async () => {
    const found = await expectOk(admin.get<AdminOrder[]>('/api/admin/orders?range=[0,99]'));
    return { left: found.filter((order) => order.status !== status).length, found };
  });
}

/** As the mail service delivers a forwarded mail. */
async function forward({ server }: Venue, from: string, text: string): Promise<void> {
  const body = JSON.stringify({ from, subject: 'Fwd: Your order', text, receivedAt: Date.now() });
  const signature = createHmac('sha256', MAIL_SECRET).update(body).digest('hex');
  const headers = { 'x-signature': signature, 'content-type': 'application/json' };
  const { status } = await fetch(`${server.url}/api/inbound/email`, { method: 'POST', headers, body });
  expect(status).toBe(200);
}
