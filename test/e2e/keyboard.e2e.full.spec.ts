import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { describeInBrowser, focused } from '../support/browser.js';
import { Keyboard } from '../support/keyboard.js';
import { CARDS, type Person, person } from '../support/people.js';
import { Venue } from '../support/venue.js';
import { EXPIRY } from '../support/visitor.js';

jest.setTimeout(180_000);

/** px: a desk, and a phone, whose primary action covers the bottom */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

describeInBrowser('in the browser, by keyboard alone', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  /** Opens the focused element's dialog, closes it by Escape, which returns the focus, and opens it again. */
  async function openTwice(page: Page, keyboard: Keyboard, name: string | RegExp): Promise<void> {
    const opener = (await keyboard.stop()).name;
    const dialog = page.getByRole('dialog', { name });
    await keyboard.press('Enter');
    await focused(dialog.locator(':focus'));
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focused(page.locator(':focus'));
    expect((await keyboard.stop()).name).toBe(opener);
    await keyboard.press('Enter');
    await dialog.waitFor();
  }

  const answers = ({ name, email, phone, address }: Person) =>
    [
      [/^Size$/, 'M'],
      [/^Colour$/, 'Ink'],
      [/Name$/, name],
      [/^Email$/, email],
      [/^Phone/, phone],
      [/^Address$/, address.address1],
      [/^City$/, address.city],
      [/^State$/, 'Oregon'],
      [/^Zip$/, address.zip],
      [/^Card Type$/, 'Visa'],
      [/^Card Number$/, CARDS.pays],
      [/^Expiry/, EXPIRY.replace('/', '')],
      [/^Security Code$/, '123'],
    ] as const;

  it.each(SIZES)('a guest purchases at $width px', async (viewport) => {
    const product = `Keyboard Parka ${viewport.width}`;
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20, price: 30, styles: 'Ink, Stone' });
    const { page, who, title } = await venue.visitor({ ...person(viewport.width, 'keys'), address: person(0).address });
    const keyboard = new Keyboard(page);
    await page.setViewportSize(viewport);
    await page.goto(`/purchase?productId=${productId}`);
    await title.filter({ hasText: product }).waitFor();
    // The form comes after the title, and moves what stands below it.
    await page.getByRole('button', { name: 'Set ACO Details' }).waitFor();
    // Once around the page: its primary action covers no element that has the focus.
    await keyboard.to(/^Skip to content$/);
    await keyboard.to(/^Skip to content$/);
    await keyboard.press('Enter');

    await keyboard.to(/^Set ACO Details$/);
    await openTwice(page, keyboard, 'ACO details');
    await keyboard.fill(/^Save ACO Details$/, answers(who));
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page.locator('main :focus'));
    await keyboard.fill(/\$30\.00/, answers(who));
    await keyboard.press('Enter');

    await page.getByText('Thank you! Your submission has been received!').waitFor();
    await page.getByRole('article', { name: `Ticket for ${product}` }).waitFor();
    expect(keyboard.wrong).toEqual([]);
  });

  it.each(SIZES)('a shopper secures a slot at $width px', async (viewport) => {
    const product = `Keyboard Coat ${viewport.width}`;
    await venue.drop({ productTitle: product, totalStock: 20, styles: 'Ink, Stone' });
    const { visitor } = await venue.arrival('/shop', person(viewport.width, 'keys-shop'));
    const { page } = visitor;
    const keyboard = new Keyboard(page);
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: product }).waitFor();

    await keyboard.to(new RegExp(product));
    await openTwice(page, keyboard, product);
    await page.getByRole('option', { name: 'Main Profile' }).waitFor({ state: 'attached' });
    await keyboard.to(/^S$/);
    await keyboard.press('ArrowRight');
    await keyboard.fill(/^Secure Checkout$/, [[/^Style$/, 'Stone']]);
    await openTwice(page, keyboard, /^Confirm Slot/);
    await keyboard.to(/^Secure Now$/);
    await keyboard.press('Enter');

    await page.getByRole('button', { name: 'Secured.' }).waitFor();
    await page.waitForURL('/user/orders');
    await visitor.sees(product, 'Pending');
    for (const chosen of ['M', 'Stone']) await visitor.ticket(product).getByText(chosen, { exact: true }).waitFor();
    await focused(page.locator('main:focus'));
    expect(keyboard.wrong).toEqual([]);
  });

  it('a shopper on the waiting list takes the offered slot', async () => {
    const { productId } = await venue.drop({ productTitle: 'Keyboard Cap', totalStock: 1, styles: 'Ink' });
    const holder = await venue.shopper(person(1, 'keys-line'));
    const { orderId } = await holder.secure(productId);
    const { visitor } = await venue.arrival(`/product?productId=${productId}`, person(2, 'keys-line'));
    const { page } = visitor;
    const keyboard = new Keyboard(page);
    await page.getByRole('button', { name: /^Join the/ }).waitFor();

    await keyboard.to(/^Join the/);
    await openTwice(page, keyboard, /^Join the/);
    await page.getByRole('option', { name: 'Main Profile' }).waitFor({ state: 'attached' });
    await keyboard.fill(/^Join the/, [[/^Size$/, 'M']]);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('1st').waitFor();
    await focused(page.locator('main :focus'));
    await expectOk(holder.api.post(`/api/user/orders/${orderId}/withdraw`, {}));
    await page.getByRole('button', { name: /^Secure Your Slot$/i }).waitFor();

    await keyboard.to(/^Secure Your Slot$/i);
    await openTwice(page, keyboard, /^Confirm Slot/);
    await keyboard.to(/^Secure Now$/);
    await keyboard.press('Enter');

    await page.getByText(/^The slot is yours\./).waitFor();
    await page.waitForURL('/dashboard');
    await visitor.ticket('Keyboard Cap').waitFor();
    expect(keyboard.wrong).toEqual([]);
  });
});
