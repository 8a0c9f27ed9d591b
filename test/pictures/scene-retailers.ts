import { sizesOf } from '@supreme-access/contract/limits.js';
import { SANDBOX_SELLER } from '@supreme-access/contract/retailer-protocols.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { itemIdOf } from '../../backend/src/emulators/shop/items.js';
import { expectOk } from '../support/api.js';
import { ADMIN } from '../support/server-process.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { DAY, type Environment } from './environment.js';

/** The sandbox's price of what it was not told one of. */
const PRICE = { amount: 168, currency: 'usd' };
/** Below what it asks for with shipping. */
const LOW = { amount: 170, currency: 'usd' };
const ORDERS = '/user/orders';

export async function shops(env: Environment, camera: Camera): Promise<void> {
  const retailer = await added(env, 'North Supply', 'ucp', `${env.partners.retailer.url}/ucp`);
  await added(env, 'Dock Five', 'acp', 'https://dock-five.invalid');
  const ahead = await listed(env, retailer.id, 'hoodie-box', { ahead: 2 * DAY });
  await confirming(env, camera, ahead);
  await tickets(env, camera, retailer.id);
  await records(env, camera, retailer);
}

async function added(env: Environment, name: string, protocol: 'ucp' | 'acp', baseUrl: string) {
  const at = { baseUrl, key: env.partners.retailer.key, sellerProfile: SANDBOX_SELLER, password: ADMIN.password };
  return expectOk((await env.admin()).post<AdminRetailer>('/api/admin/retailers', { name, protocol, ...at }));
}

type Otherwise = Parameters<Environment['drop']>[1];
async function listed(env: Environment, retailerId: string, name: string, other: Otherwise = {}) {
  const product = await env.drop(name, { retailPrice: PRICE, ...other });
  const styles = product.styles.split(', ');
  const { productId } = product;
  const retailerItems = styles.flatMap((style) =>
    sizesOf(product).map((size) => ({ size, style, itemId: itemIdOf({ productId, size, style }) })),
  );
  await env.edit(productId, { retailerId, retailerItems });
  return product;
}

/** Who holds the one slot of a released drop. The fault strikes as it is prepared. */
async function buyer(env: Environment, retailerId: string, name: string, other: Otherwise = {}, fault?: string) {
  const product = await listed(env, retailerId, name, other);
  const [holder] = await env.fill(product, 1);
  if (!holder) throw new Error('no holder of a slot');
  if (fault) await env.partners.retailer.fault(fault, { on: 'cart' });
  await env.release(product.productId);
  return holder;
}

async function confirming(env: Environment, camera: Camera, { productId, styles }: AdminProduct): Promise<void> {
  const page = await env.arrival(await env.shopper(), `/product?productId=${productId}`);
  await page.getByText('L', { exact: true }).click();
  await page.getByLabel('Style').selectOption(styles.split(', ')[0] ?? '');
  const secure = page.getByRole('button', { name: 'Secure Now' }).last();
  await secure.click();
  const limit = page.getByLabel(/at most/);
  await camera.take('retail-limit', page, limit);
  await limit.fill('1.250');
  await page.getByRole('button', { name: 'Secure Now' }).last().click();
  await page.getByText(/more than one amount/).waitFor();
  await camera.take('retail-unclear', page, limit);
}

async function tickets(env: Environment, camera: Camera, retailerId: string): Promise<void> {
  const see = async (name: 'retail-bought' | 'retail-finish' | 'retail-over-limit', holder: Shopper) => {
    const page = await env.arrival(holder, ORDERS);
    await page.getByRole('region', { name: 'What has happened' }).getByRole('listitem').first().waitFor();
    await camera.take(name, page, page.getByRole('article').first());
  };
  const bought = await buyer(env, retailerId, 'longsleeve-dock');
  await env.order(bought, ({ success, charged }) => success && charged > 0);
  await see('retail-bought', bought);
  const escalated = await buyer(env, retailerId, 'crew-low-tide', {}, 'escalates');
  await env.order(escalated, ({ finish }) => finish !== undefined);
  await see('retail-finish', escalated);
  const poor = await buyer(env, retailerId, 'tee-heavy', { defaultLimit: LOW });
  await env.order(poor, ({ status }) => status === 'fail');
  await see('retail-over-limit', poor);
}

/** What staff see of shops. */
async function records(env: Environment, camera: Camera, { id }: AdminRetailer): Promise<void> {
  const page = await env.staff('/admin/retailers');
  await page.getByText('Needs you').waitFor();
  await camera.take('retail-list', page);
  await page.getByRole('link', { name: 'Dock Five' }).first().click();
  await page.getByRole('alert').first().waitFor();
  await camera.take('retail-warned', page);
  await page.goto(`/admin/retailers/${id}/show`);
  await page.getByText('Calls go to').waitFor();
  await camera.take('retail-record', page);
}
