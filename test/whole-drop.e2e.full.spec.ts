import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectOk } from './support/api.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser, PATIENCE } from './support/browser.js';
import { eventually } from './support/drops.js';
import { CARDS, person } from './support/people.js';
import { Venue } from './support/venue.js';
import { once, seenOn, watch } from './support/watched-drop.js';

/** ms; more than the last minute before a release, and the machine may be busy */
jest.setTimeout(240_000);
const PRODUCT = 'Zero Hour Coat';
const OTHERS = 4;
/** ms from the last minute, so that its beginning is seen */
const LEAD = 8_000;
const MINUTE = 60_000;

/** Resolves once the tab is called so: a moment after the page, as an effect of it. */
const titled = (page: Page, title: string) =>
  eventually(`the title ${title}`, PATIENCE, async () => (await page.title()) === title || undefined);

describeInBrowser('a whole drop, as shopper, guest, passer-by and operator see it at once', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterAll(() => venue?.close());

  it('tells every transition in order, and nobody reloads', async () => {
    const { productId } = await venue.drop({ productTitle: PRODUCT, totalStock: OTHERS + 4, styles: 'Ink' });
    for (let other = 0; other < OTHERS; other += 1) {
      const shopper = await venue.shopper(person(60 + other), other === 0 ? CARDS.declined : CARDS.pays);
      await shopper.secure(productId);
    }
    const guest = person(70, 'guest');
    await venue.guestOrder(guest, productId);
    const shopper = await venue.shopper(person(71));
    await shopper.secure(productId);
    const visitor = await venue.visitor(shopper.who, shopper.session);
    await visitor.page.goto('/user/orders');
    await visitor.sees(PRODUCT, 'Pending');
    const guestPage = (await venue.visitor(guest)).page;
    await guestPage.goto(await venue.linkTo(guest, 'slot-confirmed', '/action/'));
    await guestPage.getByRole('article', { name: `Ticket for ${PRODUCT}` }).waitFor();
    const { visitor: passerBy } = await venue.arrival(`/product?productId=${productId}`, person(72));
    await passerBy.page.getByText('Departs when it is called.').waitFor();
    const { page: board } = await venue.staff();
    await board.getByText('Reservations today').waitFor();
    const onStage = [visitor.page, guestPage];
    for (const page of [...onStage, passerBy.page]) await watch(page);

    const releaseAt = new Date(Date.now() + MINUTE + LEAD).toISOString();
    await expectOk(venue.admin.post('/api/admin/products/edit', { productId, releaseAt, releaseTz: 'UTC' }));

    for (const page of [...onStage, passerBy.page]) await page.getByRole('timer', { name: /^Departs in/ }).waitFor();
    for (const page of onStage) {
      await page.getByRole('region', { name: PRODUCT }).waitFor();
      await titled(page, `Departs in a minute: ${PRODUCT}`);
    }
    for (const page of onStage) expect(await violationsInBothSchemes(page)).toEqual([]);
    const releasing = board.getByRole('region', { name: 'Releasing now' });
    await releasing.getByRole('link', { name: PRODUCT }).waitFor({ timeout: 2 * MINUTE });

    for (const page of onStage) {
      await page.getByRole('heading', { name: 'Yours.' }).waitFor();
      await titled(page, `Yours. ${PRODUCT}`);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      const [before, ...seen] = await seenOn(page);
      expect([before, ...seen.slice(0, 3)]).toEqual([
        'undated',
        'counting',
        'counting | reserved',
        'running | reserved',
      ]);
      // The acts follow the clock and the stream, the stamps their own pace: each comes in its order.
      const [acts, stamps] = [0, 1].map((part) => once(seen.slice(2).map((one) => one.split(' | ')[part])));
      expect([acts?.[0], acts?.at(-1)]).toEqual(['running', 'over']);
      expect(stamps).toEqual([
        'reserved',
        'reserved checked-out',
        'reserved checked-out charged',
        'reserved checked-out charged: Yours.',
      ]);
    }
    const all = OTHERS + 2;
    await passerBy.page.getByText(`${all} of ${all} checked out`).waitFor();
    expect(await seenOn(passerBy.page)).toEqual(['undated', 'counting', 'running', 'departed']);
    await releasing.getByText('Departed, finished').waitFor();
    await releasing.getByText(`${all} of ${all} bought`).waitFor();
    await board.getByText(`${all - 1} charged`, { exact: true }).waitFor();
    await releasing.getByRole('link', { name: PRODUCT }).click();
    await board.getByRole('heading', { name: 'Outcome' }).waitFor();

    await visitor.press('Done');
    await visitor.sees(PRODUCT, 'Success');
    await visitor
      .ticket(PRODUCT)
      .getByText(/^Charged/)
      .waitFor();
    await titled(visitor.page, 'Supreme Access | Orders');
    expect(await venue.clear()).toEqual([]);
  });
});
