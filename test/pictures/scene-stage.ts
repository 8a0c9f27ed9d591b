import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Page } from 'playwright-core';
import { CARDS } from '../support/people.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { type Environment, MINUTE } from './environment.js';

/** ms before the last minute in which the pages are opened */
const LEAD = 45_000;
/** ms of a charge */
const CHARGING = 5_000;
const CROWD = 12;
const ROLES = ['yours', 'next', 'action', 'back', 'withoutEvents', 'closed'] as const;
type Role = (typeof ROLES)[number];

export async function stage(env: Environment, camera: Camera): Promise<void> {
  const holders = await reserve(env);
  const pages = await open(env, holders);
  const { yours, next, action, back, withoutEvents, closed } = pages;
  await yours.locator('.stage[data-act="counting"]').waitFor({ timeout: LEAD + MINUTE });
  await camera.take('stage-counting', yours, ticketOn(yours));
  await withdraw(back);
  await camera.take('stage-withdrawn', back, ticketOn(back));
  await dropOrderEvents(withoutEvents);
  await slowDown(env, holders.yours);
  await yours.locator('.stage[data-act="running"]').waitFor({ timeout: 2 * MINUTE });
  await camera.take('stage-running', yours, ticketOn(yours));
  await yours.locator('.stage .stamp[data-kind="checked-out"][data-stamped="yes"]').waitFor();
  await camera.take('stage-landing', yours, ticketOn(yours));
  await camera.take('stage-bought', yours, await ended(yours));
  await camera.take('stage-next-size', next, await ended(next));
  await camera.take('stage-action', action, await ended(action));
  await camera.take('stage-closed', closed, await ended(closed));
  await withoutEvents.locator('.stage[data-act="waiting"]').waitFor();
  await camera.take('stage-waiting', withoutEvents, ticketOn(withoutEvents));
}

async function reserve(env: Environment): Promise<Record<Role, Shopper>> {
  const drop = await env.drop('hoodie-box');
  const gone = await env.drop('beanie-harbour');
  await env.partners.retailer.setStock(drop.productId, [{ size: 's', style: 'Stone', quantity: 0 }], 1_000);
  await env.partners.retailer.setStock(gone.productId, [], 0);
  await env.fill(drop, CROWD);
  const hold = async ({ productId }: AdminProduct, size: string, style = 'Stone', card: string = CARDS.pays) => {
    const shopper = await env.shopper(card);
    await shopper.secure(productId, size, style);
    return shopper;
  };
  const holders = {
    yours: await hold(drop, 'l'),
    next: await hold(drop, 's'),
    action: await hold(drop, 'm', 'Stone', CARDS.declined),
    back: await hold(drop, 'm'),
    withoutEvents: await hold(drop, 'm'),
    closed: await hold(gone, 'os', 'Ink'),
  };
  const releaseAt = env.in(MINUTE + LEAD);
  for (const { productId } of [drop, gone]) await env.edit(productId, { releaseAt, releaseTz: 'UTC' });
  return holders;
}

async function open(env: Environment, holders: Record<Role, Shopper>): Promise<Record<Role, Page>> {
  const pages = new Map<Role, Page>();
  for (const role of ROLES) pages.set(role, await env.arrival(holders[role], '/user/orders'));
  return Object.fromEntries(pages) as Record<Role, Page>;
}

const ticketOn = (page: Page) => page.locator('.stage article');

async function ended(page: Page) {
  await page.locator('.stage-ending').waitFor();
  return page.locator('.stage-ending');
}

async function withdraw(page: Page): Promise<void> {
  await page.locator('.stage').waitFor();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Withdraw Slot' }).click();
  await ended(page);
}

/** From now on the page gets no updates of its orders, only of the drop. */
async function dropOrderEvents(page: Page): Promise<void> {
  await page.route('**/api/user/orders**', (route) => route.abort());
  await page.route('**/api/live*', (route) => {
    const url = new URL(route.request().url());
    const topics = (url.searchParams.get('topics') ?? '').split(',').filter((topic) => topic !== 'orders');
    url.searchParams.set('topics', topics.join());
    return route.continue({ url: url.href });
  });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

async function slowDown({ partners }: Environment, shopper: Shopper): Promise<void> {
  const [order] = await shopper.orders();
  await partners.retailer.fault('slow', { on: 'submit', orderId: order?.orderId, times: 1 });
  await partners.stripe.fault('delay', { path: '/confirm', times: CROWD, delayMs: CHARGING });
}
