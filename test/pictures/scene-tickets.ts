import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { expectOk } from '../support/api.js';
import { CARDS } from '../support/people.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { type Environment, HOUR } from './environment.js';
import type { StateName } from './states.js';

const ORDERS = '/user/orders';
/** ms of a refund that is shown in progress */
const REFUNDING = 15_000;

export async function tickets(env: Environment, camera: Camera): Promise<void> {
  await held(env, camera);
  const drop = await env.drop('tee-heavy', { totalStock: 40 });
  await env.fill(drop, 11);
  const endings = await reserved(env, drop);
  await soldOut(env, camera);
  await processing(env, camera, drop);
  await env.departed(drop.productId);
  await refunds(env, endings);
  for (const [name, shopper, status] of endings) {
    await env.order(shopper, (order) => order.status === status);
    const page = await env.arrival(shopper, ORDERS);
    const ticket = page.getByRole('article').first();
    await ticket.waitFor();
    await page.getByRole('region', { name: 'What has happened' }).getByRole('listitem').first().waitFor();
    await camera.take(name, page, ticket);
  }
}

async function held(env: Environment, camera: Camera): Promise<void> {
  const nobody = await env.arrival(await env.shopper(), ORDERS);
  await nobody.getByText('No tickets yet.').waitFor();
  await camera.take('ticket-none', nobody);
  const drop = await env.drop('hoodie-box', { ahead: 26 * HOUR });
  await env.fill(drop, 13);
  const shopper = await env.shopper();
  await shopper.secure(drop.productId, 'l', 'Stone');
  const page = await env.arrival(shopper, '/dashboard');
  await page.getByRole('article').waitFor();
  await camera.take('ticket-dashboard', page);
  await page.goto(ORDERS);
  await page.getByRole('article').getByRole('timer').waitFor();
  await camera.take('ticket-held', page, page.getByRole('article'));
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').waitFor();
  await camera.take('ticket-withdraw', page);
  await page.getByRole('button', { name: 'Withdraw Slot' }).click();
  await page.getByRole('article').getByText('Withdrawn').first().waitFor();
  await camera.take('ticket-withdrawn', page, page.getByRole('article'));
}

type Kept = readonly [StateName, Shopper, Order['status']];

async function reserved(env: Environment, { productId }: AdminProduct): Promise<readonly Kept[]> {
  await expectOk((await env.admin()).post('/api/admin/promos', { promoCode: 'ONTHEHOUSE', percent: 100 }));
  const holder = async (card: string = CARDS.pays, promoCode?: string) => {
    const shopper = await env.shopper(card);
    const [profile] = await expectOk(shopper.api.get<{ profileId: string }[]>('/api/user/profiles'));
    const reservation = { productId, size: 'm', style: 'Ink', profileId: profile?.profileId ?? '' };
    await expectOk(shopper.reserve(promoCode ? { ...reservation, promoCode } : reservation));
    return shopper;
  };
  return [
    ['ticket-refunded', await holder(), 'refunded'],
    ['ticket-refund-pending', await holder(), 'refund_pending'],
    ['ticket-success', await holder(), 'success'],
    ['ticket-action', await holder(CARDS.declined), 'action_required'],
    ['ticket-free', await holder(CARDS.pays, 'ONTHEHOUSE'), 'success'],
  ];
}

async function processing(env: Environment, camera: Camera, { productId }: AdminProduct): Promise<void> {
  const shopper = await env.shopper();
  await shopper.secure(productId, 'm', 'Ink');
  await env.partners.retailer.fault('slow', { on: 'submit', times: 40 });
  await env.release(productId);
  await env.order(shopper, ({ status }) => status === 'processing');
  const page = await env.arrival(shopper, '/dashboard');
  await page.getByText('Processing').waitFor();
  await camera.take('ticket-processing', page);
}

async function soldOut(env: Environment, camera: Camera): Promise<void> {
  const drop = await env.drop('cap-last-stop', { totalStock: 30 });
  await env.partners.retailer.setStock(drop.productId, [], 0);
  const shopper = await env.shopper();
  await shopper.secure(drop.productId, 'os', 'Slate');
  await env.release(drop.productId);
  await env.order(shopper, ({ status }) => status === 'fail');
  const page = await env.arrival(shopper, ORDERS);
  await page.getByRole('article').waitFor();
  await camera.take('ticket-closed', page, page.getByRole('article'));
}

/** The first refund succeeds at once, the other one takes time. */
async function refunds(env: Environment, endings: readonly Kept[]): Promise<void> {
  const admin = await env.admin();
  for (const [, shopper, status] of endings) {
    if (!['refund_pending', 'refunded'].includes(status)) continue;
    const { orderId } = await env.order(shopper, ({ success, charged }) => success && charged > 0);
    if (status === 'refund_pending')
      await env.partners.stripe.fault('delay', { path: '/refunds', times: 3, delayMs: REFUNDING });
    await expectOk(admin.post(`/api/admin/orders/${orderId}/refund`, { reason: 'Arrived torn' }));
    await env.order(shopper, (order) => order.status === status);
  }
}
