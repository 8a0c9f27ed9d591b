import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { expectOk } from '../support/api.js';
import { describeInBrowser } from '../support/browser.js';
import { MovedClock } from '../support/moved-clock.js';
import { person } from '../support/people.js';
import { Venue } from '../support/venue.js';
import { once, seenOn, seenUntil, watch } from '../support/watched-drop.js';

jest.setTimeout(180_000);
const PRODUCT = 'Zero Hour Vest';
/** ms to a release: within the minute of its countdown */
const SOON = 45_000;

describeInBrowser('in the browser, a drop watched live', () => {
  let directory: string;
  let clock: MovedClock;
  let venue: Venue;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clock-'));
    clock = MovedClock.in(directory);
    venue = await Venue.open(clock.settings);
  });
  afterAll(async () => {
    await venue?.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('is shown to its shopper, a visitor and an operator, transition by transition, without a reload', async () => {
    const { productId } = await venue.drop({ productTitle: PRODUCT, totalStock: 4 });
    const shopper = await venue.shopper(person(1));
    await shopper.secure(productId);
    const holder = await venue.visitor(shopper.who, shopper.session);
    await holder.page.goto('/user/orders');
    await holder.sees(PRODUCT, 'Pending');
    const passerBy = await venue.visitor(person(2));
    await passerBy.page.goto(`/purchase?productId=${productId}`);
    await passerBy.page
      .getByText(/^Release date to be announced/)
      .first()
      .waitFor();
    const { page: board } = await venue.staff();
    await board.getByText('Reservations today').waitFor();
    for (const { page } of [holder, passerBy]) await watch(page);

    const releaseAt = clock.now() + SOON;
    const schedule = { productId, releaseAt: new Date(releaseAt).toISOString(), releaseTz: 'UTC' };
    await expectOk(venue.admin.post('/api/admin/products/edit', schedule));
    for (const { page } of [holder, passerBy]) await page.getByRole('timer', { name: /^Departs in/ }).waitFor();
    await holder.page.getByRole('region', { name: PRODUCT }).waitFor();
    await clock.moveTo(releaseAt);

    await holder.page.getByRole('heading', { name: 'Yours.' }).waitFor();
    const [before, ...seen] = await seenOn(holder.page);
    const [acts, stamps] = [0, 1].map((part) => once(seen.map((one) => one.split(' | ')[part])));
    expect([before, ...(acts ?? [])]).toEqual(['undated', 'counting', 'running', 'over']);
    expect(stamps).toEqual([
      'reserved',
      'reserved checked-out',
      'reserved checked-out charged',
      'reserved checked-out charged: Yours.',
    ]);
    await passerBy.page.getByText('1 of 1 checked out').waitFor();
    expect(await seenUntil(passerBy.page, 'departed')).toEqual(['undated', 'counting', 'running', 'departed']);
    await board.getByRole('row', { name: PRODUCT }).getByText('100.0%').waitFor();
    await board.getByRole('region', { name: 'Releasing now' }).waitFor({ state: 'detached' });
    await board.getByText('1 charge', { exact: true }).waitFor();
    expect(await venue.clear()).toEqual([]);
  });
});
