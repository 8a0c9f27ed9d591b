import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { expectOk } from '../support/api.js';
import { each } from '../support/crowd.js';
import { allEvents, allOrders, eventually, untilNoneIsLeft } from '../support/drops.js';
import type { Cast } from './cast.js';
import { type Drops, idsOf } from './drops.js';
import type { Progress } from './screen.js';
import { type Stage, signInAgain } from './stage.js';

/** ms per step */
const PATIENCE = 90_000;
/** ms, the longest lease of a claim */
const LEASE = 60_000;
/** ms after the end of the 72 hours by which every order must be closed */
const AFTER = 120_000;
const WHOLE = 4;
const PART = 3;

export const ordersOf = async ({ admin }: Stage, drops: Drops): Promise<Order[]> => {
  const ids = idsOf(drops);
  return (await allOrders(admin)).filter(({ productId }) => ids.has(productId));
};

/**
 * Until each order has an outcome or waits for its shop to say what became of it: where a shop answers falsely, that may last for
 * all of the 72 hours.
 */
export async function settle(stage: Stage, drops: Drops, progress: Progress): Promise<void> {
  const events: RecordedEvent[] = [];
  await untilNoneIsLeft('every order has an outcome', PATIENCE, async () => {
    const orders = await ordersOf(stage, drops);
    const waiting = waitingForShop(await allEvents(stage.admin, events));
    const moving = orders.filter(
      ({ status, orderId }) => status === 'pending' || (status === 'processing' && !waiting.has(`order-${orderId}`)),
    );
    progress(orders.length - moving.length, orders.length);
    return { left: moving.length, found: orders };
  });
  if (!stage.own) await finished(stage, drops);
}

function waitingForShop(events: readonly RecordedEvent[]): Set<string> {
  const tokened = new Set(events.filter(({ type }) => type === 'PaymentTokenMade').map(({ stream }) => stream));
  const last = new Map(events.filter(({ type }) => type.startsWith('Checkout')).map((event) => [event.stream, event]));
  const isWaiting = ({ type, data }: RecordedEvent) =>
    type === 'CheckoutOutcomeUnknown' || (type === 'CheckoutSucceeded' && data.payment === undefined);
  return new Set([...tokened].filter((stream) => isWaiting(last.get(stream) as RecordedEvent)));
}

async function finished({ admin }: Stage, drops: Drops): Promise<void> {
  for (const { productId } of Object.values(drops)) {
    await eventually('the release has finished', PATIENCE, async () => {
      const { releaseFinishedAt } = await expectOk(admin.get<AdminProduct>(`/api/admin/products/${productId}`));
      return releaseFinishedAt ?? undefined;
    });
  }
}

/**
 * Kills the server while orders are at the retailer and restarts it when its claims have lapsed. Nothing waits for outcomes while it is
 * down, so a slow machine only makes that time longer. All orders may have been at the retailer before: then no further one will come.
 */
export async function killServer(stage: Stage, drops: Drops, kills: number): Promise<void> {
  const { own } = stage;
  if (!own) return;
  let seen = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await eventually('orders at the retailer', PATIENCE, async () => {
      const before = seen;
      const areWaiting = (await ordersOf(stage, drops)).some(({ status }) => status === 'pending');
      const { references, sessions = [] } = await own.retailer.ledger();
      seen = references.length + sessions.length;
      return seen > before || !areWaiting || undefined;
    });
    await own.server.kill();
    await own.clock.moveTo(own.clock.now() + LEASE);
    await own.server.supervised();
  }
}

/** Moves the clock of all three processes to the end of the 72 hours, which closes what is open. Returns the number of these orders. */
export async function passThe72Hours(stage: Stage, drops: Drops): Promise<number> {
  if (!stage.own) return 0;
  const { clock } = stage.own;
  const products = new Set([...idsOf(drops)].map((id) => `product-${id}`));
  const started = (await allEvents(stage.admin)).filter(
    ({ type, stream }) => type === 'ReleaseStarted' && products.has(stream),
  );
  const open = async () =>
    (await ordersOf(stage, drops)).filter(({ status }) => status === 'action_required' || status === 'processing');
  const count = (await open()).length;
  await clock.moveTo(Math.max(...started.map(({ data }) => Number(data.closesAt))));
  await signInAgain(stage);
  await untilNoneIsLeft('every order has ended', PATIENCE, async () => {
    const found = await open();
    return { left: found.length, found };
  });
  await finished(stage, drops);
  await clock.moveTo(clock.now() + AFTER);
  return count;
}

async function linksIn(directory: string): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const name of await readdir(directory).catch(() => [])) {
    if (!/-action-needed-[0-9a-f]{24}\.eml$/.test(name)) continue;
    // quoted-printable: folded lines end in '=', and '=3D' is '='
    const text = (await readFile(join(directory, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [, token = ''] = /\/action\/([\w-]+\.[\w-]+)/.exec(text) ?? [];
    const [payload = ''] = token.split('.');
    const [, orderId] = JSON.parse(Buffer.from(payload, 'base64url').toString() || '[]') as [string?, string?];
    if (orderId) links.set(orderId, token);
  }
  return links;
}

/** Shoppers with a declined card pay with another one through the mailed link; one of them never does. */
export async function payAgain(
  stage: Stage,
  drops: Drops,
  orders: readonly Order[],
): Promise<{ declined: number; paid: number }> {
  // Elsewhere it is the shop that wants the person.
  const { productId } = drops.own;
  const declined = orders.filter((order) => order.status === 'action_required' && order.productId === productId);
  const { own, anyone } = stage;
  if (!own || declined.length === 0) return { declined: declined.length, paid: 0 };
  const links = await untilNoneIsLeft('a mail to everybody whose card was declined', PATIENCE, async () => {
    const found = await linksIn(own.mails);
    return { left: declined.filter(({ orderId }) => !found.has(orderId)).length, found };
  });
  const willing = declined.slice(1);
  await each(willing, 4, ({ orderId }) =>
    expectOk(anyone.post(`/api/actions/${links.get(orderId)}`, { token: 'tok_visa' })),
  );
  const wanted = new Set(willing.map(({ orderId }) => orderId));
  await untilNoneIsLeft('their fees are paid', PATIENCE, async () => {
    const now = await ordersOf(stage, drops);
    const found = now.filter(({ orderId, status }) => wanted.has(orderId) && status === 'success');
    return { left: wanted.size - found.length, found };
  });
  return { declined: declined.length, paid: willing.length };
}

/** Full and partial refunds, and some that the bank returns seconds later. */
export async function refunds(stage: Stage, { members }: Cast, orders: readonly Order[]): Promise<void> {
  const { admin, password } = stage;
  const returning = new Set(
    members.filter(({ part }) => part === 'refundFails').map(({ shopper }) => shopper.who.email),
  );
  const charged = orders.filter(({ status, charged: fee }) => status === 'success' && fee > 0);
  const [failing, plain] = [
    charged.filter(({ email }) => returning.has(email)),
    charged.filter(({ email }) => !returning.has(email)),
  ];
  const requests = [
    ...plain.slice(0, WHOLE).map(({ orderId }) => ({ orderId })),
    ...plain
      .slice(WHOLE, WHOLE + PART)
      .map(({ orderId, charged: fee }) => ({ orderId, amount: Math.round(fee * 40) / 100 })),
    ...failing.map(({ orderId }) => ({ orderId })),
  ];
  await each(requests, 4, ({ orderId, ...amount }) =>
    expectOk(
      admin.post(`/api/admin/orders/${orderId}/refund`, { reason: 'a refund of the demo', password, ...amount }),
    ),
  );
  const streams = (list: readonly { orderId: string }[]) => new Set(list.map(({ orderId }) => `order-${orderId}`));
  const [requested, expected] = [streams(requests), streams(failing)];
  await untilNoneIsLeft('every refund has come to its end', PATIENCE, async () => {
    const events = await allEvents(admin);
    const refunded = events.filter(({ type, stream }) => type === 'FeeRefunded' && requested.has(stream));
    const failed = events.filter(({ type, stream }) => type === 'RefundFailed' && expected.has(stream));
    const done = new Set(refunded.map(({ stream }) => stream)).size;
    const left = Math.max(0, requested.size - done - failed.length) + Math.max(0, expected.size - failed.length);
    return { left, found: failed };
  });
}
