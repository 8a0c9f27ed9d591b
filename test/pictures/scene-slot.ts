import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Page } from 'playwright-core';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { DAY, type Environment } from './environment.js';

const RESERVATION_ROUTE = '**/api/checkout/withprofile';

export async function slot(env: Environment, camera: Camera): Promise<void> {
  const drop = await env.drop('hoodie-box', { ahead: 2 * DAY });
  await env.fill(drop, 13);
  await plain(env, camera, drop);
  await offline(env, camera, drop);
  await code(env, camera, drop);
  await refused(env, camera, drop);
}

async function choose(env: Environment, shopper: Shopper, { productId, styles }: AdminProduct): Promise<Page> {
  const page = await env.arrival(shopper, `/product?productId=${productId}`);
  await page.getByText('L', { exact: true }).click();
  const [style = ''] = styles.split(', ');
  await page.getByLabel('Style').selectOption(style);
  await press(page);
  await page.getByRole('dialog').waitFor();
  return page;
}

const press = (page: Page) => page.getByRole('button', { name: 'Secure Now' }).last().click();
const saying = (page: Page, text: string) => page.getByRole('dialog').getByText(text).first();

async function plain(env: Environment, camera: Camera, drop: AdminProduct): Promise<void> {
  const page = await choose(env, await env.shopper(), drop);
  await camera.take('slot-confirm', page);
  let goOn = () => {};
  await page.route(RESERVATION_ROUTE, (route) => {
    goOn = () => void route.continue();
  });
  await press(page);
  await saying(page, 'Securing...').waitFor();
  await camera.take('slot-securing', page);
  goOn();
  await saying(page, 'Secured.').waitFor();
  await camera.take('slot-secured', page);
}

async function offline(env: Environment, camera: Camera, drop: AdminProduct): Promise<void> {
  const page = await choose(env, await env.shopper(), drop);
  await page.context().setOffline(true);
  await saying(page, 'You are offline.').waitFor();
  await press(page);
  await saying(page, 'Securing...').waitFor();
  await camera.take('slot-offline', page);
}

/** A checkout uses up the order's security code, and the profile's with it. */
async function code(env: Environment, camera: Camera, drop: AdminProduct): Promise<void> {
  const shopper = await env.shopper();
  const before = await env.drop('socks-transfer');
  await shopper.secure(before.productId, 'os', 'Chalk');
  await env.release(before.productId);
  await env.order(shopper, ({ success }) => success);
  const page = await choose(env, shopper, drop);
  await camera.take('slot-code-asked', page, page.getByLabel('Security Code'));
  await page.getByLabel('Security Code').fill('12');
  await press(page);
  await saying(page, 'The security code has 3 or 4 digits.').waitFor();
  await camera.take('slot-code-wrong', page, page.getByLabel('Security Code'));
}

async function refused(env: Environment, camera: Camera, drop: AdminProduct): Promise<void> {
  const holder = await env.shopper();
  const twice = await choose(env, holder, drop);
  // on another device
  await holder.secure(drop.productId, 'm', 'Ink');
  await press(twice);
  const refusal = saying(twice, 'This profile already holds a slot for this drop.');
  await refusal.waitFor();
  await camera.take('slot-duplicate', twice, refusal);
  const last = await env.drop('jacket-coach', { totalStock: 1, ahead: DAY });
  const late = await choose(env, await env.shopper(), last);
  await env.fill(last, 1);
  await press(late);
  await saying(late, 'All slots are taken.').waitFor();
  await camera.take('slot-lost', late, saying(late, 'All slots are taken.'));
}
