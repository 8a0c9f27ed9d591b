import { expectOk } from '../support/api.js';
import { audit, inviteAuditor } from '../support/audits.js';
import type { Camera } from './camera.js';
import { DAY, type Environment, HOUR } from './environment.js';

const CROWD = 6;

export async function desks(env: Environment, camera: Camera): Promise<void> {
  const page = await env.staff('/admin/');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await camera.take('desk-first-steps', page);
  const { ahead, cancelled, delisted, orderId } = await aDay(env);
  await page.goto('/admin/');
  const charged = page.getByText(`${CROWD} charges`, { exact: true });
  await charged.waitFor();
  await camera.take('desk-board', page, charged);
  await page.goto(`/admin/products/${ahead}/show`);
  await page.getByRole('button', { name: 'Rehearse now' }).click();
  await page.getByText('Bound by').waitFor();
  await camera.take('desk-rehearsal', page, page.getByText('Bound by'));
  await page.goto('/admin/products');
  await page.getByRole('row', { name: 'Cancelled' }).waitFor();
  await camera.take('desk-products', page);
  for (const [name, productId, state] of [
    ['desk-cancelled', cancelled, 'Cancelled'],
    ['desk-delisted', delisted, 'Delisted'],
  ] as const) {
    await page.goto(`/admin/products/${productId}/show`);
    await page.getByText(state).first().waitFor();
    await camera.take(name, page);
  }
  await page.goto('/admin/orders');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Refund orders' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The retailer sent the wrong size');
  await camera.take('desk-many', page);
  await page.goto(`/admin/orders/${orderId}/show`);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Arrived a day late');
  await camera.take('desk-refund', page);
  await audits(env, camera, orderId);
}

/** A successful drop, a cancelled one, a delisted one, and a future one. */
async function aDay(env: Environment) {
  const cancelled = await env.drop('jacket-coach', { ahead: 5 * DAY, totalStock: 12 });
  await env.fill(cancelled, 3);
  const delisted = await env.drop('beanie-harbour', { ahead: 7 * DAY });
  const ahead = await env.drop('hoodie-box', { ahead: 3 * HOUR });
  await env.fill(ahead, 9);
  const released = await env.drop('tee-heavy', { totalStock: 12 });
  const [holder] = await env.fill(released, CROWD);
  if (!holder) throw new Error('no holder of a slot');
  await env.release(released.productId);
  await env.departed(released.productId);
  const admin = await env.admin();
  const reason = 'The retailer called it off';
  await expectOk(admin.post(`/api/admin/products/${cancelled.productId}/cancel`, { reason }));
  await expectOk(admin.delete(`/api/admin/products/id/${delisted.productId}`));
  const { orderId } = await env.order(holder, ({ status }) => status === 'success');
  return { ahead: ahead.productId, cancelled: cancelled.productId, delisted: delisted.productId, orderId };
}

async function audits(env: Environment, camera: Camera, orderId: string): Promise<void> {
  // Audits do not run near a release.
  await env.clock.moveTo(env.clock.now() + HOUR);
  const admin = await env.admin();
  for (const kind of ['seal', 'replay', 'reconcile', 'verify'] as const) await audit(admin, kind);
  const page = await env.staff('/admin/audit');
  await page.getByText('Passed').nth(2).waitFor();
  await camera.take('desk-audit', page);
  await page.goto('/admin/system');
  await page.getByText('All read models are up to date.').waitFor();
  await camera.take('desk-system', page);
  const who = await inviteAuditor(admin, env.server.anyone, env.somebody());
  const auditor = await env.staff('/admin/orders/create', who);
  await auditor.getByRole('heading', { name: 'For admins only' }).waitFor();
  await camera.take('desk-denied', auditor);
  await auditor.goto('/admin/');
  await auditor.getByText(/^Sealed to position/).waitFor();
  await camera.take('desk-promises', auditor);
  await auditor.goto(`/admin/time-travel/orders/${orderId}?revision=2`);
  await auditor.frameLocator('iframe').getByRole('article').waitFor();
  await camera.take('desk-playback', auditor);
}
