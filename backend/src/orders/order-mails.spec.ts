import { MailBench } from '@supreme-access/test/fixtures/mail-bench.js';
import {
  bought,
  chargeStarted,
  closed,
  declined,
  evidence,
  fold,
  paid,
  placed,
  refunded,
  refundFailed,
  refundRequested,
  refusedAtRetailer,
  slot,
} from '@supreme-access/test/fixtures/order.js';
import {
  escalated,
  payable,
  prepared,
  startedByToken,
  tokenMade,
  unknownOutcome,
} from '@supreme-access/test/fixtures/order-tokens.js';
import * as drops from '@supreme-access/test/fixtures/product.js';
import { product } from '../catalogue/products/product.js';
import { productsProjection } from '../catalogue/products/products.projection.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { mail, mailIdOf, RequestMail } from '../mail/mail.js';
import { orderMail } from './order.jobs.js';
import type { OrderEvent } from './order.js';

let bench: MailBench;
beforeEach(async () => {
  bench = await MailBench.open();
});
afterEach(() => bench.close());

it('a reminder of a declined fee is not written once another attempt has begun', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const stateOf = async (...events: OrderEvent[]) => {
    process.commands.state = (async () => fold(...bought, ...events)) as never;
    const written = await process.orderMails.compose(orderMail(orderId, 'action-reminder', '1.2'));
    return written?.content.kind;
  };
  expect(await stateOf(chargeStarted(1), declined(1))).toBe('action-reminder');
  expect(await stateOf(chargeStarted(1), declined(1), chargeStarted(2), declined(2))).toBeUndefined();
});

it('of moves and prices that waited to be mailed together, only the last is, and says what was known before them', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const prices = [17_000, 18_000].map((amount) => ({ retailPrice: { amount, currency: 'usd' } }));
  const times = [1, 2, 3].map((more) => ({ releaseAt: drops.RELEASE + more }));
  const retailPrice = { amount: 16_000, currency: 'usd' };
  let drop = [drops.created({ retailPrice }), ...[...prices, ...times].map(drops.edited)].reduce(
    product.evolve,
    product.initial,
  );
  process.commands.state = (async ({ category }: { category: string }) =>
    category === 'product' ? drop : fold(placed({ orderId }))) as never;
  process.commands.cached = process.commands.state;
  await bench.models.write(productsProjection as never, [{ id: slot.productId, position: 1, document: drop.facts }]);
  const written = async (kind: 'release-changed' | 'price-changed', counts: number[]) => {
    const mails = counts.map((count) => process.orderMails.compose(orderMail(orderId, kind, String(count))));
    return (await Promise.all(mails)).map((one) => one?.content ?? null);
  };
  const { releaseAt } = drops.facts;
  const [moved, repriced] = [{ before: { at: releaseAt } }, { before: retailPrice }];
  expect(await written('release-changed', [1, 2, 3])).toEqual([null, null, expect.objectContaining({})]);
  expect((await written('release-changed', [3]))[0]).toMatchObject(moved);
  expect(await written('price-changed', [1, 2])).toEqual([null, expect.objectContaining(repriced)]);
  drop = [drops.edited({ releaseAt, retailPrice })].reduce(product.evolve, drop);
  expect(await written('release-changed', [4])).toEqual([null]);
  expect(await written('price-changed', [3])).toEqual([null]);
});

it('an order that ended with the money at its shop is not told as one without a charge', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const mailText = async (captured: number, ...between: OrderEvent[]) => {
    const over = refusedAtRetailer('closed', null, 1, { token: 'revoked', captured, completes: 'in-doubt' });
    const events = [startedByToken(), prepared(), tokenMade(), ...between, over, closed()];
    process.commands.state = (async () => fold(placed({ orderId, ...payable }), ...events)) as never;
    const written = await process.orderMails.compose(orderMail(orderId, 'closed'));
    return JSON.stringify(written && process.orderMails.write(written.content));
  };
  expect(await mailText(0)).toContain('You were not charged.');
  const text = await mailText(16_800);
  expect(text).toContain('The retailer took £168.00 and confirmed no order.');
  expect(text).not.toContain('not charged');
  const sold = unknownOutcome('bought-unpaid', { sold: { evidence } });
  const finished = await mailText(0, escalated(), sold);
  expect(finished).toContain('The retailer says that you finished the checkout yourself.');
  expect(finished).not.toContain('not charged');
});

it('a failed refund is told to who was sent a summary, although the read models have not seen it go', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const summary = mailIdOf(orderMail(orderId, 'refund', 'hourly'));
  await process.commands.execute(mail, new RequestMail(summary, { cause: null }, workerMetadata('spec')));
  await bench.settled();
  const failed = [refundRequested('r-1', 2_000), refunded('r-1', 2_000), refundFailed('r-1')];
  const data = { settlementId: 's-1', amount: 2_000, currency: 'usd', reason: 'bank transfer' };
  const settled = fold(placed({ orderId }), ...paid.slice(1), ...failed, { type: 'RefundSettled', data });
  let outcome: string | null = null;
  process.commands.state = (async ({ category }: { category: string }, id: string) =>
    category === 'order' ? settled : { claim: null, outcome: id === summary ? outcome : null }) as never;
  const compose = () => process.orderMails.compose(orderMail(orderId, 'refund-failed', 'r-1'));
  expect(await compose()).toBeNull();
  outcome = 'sent';
  expect((await compose())?.content.kind).toBe('refund-failed');
});
