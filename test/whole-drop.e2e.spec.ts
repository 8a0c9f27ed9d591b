import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectOk } from './support/api.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { CARDS, person } from './support/people.js';
import { Venue } from './support/venue.js';

/** ms; more than the last minute before a release, and the machine may be busy */
jest.setTimeout(240_000);
const PRODUCT = 'Zero Hour Coat';
const OTHERS = 4;
/** ms from the last minute, so that its beginning is seen */
const LEAD = 8_000;
const MINUTE = 60_000;

/** Notes what the stage shows each time that it shows something else, in the page itself. */
async function watchStage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const stage = document.querySelector<HTMLElement>('.stage');
      const stamps = [...(stage?.querySelectorAll<HTMLElement>('.stamp[data-stamped="yes"]') ?? [])];
      const ending = stage?.querySelector('.stage-ending h3')?.textContent;
      const shown = [stamps.map(({ dataset }) => dataset.kind).join(' '), ending].filter(Boolean).join(': ');
      const act = stage ? `${stage.dataset.act} | ${shown}` : 'no stage';
      if (seen.at(-1) !== act) seen.push(act);
      requestAnimationFrame(look);
    };
    look();
  });
}
const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen);

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
    const { visitor, shopper } = await venue.arrival('/user/orders', person(71));
    await shopper.secure(productId);
    await visitor.page.reload();
    await visitor.sees(PRODUCT, 'Pending');
    const guestPage = (await venue.visitor(guest)).page;
    await guestPage.goto(await venue.linkTo(guest, 'slot-confirmed', '/action/'));
    await guestPage.getByRole('article', { name: `Ticket for ${PRODUCT}` }).waitFor();
    const { visitor: passerBy } = await venue.arrival(`/product?productId=${productId}`, person(72));
    await passerBy.page.getByText('Departs when it is called.').waitFor();
    const { page: board } = await venue.staff();
    await board.getByText('Reservations today').waitFor();
    const onStage = [visitor.page, guestPage];
    for (const page of onStage) await watchStage(page);

    const releaseAt = new Date(Date.now() + MINUTE + LEAD).toISOString();
    await expectOk(venue.admin.post('/api/admin/products/edit', { productId, releaseAt, releaseTz: 'UTC' }));

    for (const page of [...onStage, passerBy.page])
      await page.getByRole('timer', { name: /^Departs in 1 minute/ }).waitFor();
    for (const page of onStage) {
      await page.getByRole('region', { name: PRODUCT }).waitFor();
      expect(await page.title()).toBe(`Departs in a minute: ${PRODUCT}`);
      expect(await violationsInBothSchemes(page)).toEqual([]);
    }
    for (const page of [...onStage, passerBy.page])
      await page
        .getByText('Releasing now')
        .first()
        .waitFor({ timeout: 2 * MINUTE });
    const releasing = board.getByRole('region', { name: 'Releasing now' });
    await releasing.getByRole('link', { name: PRODUCT }).waitFor();

    for (const page of onStage) {
      await page.getByRole('heading', { name: 'Yours.' }).waitFor();
      expect(await page.title()).toBe(`Yours. ${PRODUCT}`);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await seenOn(page)).toEqual([
        'no stage',
        'counting | reserved',
        'running | reserved',
        ...(await seenOn(page)).slice(3, -3),
        expect.stringMatching(/^(running|over) \| reserved checked-out$/),
        expect.stringMatching(/^(running|over) \| reserved checked-out charged$/),
        'over | reserved checked-out charged: Yours.',
      ]);
    }
    const all = OTHERS + 2;
    await passerBy.page.getByText(`${all} of ${all} checked out`).waitFor();
    await releasing.getByText('Departed, finished').waitFor();
    await releasing.getByText(`${all} of ${all} bought`).waitFor();
    await releasing.getByRole('link', { name: PRODUCT }).click();
    await board.getByRole('heading', { name: 'Outcome' }).waitFor();

    await visitor.press('Done');
    await visitor.sees(PRODUCT, 'Success');
    await visitor
      .ticket(PRODUCT)
      .getByText(/^Charged/)
      .waitFor();
    expect(await visitor.page.title()).toBe('Supreme Access | Orders');
    expect(await venue.clear()).toEqual([]);
  });
});
