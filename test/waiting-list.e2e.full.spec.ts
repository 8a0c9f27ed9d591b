import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { OFFER_MS } from '@supreme-access/contract/waitlist.js';
import type { Page } from 'playwright-core';
import { expectOk } from './support/api.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { mailTo } from './support/mailbox.js';
import { MovedClock } from './support/moved-clock.js';
import { person } from './support/people.js';
import { PASSWORD, type Shopper } from './support/shopper.js';
import { Venue } from './support/venue.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);

describeInBrowser('in the browser, the line of a sold-out drop', () => {
  let directory: string;
  let clock: MovedClock;
  let venue: Venue;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clock-'));
    clock = MovedClock.in(directory);
    venue = await Venue.open(clock.settings);
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(async () => {
    await venue?.close();
    await rm(directory, { recursive: true, force: true });
  });

  const lineOn = (page: Page) => page.getByRole('region', { name: 'Waiting list' });

  /** Sold out: its one slot is somebody's, who may give it back. */
  async function soldOut(productTitle: string, n: number) {
    const { productId } = await venue.drop({ productTitle, totalStock: 1, styles: 'Ink' });
    const holder = await venue.shopper(person(n, 'line'));
    const { orderId } = await holder.secure(productId);
    return { productId, giveBack: () => withdrawn(holder, orderId) };
  }
  const withdrawn = ({ api }: Shopper, orderId: string) =>
    expectOk(api.post(`/api/user/orders/${orderId}/withdraw`, {}));

  async function getInLine(page: Page): Promise<void> {
    await lineOn(page).getByRole('button', { name: 'Join the Line' }).click();
    const dialog = page.getByRole('dialog', { name: 'Join the line.' });
    await dialog.getByLabel('Size').selectOption('m');
    await dialog.getByRole('button', { name: 'Join the Line' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('tells a guest how long it is, and leads over login to where it is joined', async () => {
    const { productId } = await soldOut('Line Scarf', 8);
    const { page, who } = await venue.visitor(person(9, 'line'));
    await venue.shopper(who);
    await page.goto(`/purchase?productId=${productId}`);
    await lineOn(page).getByText('Nobody in line').waitFor();
    expect(await lineOn(page).getByRole('button').count()).toBe(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await lineOn(page).getByRole('link', { name: 'login' }).click();
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(`/product?productId=${productId}`);
    await lineOn(page).getByRole('button', { name: 'Join the Line' }).waitFor();
  });

  it('is joined and left; a slot that is given back is offered to the first, who secures it', async () => {
    const { productId, giveBack } = await soldOut('Line Coat', 1);
    const { visitor: ada } = await venue.arrival(`/product?productId=${productId}`, person(2, 'line'));
    const { visitor: bea } = await venue.arrival(`/product?productId=${productId}`, person(3, 'line'));
    await getInLine(bea.page);
    await lineOn(bea.page).getByText('1st in line').waitFor();
    await bea.press('Leave the Line');
    await lineOn(bea.page).getByRole('button', { name: 'Join the Line' }).waitFor();
    await getInLine(ada.page);
    await getInLine(bea.page);
    await lineOn(ada.page).getByText('1st in line').waitFor();
    await lineOn(bea.page).getByText('2nd in line').waitFor();
    await lineOn(ada.page).getByText('2 in line').waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);

    await giveBack();

    await lineOn(ada.page).getByText('A slot is yours: M, Ink').waitFor();
    await lineOn(ada.page)
      .getByRole('timer')
      .getByText(/^(10:00|9:\d\d) left$/)
      .waitFor();
    await lineOn(bea.page).getByText('1st in line').waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    expect((await mailTo(venue.server.directory, 'slot-offered', ada.who.email)).text).toContain(productId);

    await ada.press('Secure Your Slot');
    const confirm = ada.page.getByRole('dialog');
    await confirm.getByRole('button', { name: 'Secure Now' }).click();
    await confirm.getByText(/^The slot is yours\./).waitFor();
    expect(await violationsInBothSchemes(ada.page)).toEqual([]);
    await ada.page.waitForURL('/dashboard');
    await ada.ticket('Line Coat').waitFor();
    expect(await lineOn(bea.page).getByText('1st in line').isVisible()).toBe(true);
  });

  it('goes on to the next when nobody takes what was offered', async () => {
    const { productId, giveBack } = await soldOut('Line Cap', 5);
    const { visitor: cleo } = await venue.arrival(`/product?productId=${productId}`, person(6, 'line'));
    const { visitor: dov } = await venue.arrival(`/product?productId=${productId}`, person(7, 'line'));
    await getInLine(cleo.page);
    await lineOn(cleo.page).getByText('1st in line').waitFor();
    await getInLine(dov.page);
    await lineOn(cleo.page).getByText('2 in line').waitFor();
    await giveBack();
    await lineOn(cleo.page).getByRole('timer').waitFor();

    await clock.moveTo(clock.now() + OFFER_MS + 1_000);

    await lineOn(dov.page).getByText('A slot is yours: M, Ink').waitFor();
    await lineOn(cleo.page).getByRole('button', { name: 'Join the Line' }).waitFor();
    expect(await lineOn(cleo.page).getByRole('timer').count()).toBe(0);
    expect(await violationsInBothSchemes(cleo.page)).toEqual([]);
    await mailTo(venue.server.directory, 'slot-offered', dov.who.email);
  });
});
