import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { expectOk } from '../support/api.js';
import { each } from '../support/crowd.js';
import { allEvents, allOrders, eventually, untilNoneIsLeft } from '../support/drops.js';
import type { Cast } from './cast.js';
import type { Progress } from './screen.js';
import { type Stage, signInAgain } from './stage.js';

/** ms for one step of what is waited for */
const PATIENCE = 90_000;
/** ms; as long as a claim can last */
const LEASE = 60_000;
/** ms after the end of the promise by which every order has to be ended */
const AFTER = 120_000;
const WHOLE = 4;
const PART = 3;

const ordersOf = async ({ admin }: Stage, productId: string): Promise<Order[]> =>
  (await allOrders(admin)).filter((order) => order.productId === productId);

/** Until no order is on its way any more, and the release says so itself. */
export async function settle(stage: Stage, productId: string, progress: Progress): Promise<Order[]> {
  const settled = await untilNoneIsLeft('every order has an outcome', PATIENCE, async () => {
    const orders = await ordersOf(stage, productId);
    const moving = orders.filter(({ status }) => status === 'pending' || status === 'processing');
    progress(orders.length - moving.length, orders.length);
    return { left: moving.length, found: orders };
  });
  await eventually('the release has finished', PATIENCE, async () => {
    const { releaseFinishedAt } = await expectOk(stage.admin.get<AdminProduct>(`/api/admin/products/${productId}`));
    return releaseFinishedAt ?? undefined;
  });
  return settled;
}

/**
 * Kills the server while orders are at the retailer, and starts it again when its claims have lapsed. Nobody waits for
 * outcomes meanwhile: on a slow machine it is away for as long as their patience lasts.
 */
export async function killServer({ own }: Stage, kills: number): Promise<void> {
  if (!own || kills === 0) return;
  const references = async () => (await own.retailer.ledger()).references.length;
  let seen = await references();
  for (let kill = 0; kill < kills; kill += 1) {
    await eventually('orders at the retailer', PATIENCE, async () => {
      const before = seen;
      seen = await references();
      return seen > before || undefined;
    });
    await own.server.kill();
    await own.clock.moveTo(own.clock.now() + LEASE);
    await own.server.supervised();
  }
}

/** The clock of all three goes to the end of the promise: what nobody has paid is closed. Answers how many orders that were. */
export async function passThe72Hours(stage: Stage, productId: string): Promise<number> {
  if (!stage.own) return 0;
  const { clock } = stage.own;
  const started = (await allEvents(stage.admin)).find(
    ({ type, stream }) => type === 'ReleaseStarted' && stream === `product-${productId}`,
  );
  const open = async () =>
    (await ordersOf(stage, productId)).filter(({ status }) => status === 'action_required' || status === 'processing');
  const count = (await open()).length;
  await clock.moveTo(Number(started?.data.closesAt));
  await signInAgain(stage);
  await untilNoneIsLeft('every order has ended', PATIENCE, async () => {
    const found = await open();
    return { left: found.length, found };
  });
  await clock.moveTo(clock.now() + AFTER);
  return count;
}

/** The signed links that declined shoppers were mailed, by order. */
async function linksIn(directory: string): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const name of await readdir(directory).catch(() => [])) {
    if (!/-action-needed-[0-9a-f]{24}\.eml$/.test(name)) continue;
    // quoted-printable: lines end in '=' where they were folded, and '=3D' is '='
    const text = (await readFile(join(directory, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [, token = ''] = /\/action\/([\w-]+\.[\w-]+)/.exec(text) ?? [];
    const [payload = ''] = token.split('.');
    const [, orderId] = JSON.parse(Buffer.from(payload, 'base64url').toString() || '[]') as [string?, string?];
    if (orderId) links.set(orderId, token);
  }
  return links;
}

/** Those whose card was declined pay with another one, through the link in their mail; one of them never does. */
export async function payAgain(stage: Stage, orders: readonly Order[]): Promise<{ declined: number; paid: number }> {
  const declined = orders.filter(({ status }) => status === 'action_required');
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
    const now = await ordersOf(stage, willing[0]?.productId ?? '');
    const found = now.filter(({ orderId, status }) => wanted.has(orderId) && status === 'success');
    return { left: wanted.size - found.length, found };
  });
  return { declined: declined.length, paid: willing.length };
}

/** Fees given back: whole, in part, and to cards whose bank sends the refund back some seconds later. */
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
  const wishes = [
    ...plain.slice(0, WHOLE).map(({ orderId }) => ({ orderId })),
    ...plain
      .slice(WHOLE, WHOLE + PART)
      .map(({ orderId, charged: fee }) => ({ orderId, amount: Math.round(fee * 40) / 100 })),
    ...failing.map(({ orderId }) => ({ orderId })),
  ];
  await each(wishes, 4, ({ orderId, ...amount }) =>
    expectOk(
      admin.post(`/api/admin/orders/${orderId}/refund`, { reason: 'a refund of the demo', password, ...amount }),
    ),
  );
  const streams = (list: readonly { orderId: string }[]) => new Set(list.map(({ orderId }) => `order-${orderId}`));
  const [asked, coming] = [streams(wishes), streams(failing)];
  await untilNoneIsLeft('every refund has come to its end', PATIENCE, async () => {
    const events = await allEvents(admin);
    const refunded = events.filter(({ type, stream }) => type === 'FeeRefunded' && asked.has(stream));
    const failed = events.filter(({ type, stream }) => type === 'RefundFailed' && coming.has(stream));
    const done = new Set(refunded.map(({ stream }) => stream)).size;
    const left = Math.max(0, asked.size - done - failed.length) + Math.max(0, coming.size - failed.length);
    return { left, found: failed };
  });
}
