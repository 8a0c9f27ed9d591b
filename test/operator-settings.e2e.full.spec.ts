import { jest } from '@jest/globals';
import { Collector } from '../backend/src/analytics/collector.fixture.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { eventually } from './support/drops.js';
import { person } from './support/people.js';
import { Venue } from './support/venue.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);

describeInBrowser('in the browser, in strict mode and where purchases are counted', () => {
  let collector: Collector;
  let venue: Venue;

  beforeAll(async () => {
    collector = await Collector.start();
    venue = await Venue.open({ ...collector.settings, STRICT_SETUP: 'on' });
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(async () => {
    await venue?.close();
    await collector?.stop();
  });

  it('a newcomer is led to the setup from wherever they go, and a purchase is counted once they agreed', async () => {
    const product = 'Turnstile Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20, price: 12.5 });
    const second = await venue.drop({ productTitle: 'Uncounted Tee', totalStock: 20 });
    const zoe = await venue.visitor(person(1));
    const { page } = zoe;
    const question = page.getByRole('region', { name: 'Counting purchases' });

    await zoe.signUp();
    await page.goto('/user/orders');
    await page.waitForURL('/step1');
    await question.waitFor({ state: 'attached' });
    await zoe.setUp();
    await page.goto('/shop');
    await zoe.choose('Uncounted Tee', 'M');
    await zoe.press('Secure Now');
    await page.waitForURL('/user/orders');
    await page.goto('/about');
    await question.waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await zoe.press('Count');
    await question.waitFor({ state: 'detached' });
    await page.goto('/shop');
    await zoe.choose(product, 'M');
    await zoe.press('Secure Now');
    await page.waitForURL('/user/orders');

    await eventually('the purchase is counted', 60_000, async () => collector.sent.length > 0 || undefined);
    const told = JSON.stringify(collector.sent.map(({ body }) => body.events));
    expect(told).toContain(productId);
    expect(told).not.toContain(second.productId);
    expect(told).not.toMatch(new RegExp(`${zoe.who.email}|${zoe.who.name}`));
  });
});
