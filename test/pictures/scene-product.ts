import { expectOk } from '../support/api.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { DAY, HOUR, type House, MINUTE } from './house.js';
import type { StateName } from './states.js';

const LONG = 'Transcontinental Überlandschlafwagenschaffner Field Jacket';

export async function product(house: House, camera: Camera): Promise<void> {
  const shopper = await house.shopper();
  const at = (productId: string, more = '') => `/product?productId=${productId}${more}`;
  const soon = await house.drop('hoodie-box', { ahead: 2 * DAY + 3 * HOUR });
  await house.fill(soon, 6);
  const guest = await house.window('phone');
  await guest.goto(`/purchase?productId=${soon.productId}`);
  await guest.getByText('You do not need an account').waitFor();
  await camera.take('product-guest', guest);
  await near(house, camera, shopper, at(soon.productId));
  await codes(house, camera, shopper, at(soon.productId));
  await times(house, camera, shopper);
  await sold(house, camera, shopper);
  await pictures(house, camera, shopper);
}

/** Opens a product's page and waits for what it is about. */
async function look(house: House, who: Shopper, path: string, shows: string) {
  const page = await house.arrival(who, path);
  await page.getByText(shows).first().waitFor();
  return page;
}

async function near(house: House, camera: Camera, shopper: Shopper, path: string): Promise<void> {
  const page = await look(house, shopper, path, 'slots left');
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
  const told = page.getByText('This browser notifies you five minutes before');
  await told.waitFor();
  await camera.take('product-reminded', page, told);
  const none = await look(house, shopper, '/product?productId=nowhere', 'No such product.');
  await camera.take('product-missing', none);
}

/** A headless Chromium denies notifications whatever is granted; this is somebody's who agrees to them. */
function agree(): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
}

async function codes(house: House, camera: Camera, shopper: Shopper, path: string): Promise<void> {
  await expectOk((await house.admin()).post('/api/admin/promos', { promoCode: 'FRIENDS10', percent: 10 }));
  const good = await look(house, shopper, `${path}&promoCode=FRIENDS10`, 'off the service fee');
  await camera.take('product-promo', good, good.getByText('off the service fee'));
  const bad = await look(house, shopper, `${path}&promoCode=NOBODYS`, 'cannot be used');
  await camera.take('product-promo-refused', bad, bad.getByText('cannot be used'));
}

async function times(house: House, camera: Camera, shopper: Shopper): Promise<void> {
  const shows: readonly [StateName, string, string, object][] = [
    ['product-called', 'tee-heavy', 'Release date to be announced', {}],
    [
      'product-closing',
      'vest-puffer',
      'Reservations close',
      { ahead: HOUR, reservationClosesAt: house.in(9 * MINUTE) },
    ],
  ];
  for (const [name, drop, text, how] of shows) {
    const { productId } = await house.drop(drop, how);
    const page = await look(house, shopper, `/product?productId=${productId}`, text);
    await camera.take(name, page, page.getByText(text));
  }
  const closed = await house.drop('cap-last-stop', { ahead: HOUR, reservationClosesAt: house.in(MINUTE) });
  await house.fill(closed, 3);
  await house.clock.moveTo(house.clock.now() + 2 * MINUTE);
  const page = await look(house, shopper, `/product?productId=${closed.productId}`, 'Reservations are closed.');
  await camera.take('product-closed', page, page.getByText('Reservations are closed.'));
}

async function sold(house: House, camera: Camera, shopper: Shopper): Promise<void> {
  const none = await house.drop('jacket-coach', { ahead: 3 * DAY });
  await house.fill(none, none.totalStock);
  const soldOut = await look(house, shopper, `/product?productId=${none.productId}`, 'All slots are taken.');
  await camera.take('product-sold-out', soldOut, soldOut.getByText('All slots are taken.'));
  const runs = await house.drop('beanie-harbour', { totalStock: 40 });
  await house.fill(runs, 8);
  await house.partners.retailer.fault('slow', { on: 'submit', times: 5 });
  const page = await look(house, shopper, `/product?productId=${runs.productId}`, 'Release date to be announced');
  await house.release(runs.productId);
  const progress = page.getByText(/[1-7] of 8 checked out/).last();
  await progress.waitFor();
  await camera.take('product-running', page, progress);
  await house.departed(runs.productId);
  await page.getByText('Releasing now').waitFor({ state: 'detached' });
  await camera.take('product-departed', page, page.getByText('8 of 8 checked out'));
}

async function pictures(house: House, camera: Camera, shopper: Shopper): Promise<void> {
  const { productId } = await house.drop('pants-scaffold', {
    productTitle: LONG,
    productImage: '',
    pictures: [],
    ahead: DAY,
  });
  const page = await look(house, shopper, `/product?productId=${productId}`, 'slots left');
  await camera.take('product-placeholder', page);
}
