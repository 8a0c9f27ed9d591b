import { expectOk } from '../support/api.js';
import type { Camera } from './camera.js';
import { DAY, type Environment, MINUTE } from './environment.js';

/** ms of an offer, and ms of its countdown */
const OFFERED = 10 * MINUTE;
const LAST = 8_000;

export async function waitingList(env: Environment, camera: Camera): Promise<void> {
  const drop = await env.drop('jacket-coach', { ahead: 3 * DAY });
  const [holder] = await env.fill(drop, drop.totalStock);
  const shopper = await env.shopper();
  const path = `/product?productId=${drop.productId}`;
  const page = await env.arrival(shopper, path);
  const region = page.getByRole('region', { name: 'Waiting list' });
  await region.getByText('Nobody is waiting').waitFor();
  await camera.take('line-empty', page, region);
  await page.getByRole('button', { name: 'Join the Waiting List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the waiting list.' });
  await dialog.getByLabel('Size').selectOption('m');
  await camera.take('line-join', page);
  await dialog.getByRole('button', { name: 'Join the Waiting List' }).click();
  await dialog.waitFor({ state: 'detached' });
  await region.getByText('on the waiting list').first().waitFor();
  await region.getByText('You are').waitFor();
  await camera.take('line-waiting', page, region);
  await page.goto('/user/orders');
  await page.getByRole('region', { name: 'Waiting list' }).waitFor();
  await camera.take('line-places', page);
  await page.goto(path);
  const [order] = (await holder?.orders()) ?? [];
  await expectOk((await env.admin()).post(`/api/admin/orders/${order?.orderId}/withdraw`, { reason: 'Asked for it' }));
  await page.getByText('A slot is held for you').waitFor();
  await camera.take('line-offered', page, region);
  await page.goto('/shop');
  await page.getByRole('region', { name: 'Slot offered to you' }).waitFor();
  await camera.take('line-bar', page);
  await page.goto(path);
  await page.getByText('A slot is held for you').waitFor();
  await next(env, path);
  await env.clock.moveTo(env.clock.now() + OFFERED - LAST);
  // A returning page sets its clock by the server's.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await region
    .getByRole('timer')
    .getByText(/^0:0\d left$/)
    .waitFor();
  await page.getByText('You did not secure the slot in time').waitFor();
  await camera.take('line-lapsed', page, region);
}

async function next(env: Environment, path: string): Promise<void> {
  const page = await env.arrival(await env.shopper(), path);
  await page.getByRole('button', { name: 'Join the Waiting List' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the waiting list.' });
  await dialog.getByLabel('Size').selectOption('l');
  await dialog.getByRole('button', { name: 'Join the Waiting List' }).click();
  await dialog.waitFor({ state: 'detached' });
}
