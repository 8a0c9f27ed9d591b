import type { Page, Route } from 'playwright-core';
import type { Camera } from './camera.js';
import { catalogue } from './catalogue.js';
import type { Environment } from './environment.js';

const PRODUCTS = '**/api/products';
const STREAM = '**/api/live*';

export async function board(env: Environment, camera: Camera): Promise<void> {
  await emptyBoard(env, camera);
  await catalogue(env);
  const guest = await env.window('phone');
  await guest.goto('/');
  await guest.getByText('slots left').first().waitFor();
  await camera.take('board-drops', guest);
  await guest.getByRole('heading', { name: 'Departures' }).evaluate((head) => head.scrollIntoView());
  await camera.take('board-departures', guest);
  const shopper = await env.shopper();
  const page = await env.arrival(shopper, '/shop');
  await page.getByText('slots left').first().waitFor();
  await camera.take('shop-drops', page);
  await withoutConnection(page, camera);
  await unanswered(await env.arrival(shopper, '/user/account'), camera);
  await withoutScripts(env, await env.arrival(shopper, '/user/account'), camera);
}

async function emptyBoard(env: Environment, camera: Camera): Promise<void> {
  const guest = await env.window('phone');
  await guest.goto('/');
  await camera.take('board-empty', guest, guest.getByText('There are no drops yet.'));
  const page = await env.arrival(await env.shopper(), '/shop');
  await page.getByRole('tab').first().waitFor();
  await camera.take('shop-empty', page);
}

async function withoutConnection(page: Page, camera: Camera): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('As of').first().waitFor();
  await camera.take('shop-as-of-offline', page);
  await page.context().setOffline(false);
  await page.route('**/api/user/orders', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/user/orders');
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('This page is not saved on your device.').waitFor();
  await camera.take('shop-offline', page);
  await page.context().setOffline(false);
}

/** `page` must not be the shop's, whose document contains its products. */
async function unanswered(page: Page, camera: Camera): Promise<void> {
  const toShop = () => page.getByRole('link', { name: 'Shop', exact: true }).click();
  await page.route(STREAM, (route) => route.abort());
  await page.route(PRODUCTS, () => undefined);
  const held = page.waitForRequest(PRODUCTS);
  await toShop();
  await held;
  await camera.take('shop-loading', page);
  await page.goto('/user/account');
  await answering(page, (route) => route.fulfill({ status: 500, body: '' }));
  await toShop();
  await page.getByRole('button', { name: 'Try Again' }).waitFor();
  await camera.take('shop-failed', page);
  await page.unroute(PRODUCTS);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByText('slots left').first().waitFor();
  await answering(page, (route) => route.abort());
  await page.getByText('The server has not answered since').waitFor();
  await camera.take('shop-as-of', page);
  await page.route('**/api/user/orders', () => undefined);
  await page.goto('/user/orders');
  await page.getByText('Still loading.').waitFor();
  await camera.take('slow-connection', page);
}

/** A script that fails to load, and a browser that is too old for any. */
async function withoutScripts(env: Environment, page: Page, camera: Camera): Promise<void> {
  await page.route('**/assets/product-sheet-*.js', (route) => route.abort());
  await page.goto('/shop');
  await page.locator('#shop-grid button').first().click();
  await page.getByText('A part of this page did not load.').waitFor();
  await camera.take('shop-part-missing', page);
  const older = await env.window('phone');
  await older.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await older.goto('/', { waitUntil: 'commit' });
  await older.getByText('Your browser is too old for this page.').waitFor();
  await camera.take('browser-too-old', older);
}

async function answering(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.unroute(PRODUCTS);
  await page.route(PRODUCTS, answer);
}
