import { expectOk } from '../support/api.js';
import { audit, inviteAuditor } from '../support/audits.js';
import type { Camera } from './camera.js';
import { DAY, HOUR, type House } from './house.js';

const CROWD = 6;

/** The desks on an ordinary day: the board, products and how they end, a refund, the runs of an audit, and what an auditor may not. */
export async function desks(house: House, camera: Camera): Promise<void> {
  const page = await house.staff('/admin/');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await camera.take('desk-first-steps', page);
  const { cancelled, delisted, orderId } = await aDay(house);
  await page.goto('/admin/');
  const charged = page.getByText(`${CROWD} charges`, { exact: true });
  await charged.waitFor();
  await camera.take('desk-board', page, charged);
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
  await audits(house, camera);
}

/** A drop that went well, one that was called off, one that was taken out of the shop, and one to come. */
async function aDay(house: House) {
  const cancelled = await house.drop('jacket-coach', { ahead: 5 * DAY, totalStock: 12 });
  await house.fill(cancelled, 3);
  const delisted = await house.drop('beanie-harbour', { ahead: 7 * DAY });
  await house.fill(await house.drop('hoodie-box', { ahead: 3 * HOUR }), 9);
  const released = await house.drop('tee-heavy', { totalStock: 12 });
  const [holder] = await house.fill(released, CROWD);
  if (!holder) throw new Error('nobody holds a slot');
  await house.release(released.productId);
  await house.departed(released.productId);
  const admin = await house.admin();
  const reason = 'The retailer called it off';
  await expectOk(admin.post(`/api/admin/products/${cancelled.productId}/cancel`, { reason }));
  await expectOk(admin.delete(`/api/admin/products/id/${delisted.productId}`));
  const { orderId } = await house.order(holder, ({ status }) => status === 'success');
  return { cancelled: cancelled.productId, delisted: delisted.productId, orderId };
}

async function audits(house: House, camera: Camera): Promise<void> {
  // no run near a release
  await house.clock.moveTo(house.clock.now() + HOUR);
  const admin = await house.admin();
  for (const kind of ['seal', 'replay', 'reconcile', 'verify'] as const) await audit(admin, kind);
  const page = await house.staff('/admin/audit');
  await page.getByText('Passed').nth(2).waitFor();
  await camera.take('desk-audit', page);
  await page.goto('/admin/system');
  await page.getByText('All read models are up to date.').waitFor();
  await camera.take('desk-system', page);
  const who = await inviteAuditor(admin, house.server.anyone, house.somebody());
  const auditor = await house.staff('/admin/orders/create', who);
  await auditor.getByRole('heading', { name: 'For admins only' }).waitFor();
  await camera.take('desk-denied', auditor);
}
