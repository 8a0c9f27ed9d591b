import { jest } from '@jest/globals';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);
const COATS = 'Platform Coat';

describeInBrowser('in the browser, an operator without a mouse', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterAll(() => venue?.close());

  it('signs in, finds an order and a person by Ctrl+K, and opens the menu of a row and the list of keys', async () => {
    const coats = await venue.drop({ productTitle: COATS, totalStock: 5 });
    const ada = await venue.shopper(person(1));
    await ada.secure(coats.productId);
    const { email, name } = ada.who;
    const { page } = await venue.visitor(person(2));

    await page.goto('/admin/');
    await page.locator('input[name="email"]').focus();
    await page.keyboard.type(ADMIN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();

    await page.keyboard.press('Control+k');
    // Typed at once, before the page may have loaded.
    await page.keyboard.type(email);
    const order = page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: COATS });
    await order.waitFor();
    expect(await page.getByRole('combobox', { name: /^Search orders/ }).inputValue()).toBe(email);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Story' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(email);
    await page.getByRole('group', { name: 'People' }).getByRole('option', { name: email }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name }).waitFor();

    await page.getByRole('menuitem', { name: 'Orders' }).press('Enter');
    const dots = page.getByRole('button', { name: `Actions on the order of ${email}` });
    await dots.press('Enter');
    await page.getByRole('menuitem', { name: /^Resend/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu', { name: `Actions on the order of ${email}` }).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    expect(await venue.clear()).toEqual([]);
  });
});
