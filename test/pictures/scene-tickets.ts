import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { expectOk } from '../support/api.js';
import { CARDS } from '../support/people.js';
import type { Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import { HOUR, type House } from './house.js';
import type { StateName } from './states.js';

const ORDERS = '/user/orders';
/** ms that a refund takes which is looked at meanwhile */
const REFUNDING = 15_000;

export async function tickets(house: House, camera: Camera): Promise<void> {
  await held(house, camera);
  const drop = await house.drop('tee-heavy', { totalStock: 40 });
  await house.fill(drop, 11);
  const endings = await reserved(house, drop);
  await soldOut(house, camera);
  await processing(house, camera, drop);
  await house.departed(drop.productId);
  await refunds(house, endings);
  for (const [name, shopper, status] of endings) {
    await house.order(shopper, (order) => order.status === status);
    const page = await house.arrival(shopper, ORDERS);
    const ticket = page.getByRole('article').first();
    await ticket.waitFor();
    await page.getByRole('region', { name: 'What has happened' }).getByRole('listitem').first().waitFor();
    await camera.take(name, page, ticket);
  }
}

async function held(house: House, camera: Camera): Promise<void> {
  const nobody = await house.arrival(await house.shopper(), ORDERS);
  await nobody.getByText('No tickets yet.').waitFor();
  await camera.take('ticket-none', nobody);
  const drop = await house.drop('hoodie-box', { ahead: 26 * HOUR });
  await house.fill(drop, 13);
  const shopper = await house.shopper();
  await shopper.secure(drop.productId, 'l', 'Stone');
  const page = await house.arrival(shopper, '/dashboard');
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

/** Who holds slots of the drop, and how their tickets will end. */
async function reserved(house: House, { productId }: AdminProduct): Promise<readonly Kept[]> {
  await expectOk((await house.admin()).post('/api/admin/promos', { promoCode: 'ONTHEHOUSE', percent: 100 }));
  const holder = async (card: string = CARDS.pays, promoCode?: string) => {
    const shopper = await house.shopper(card);
    const [profile] = await expectOk(shopper.api.get<{ profileId: string }[]>('/api/user/profiles'));
    const wish = { productId, size: 'm', style: 'Ink', profileId: profile?.profileId ?? '' };
    await expectOk(shopper.reserve(promoCode ? { ...wish, promoCode } : wish));
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

async function processing(house: House, camera: Camera, { productId }: AdminProduct): Promise<void> {
  const shopper = await house.shopper();
  await shopper.secure(productId, 'm', 'Ink');
  await house.partners.retailer.fault('slow', { on: 'submit', times: 40 });
  await house.release(productId);
  await house.order(shopper, ({ status }) => status === 'processing');
  const page = await house.arrival(shopper, '/dashboard');
  await page.getByText('Processing').waitFor();
  await camera.take('ticket-processing', page);
}

/** A drop of which the retailer has nothing left. */
async function soldOut(house: House, camera: Camera): Promise<void> {
  const drop = await house.drop('cap-last-stop', { totalStock: 30 });
  await house.partners.retailer.setStock(drop.productId, [], 0);
  const shopper = await house.shopper();
  await shopper.secure(drop.productId, 'os', 'Slate');
  await house.release(drop.productId);
  await house.order(shopper, ({ status }) => status === 'fail');
  const page = await house.arrival(shopper, ORDERS);
  await page.getByRole('article').waitFor();
  await camera.take('ticket-closed', page, page.getByRole('article'));
}

/** The first goes back at once, the other takes its time. */
async function refunds(house: House, endings: readonly Kept[]): Promise<void> {
  const admin = await house.admin();
  for (const [, shopper, status] of endings) {
    if (!['refund_pending', 'refunded'].includes(status)) continue;
    const { orderId } = await house.order(shopper, ({ success, charged }) => success && charged > 0);
    if (status === 'refund_pending')
      await house.partners.stripe.fault('delay', { path: '/refunds', times: 3, delayMs: REFUNDING });
    await expectOk(admin.post(`/api/admin/orders/${orderId}/refund`, { reason: 'Arrived torn' }));
    await house.order(shopper, (order) => order.status === status);
  }
}
