import type { Page } from 'playwright-core';
import { CARDS } from '../support/people.js';
import type { Camera } from './camera.js';
import { DAY, type Environment } from './environment.js';

const CROWD = 12;

export async function operators(env: Environment, camera: Camera): Promise<void> {
  const login = await env.window('desk');
  await login.goto('/admin/');
  await login.getByRole('heading', { name: 'Log in' }).waitFor();
  await camera.take('console-login', login);
  await env.drop('hoodie-box', { ahead: 2 * DAY });
  const drop = await env.drop('tee-heavy', { totalStock: 40 });
  await env.fill(drop, CROWD);
  const [declined] = await env.fill(drop, 1, CARDS.declined);
  await env.partners.retailer.fault('slow', { on: 'submit', times: 6 });
  const page = await env.staff('/admin/');
  await env.release(drop.productId);
  const running = page.getByRole('region', { name: 'Releasing now' });
  await running.waitFor();
  await camera.take('console-releasing', page, running);
  await env.departed(drop.productId);
  await page.goto(`/admin/products/${drop.productId}/show`);
  const outcome = page.getByRole('heading', { name: 'Outcome' });
  await outcome.waitFor();
  await camera.take('console-outcome', page, outcome);
  if (!declined) throw new Error('no holder of a slot');
  const { orderId } = await env.order(declined, ({ status }) => status === 'action_required');
  await hands(page, camera, orderId);
  await lists(page, camera);
}

async function hands(page: Page, camera: Camera, orderId: string): Promise<void> {
  await page.goto('/admin/orders');
  const row = page.getByRole('row', { name: 'Action required' });
  await row.waitFor();
  await camera.take('console-orders', page);
  await row.getByRole('button', { name: /^Actions on/ }).click();
  await page.getByRole('menuitem').first().waitFor();
  await camera.take('console-order-menu', page);
  await page.keyboard.press('Escape');
  await page.goto(`/admin/orders/${orderId}/show`);
  await page.getByText('Order placed').waitFor();
  await camera.take('console-order', page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await camera.take('console-keys', page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('tee');
  await page.getByRole('option').first().waitFor();
  await camera.take('console-palette', page);
}

/** A list that is loading, failed, stale, empty, or filtered to nothing. */
async function lists(page: Page, camera: Camera): Promise<void> {
  await page.goto('/admin/disputes');
  await page.getByText('There are no entries yet.').waitFor();
  await camera.take('console-list-empty', page);
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: 'nobody of that name' }))}`);
  await page.getByText('No entries match the filters.').waitFor();
  await camera.take('console-list-filtered', page);
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/admin/accounts?**', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { success: false, error: 'Something went wrong.', code: 'internal' } });
  });
  await page.goto('/admin/accounts');
  await page.getByText('Loading…').waitFor();
  await camera.take('console-list-loading', page);
  answer();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await camera.take('console-list-failed', page);
  await page.unroute('**/api/admin/accounts?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row').nth(1).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await camera.take('console-list-offline', page);
  await page.context().setOffline(false);
  await page.goto('/admin/nowhere');
  await page.getByText('This page does not exist in the admin.').waitFor();
  await camera.take('console-missing', page);
}
