import { Parking } from '../../backend/src/jobs/parking.js';
import type { OrderServer } from '../fixtures/order-server.js';
import { png } from '../fixtures/pictures.js';
import { aSubmission } from '../fixtures/retailer.js';
import type { Row, Rows } from './copies.js';

const DROP = { productTitle: 'Box Hoodie', price: 25, totalStock: 50, styles: 'Ink, Fog' };
const PROMO = { percent: 10, limit: 5 };

const onDrop =
  (path: (id: string) => string, body?: (id: string) => object, other?: (id: string) => object): Row[1] =>
  async (world) => {
    const id = await world.drop();
    return { path: path(id), ...(body ? { body: body(id) } : {}), ...(other ? { other: other(id) } : {}) };
  };

const drops =
  (path: string): Row[1] =>
  () => ({ path, body: DROP, other: { ...DROP, price: 26 } });

async function promo(world: OrderServer, promoCode: string): Promise<string> {
  await world.done('/api/admin/promos', { promoCode, ...PROMO });
  return `/api/admin/promos/${promoCode}`;
}

const SHOP = { name: 'Shop', protocol: 'ucp', baseUrl: 'sandbox' };

async function retailer(world: OrderServer, name: string): Promise<string> {
  const { id } = await world.done('/api/admin/retailers', { ...SHOP, name, password: world.adminPassword });
  await world.settle();
  return `/api/admin/retailers/${id}`;
}

/** A parked job. */
async function parked(world: OrderServer, id: string) {
  const row = { kind: 'webhook', id, dueAt: 0, attempt: 0, cause: 'e-1' };
  await world.server.app.get(Parking).park(row, 20, 'its order is not known yet');
  return { kind: row.kind, id };
}

/** A purchase at the retailer whose answer was lost, and the request that repairs it. */
async function lostNews(world: OrderServer): Promise<{ path: string; body: object }> {
  const { orderId } = await world.order(await world.drop());
  await world.placed(orderId);
  const { reference, ...content } = aSubmission(`${orderId}:1`, { productId: 'lost-news' });
  await world.retailer('PUT', `/checkouts/${encodeURIComponent(reference)}`, content);
  const { runId } = await world.done('/api/admin/audit/runs', { kind: 'reconcile' });
  const path = `/api/admin/audit/runs/${runId}/heal`;
  const finding = await world.until(async () => {
    const { outcome, findings } = await world.ok(world.get(`/api/admin/audit/runs/${runId}`));
    return outcome === null ? undefined : (findings[0].id as string);
  });
  const { shown } = await world.ok(world.get(`${path}?finding=${encodeURIComponent(finding)}`));
  return { path, body: { finding, shown } };
}

export const OPERATORS: Rows = {
  'POST /api/admin/products': ['ProductCreated', drops('/api/admin/products')],
  'POST /api/admin/products/create': ['ProductCreated', drops('/api/admin/products/create')],
  'POST /api/admin/products/edit': [
    'ProductEdited',
    onDrop(
      () => '/api/admin/products/edit',
      (productId) => ({ productId, price: 30 }),
      (productId) => ({ productId, price: 31 }),
    ),
  ],
  'PUT /api/admin/products/{id}': [
    'ProductEdited',
    onDrop(
      (id) => `/api/admin/products/${id}`,
      () => ({ price: 30 }),
      () => ({ price: 31 }),
    ),
  ],
  'PUT /api/admin/products/{id}/items': [
    'ProductEdited',
    onDrop(
      (id) => `/api/admin/products/${id}/items`,
      () => ({ items: [{ size: 'm', style: 'Ink', itemId: 'i-1' }] }),
      () => ({ items: [{ size: 'm', style: 'Ink', itemId: 'i-2' }] }),
    ),
  ],
  'DELETE /api/admin/products/{id}': ['ProductDelisted', onDrop((id) => `/api/admin/products/${id}`)],
  'DELETE /api/admin/products/id/{id}': ['ProductDelisted', onDrop((id) => `/api/admin/products/id/${id}`)],
  'POST /api/admin/products/{id}/release': ['ReleaseStarted', onDrop((id) => `/api/admin/products/${id}/release`)],
  'POST /api/admin/products/{id}/cancel': [
    'DropCancelled',
    onDrop(
      (id) => `/api/admin/products/${id}/cancel`,
      () => ({ reason: 'a mistake' }),
      () => ({ reason: 'no stock' }),
    ),
  ],
  'POST /api/admin/products/{id}/check': ['DropChecked', onDrop((id) => `/api/admin/products/${id}/check`)],
  'POST /api/admin/products/{id}/rehearse': [
    'DropRehearsed',
    async (world) => {
      const id = await world.drop();
      await world.order(id);
      return { path: `/api/admin/products/${id}/rehearse` };
    },
  ],
  'POST /api/admin/pictures': [
    '',
    async () => ({ path: '/api/admin/pictures', body: await png(20, 20), headers: { 'content-type': 'image/png' } }),
  ],
  'POST /api/admin/promos': [
    'PromoCreated',
    () => {
      const body = { promoCode: 'FRIENDS10', ...PROMO };
      return { path: '/api/admin/promos', body, other: { ...body, percent: 11 } };
    },
  ],
  'PUT /api/admin/promos/{id}': [
    'PromoEdited',
    async (world) => ({ path: await promo(world, 'EDITED'), body: { ...PROMO, percent: 20 }, other: PROMO }),
  ],
  'DELETE /api/admin/promos/{id}': ['PromoEnded', async (world) => ({ path: await promo(world, 'ENDED') })],
  'POST /api/admin/retailers': [
    'RetailerConfigured',
    (world) => {
      const body = { ...SHOP, key: 'a-key', password: world.adminPassword };
      return { path: '/api/admin/retailers', body, other: { ...body, key: 'another' } };
    },
  ],
  'PUT /api/admin/retailers/{id}': [
    'RetailerConfigured',
    async (world) => {
      const body = { shipping: 'fastest', key: 'a-key', password: world.adminPassword };
      return { path: await retailer(world, 'Edited'), body, other: { ...body, key: 'another' } };
    },
  ],
  'DELETE /api/admin/retailers/{id}': [
    'RetailerEnded',
    async (world) => ({ path: await retailer(world, 'Removed'), body: { password: world.adminPassword } }),
  ],
  'POST /api/admin/retailers/{id}/discover': [
    '',
    async (world) => ({ path: `${await retailer(world, 'Discovered')}/discover` }),
  ],
  'POST /api/admin/retailers/{id}/test': [
    '',
    async (world) => {
      const path = await retailer(world, 'Tried');
      const retailerId = path.split('/').at(-1);
      const retailPrice = { amount: 168, currency: 'usd' };
      const retailerItems = [{ size: 'm', style: 'Ink', itemId: 'tried/m/Ink' }];
      const productId = await world.drop({ retailerId, retailPrice, retailerItems, retailerProductId: 'tried' });
      const body = { productId, password: world.adminPassword };
      return { path: `${path}/test`, body, other: { ...body, productId: 'another' } };
    },
  ],
  'POST /api/admin/due/retry': [
    'WorkResumed',
    async (world) => {
      const body = await parked(world, 'evt_1');
      return { path: '/api/admin/due/retry', body };
    },
  ],
  'POST /api/admin/due/set-aside': [
    'WorkSetAside',
    async (world) => {
      const body = { ...(await parked(world, 'evt_2')), reason: 'settled by hand' };
      return { path: '/api/admin/due/set-aside', body, other: { ...body, reason: 'forgotten' } };
    },
  ],
  'POST /api/admin/audit/runs': [
    'AuditRunStarted',
    () => ({ path: '/api/admin/audit/runs', body: { kind: 'verify' }, other: { kind: 'replay' } }),
  ],
  'POST /api/admin/audit/runs/{id}/heal': ['CheckoutSucceeded FindingHealed', lostNews],
  'POST /api/admin/system/projections/{name}/replace': [
    '',
    async (world) => {
      const path = '/api/admin/system/projections/promos';
      const { rebuild } = await world.done(`${path}/rebuild`);
      await world.until(async () => {
        const { state } = await world.ok(world.get(`${path}/rebuild`));
        return state === 'compared' || undefined;
      });
      return { path: `${path}/replace`, body: { rebuildId: rebuild.id }, other: { rebuildId: '0badcafe' } };
    },
  ],
  'POST /api/admin/system/projections/{name}/rebuild': [
    '',
    () => ({ path: '/api/admin/system/projections/accounts/rebuild' }),
  ],
  'POST /api/admin/seals/key': [
    'LogSealed SealKeyMade',
    (world) => ({ path: '/api/admin/seals/key', body: { password: world.adminPassword } }),
  ],
  'POST /api/admin/orders/resendAll': ['MailRequested MailRequested', () => ({ path: '/api/admin/orders/resendAll' })],
  'GET /api/admin/orders/resendAll': ['MailRequested MailRequested', () => ({ path: '/api/admin/orders/resendAll' })],
};
