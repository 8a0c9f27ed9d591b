import { expectOk } from '../support/api.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { DAY, type Environment, HOUR, MINUTE } from './environment.js';
import type { StateName } from './states.js';

const LONG = 'Transcontinental Überlandschlafwagenschaffner Field Jacket';

export async function product(env: Environment, camera: Camera): Promise<void> {
  const shopper = await env.shopper();
  const at = (productId: string, more = '') => `/product?productId=${productId}${more}`;
  const soon = await env.drop('hoodie-box', { ahead: 2 * DAY + 3 * HOUR });
  await env.fill(soon, 6);
  const guest = await env.window('phone');
  await guest.goto(`/purchase?productId=${soon.productId}`);
  await guest.getByText('You do not need an account').waitFor();
  await camera.take('product-guest', guest);
  await near(env, camera, shopper, at(soon.productId));
  await codes(env, camera, shopper, at(soon.productId));
  await times(env, camera, shopper);
  await sold(env, camera, shopper);
  await pictures(env, camera, shopper);
}

async function look(env: Environment, who: Shopper, path: string, shows: string) {
  const page = await env.arrival(who, path);
  await page.getByText(shows).first().waitFor();
  return page;
}

async function near(env: Environment, camera: Camera, shopper: Shopper, path: string): Promise<void> {
  const page = await look(env, shopper, path, 'slots left');
  await camera.take('product-before', page, page.getByRole('timer'));
  await page
    .getByRole('button', { name: /^Look nearer/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await camera.take('product-zoom', page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Size guide' }).click();
  await page.getByRole('dialog', { name: 'Size guide' }).waitFor();
  await camera.take('product-size-guide', page);
  await page.addInitScript(agree);
  await page.reload();
  await page.getByRole('button', { name: 'Remind Me' }).click();
  const hint = page.getByText('This browser notifies you five minutes before');
  await hint.waitFor();
  await camera.take('product-reminded', page, hint);
  const none = await look(env, shopper, '/product?productId=nowhere', 'No such product.');
  await camera.take('product-missing', none);
}

/** A headless Chromium denies notifications despite a grant, so they are faked. */
function agree(): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
}

async function codes(env: Environment, camera: Camera, shopper: Shopper, path: string): Promise<void> {
  await expectOk((await env.admin()).post('/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 }));
  const good = await look(env, shopper, `${path}&promoCode=FRIENDS10`, 'off the service fee');
  await camera.take('product-promo', good, good.getByText('off the service fee'));
  const bad = await look(env, shopper, `${path}&promoCode=NOBODYS`, 'cannot be used');
  await camera.take('product-promo-refused', bad, bad.getByText('cannot be used'));
}

async function times(env: Environment, camera: Camera, shopper: Shopper): Promise<void> {
  const shows: readonly [StateName, string, string, object][] = [
    ['product-called', 'tee-heavy', 'Release date to be announced', {}],
    ['product-closing', 'vest-puffer', 'Reservations close', { ahead: HOUR, reservationClosesAt: env.in(9 * MINUTE) }],
  ];
  for (const [name, drop, text, how] of shows) {
    const { productId } = await env.drop(drop, how);
    const page = await look(env, shopper, `/product?productId=${productId}`, text);
    await camera.take(name, page, page.getByText(text));
  }
  const closed = await env.drop('cap-last-stop', { ahead: HOUR, reservationClosesAt: env.in(MINUTE) });
  await env.fill(closed, 3);
  await env.clock.moveTo(env.clock.now() + 2 * MINUTE);
  const page = await look(env, shopper, `/product?productId=${closed.productId}`, 'Reservations are closed.');
  await camera.take('product-closed', page, page.getByText('Reservations are closed.'));
}

async function sold(env: Environment, camera: Camera, shopper: Shopper): Promise<void> {
  const none = await env.drop('jacket-coach', { ahead: 3 * DAY });
  await env.fill(none, none.totalStock);
  const soldOut = await look(env, shopper, `/product?productId=${none.productId}`, 'All slots are taken.');
  await camera.take('product-sold-out', soldOut, soldOut.getByText('All slots are taken.'));
  const runs = await env.drop('beanie-harbour', { totalStock: 40 });
  await env.fill(runs, 8);
  await env.partners.retailer.fault('slow', { on: 'submit', times: 5 });
  const page = await look(env, shopper, `/product?productId=${runs.productId}`, 'Release date to be announced');
  await env.release(runs.productId);
  const progress = page.getByText(/[1-7] of 8 checked out/).last();
  await progress.waitFor();
  await camera.take('product-running', page, progress);
  await env.departed(runs.productId);
  await page.getByText('Releasing now').waitFor({ state: 'detached' });
  await camera.take('product-departed', page, page.getByText('8 of 8 checked out'));
}

async function pictures(env: Environment, camera: Camera, shopper: Shopper): Promise<void> {
  const { productId } = await env.drop('pants-scaffold', {
    productTitle: LONG,
    productImage: '',
    pictures: [],
    ahead: DAY,
  });
  const page = await look(env, shopper, `/product?productId=${productId}`, 'slots left');
  await camera.take('product-placeholder', page);
}
