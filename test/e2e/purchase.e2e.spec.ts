import { jest } from '@jest/globals';
import { describeInBrowser } from '../support/browser.js';
import { person } from '../support/people.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);
const PRODUCT = 'Platform Nine Hoodie';

describeInBrowser('in the browser, the first purchase', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterAll(() => venue?.close());

  it('goes from sign-up to a ticket, which becomes Success live once the drop is released', async () => {
    const drop = await venue.drop({ productTitle: PRODUCT, totalStock: 20, price: 35, styles: 'Ink, Stone' });
    const ada = await venue.visitor(person(1));

    await ada.signUp();
    await ada.setUp();
    await ada.page.getByRole('link', { name: 'Go to the Shop' }).click();
    await ada.choose(PRODUCT, 'M', 'Stone');
    await ada.page.getByText("Your card won't be charged till after success.").last().waitFor();
    await ada.press('Secure Now');
    await ada.page.getByRole('button', { name: 'Secured.' }).waitFor();
    await ada.ticket(PRODUCT).getByText('001').waitFor();
    await ada.page.waitForURL('/user/orders');
    await ada.sees(PRODUCT, 'Pending');
    await ada.page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await venue.release(drop);

    await ada.sees(PRODUCT, 'Success');
    for (const sentence of ['You secured the slot.', 'Checked out at the retailer.', 'The service fee was charged.']) {
      await ada.reads(sentence);
    }
    await ada
      .ticket(PRODUCT)
      .getByText(/^Charged \d+:\d\d:\d\d\s[AP]M$/)
      .first()
      .waitFor();
    expect(await ada.page.evaluate(() => 'sameDocument' in window)).toBe(true);
    expect(await venue.clear()).toEqual([]);
  });
});
