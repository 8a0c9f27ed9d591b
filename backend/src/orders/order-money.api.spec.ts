import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { DECLINES, OrderServer, PAYS, REFUND_FAILS, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';
import { unsettledOrder } from '@supreme-access/test/fixtures/unsettled-order.js';
import { MakeStaff } from '../customers/accounts/staffing.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { OrderLinks } from './order-links.js';
import { Orders } from './orders.js';

let server: OrderServer;
beforeAll(async () => {
  server = await OrderServer.start();
});
afterAll(() => server?.stop());

const refusal = ({ status, body }: Answer) => [status, body.code];
const chargesOf = async (orderId: string) => {
  const { intents, charges } = await server.stripe('GET', '/emulator/ledger');
  const own = intents.filter((one: { metadata: { orderId: string } }) => one.metadata.orderId === orderId);
  const ids = own.map(({ id }: { id: string }) => id);
  return charges.filter((one: { payment_intent: string }) => ids.includes(one.payment_intent));
};

describe('a fee that was charged', () => {
  const refund = (orderId: string, body: object, key?: string) =>
    server.post(`/api/admin/orders/${orderId}/refund`, body, server.admin, key ? { 'idempotency-key': key } : {});
  const amounts = async (orderId: string) =>
    (await chargesOf(orderId)).map((one: { amount_refunded: number }) => one.amount_refunded);

  it('is refunded in parts, never beyond what was charged', async () => {
    const { orderId } = await server.success();
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await refund(orderId, { reason: 'late', amount: 10.5 }, key)).status).toBe(200);
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 25, refunded: 10.5 });
    expect(refusal(await refund(orderId, { reason: 'more', amount: 14.51 }))).toEqual([409, 'refund-too-large']);
    await server.ok(refund(orderId, { reason: 'the rest' }));
    expect(await server.becomes(orderId, 'refunded')).toMatchObject({ charged: 25, refunded: 25, success: false });
    expect(refusal(await refund(orderId, { reason: 'again' }))).toEqual([409, 'refund-too-large']);
    expect(await amounts(orderId)).toEqual([2_500]);
  });

  it('is refunded by a session alone up to a sum within an hour, then to who proves to be the admin', async () => {
    const grace = { email: 'grace@example.org', password: 'an admin of the specs' };
    await server.server.app.get(MakeStaff).appoint(grace.email, 'admin', grace.password);
    const { token } = await server.done('/login', grace, null);
    const refund = (orderId: string, body: object, key = randomUUID()) =>
      server.post(`/api/admin/orders/${orderId}/refund`, body, token, { 'idempotency-key': key });
    const productId = await server.drop({ price: 60 });
    const orders = [await server.order(productId), await server.order(productId)].map(({ orderId }) => orderId);
    await server.release(productId);
    for (const orderId of orders) await server.becomes(orderId, 'success');
    const [first = '', second = ''] = orders;
    const key = randomUUID();
    expect((await refund(first, { reason: 'late' }, key)).status).toBe(200);
    const rest = { reason: 'late', amount: 40.01 };
    expect(refusal(await refund(second, rest))).toEqual([403, 'password-required']);
    expect(refusal(await refund(second, { ...rest, password: 'not this one' }))).toEqual([403, 'password-wrong']);
    expect((await refund(second, { reason: 'late', amount: 5 })).status).toBe(200);
    expect((await refund(second, { ...rest, password: grace.password })).status).toBe(200);
    expect((await refund(first, { reason: 'late' }, key)).status).toBe(200);
    expect(await server.becomes(first, 'refunded')).toMatchObject({ refunded: 60 });
  });

  it.each([
    ['no reason', {}],
    ['a blank reason', { reason: '  ' }],
    ['an amount of nothing', { reason: 'x', amount: 0 }],
    ['a third of a cent', { reason: 'x', amount: 0.333 }],
    ['less than nothing', { reason: 'x', amount: -5 }],
  ])('is not refunded for %s', async (_, body) => {
    expect((await refund(randomUUID(), body)).status).toBe(400);
  });

  it('is told to its shopper, by mail and in the list', async () => {
    const { orderId, shopper } = await server.success();
    await server.mail('success', shopper.email);
    await server.ok(refund(orderId, { reason: 'wrong size' }));
    expect((await server.mail('refund', shopper.email)).text).toContain('25.00');
    const [order] = await server.ok(server.get('/api/user/orders', shopper.token));
    expect(order).toMatchObject({ status: 'refunded', statusLabel: 'Refunded', refunded: 25 });
  });

  it('is the only money one can give back', async () => {
    const { orderId } = await server.order(await server.drop());
    expect(refusal(await refund(orderId, { reason: 'x' }))).toEqual([409, 'not-charged']);
  });
});

describe('many orders at once', () => {
  const hedy = { email: 'hedy@example.org', password: 'an admin of many orders' };
  let token = '';
  beforeAll(async () => {
    await server.server.app.get(MakeStaff).appoint(hedy.email, 'admin', hedy.password);
    ({ token } = await server.done('/login', hedy, null));
  });
  const bulk = (what: 'refund' | 'withdraw', body: object, key = randomUUID()) =>
    server.post(`/api/admin/orders/${what}`, body, token, { 'idempotency-key': key });

  it('are refunded for one reason by who proves to be the admin, and each says what became of it', async () => {
    const [first, second] = [await server.success(), await server.success()];
    const { orderId: waiting } = await server.order(await server.drop());
    const ids = [first.orderId, waiting, second.orderId, 'nothing', first.orderId];
    const body = { ids, reason: 'it came torn' };
    expect(refusal(await bulk('refund', body))).toEqual([403, 'password-required']);
    expect(refusal(await bulk('refund', { ...body, password: 'not this one' }))).toEqual([403, 'password-wrong']);
    const key = randomUUID();
    const { results } = await server.ok(bulk('refund', { ...body, password: hedy.password }, key));
    expect(results).toEqual([
      { id: first.orderId, success: true },
      { id: waiting, success: false, code: 'not-charged', error: expect.any(String) },
      { id: second.orderId, success: true },
      { id: 'nothing', success: false, code: 'not-found', error: expect.any(String) },
    ]);
    for (const { orderId } of [first, second]) {
      expect(await server.becomes(orderId, 'refunded')).toMatchObject({ refunded: 25 });
      const requested = (await server.story(orderId)).filter(({ type }) => type === 'RefundRequested');
      expect(requested).toMatchObject([{ data: { reason: 'it came torn', amount: 2_500 } }]);
    }
    expect((await server.ok(bulk('refund', { ...body, password: hedy.password }, key))).results).toEqual(results);
  });

  it('are each refunded once where the request ended in the middle and comes again under its key', async () => {
    const [first, second] = [await server.success(), await server.success()];
    const body = { ids: [first.orderId, second.orderId], reason: 'it came torn', password: hedy.password };
    const orders = server.server.app.get(Orders);
    const originalFind = orders.find.bind(orders);
    const find = jest.spyOn(orders, 'find').mockImplementation(async (id) => {
      if (id === second.orderId) throw new StoreUnavailable('away');
      return originalFind(id);
    });
    const key = randomUUID();
    const ended = server.askOnce('POST', '/api/admin/orders/refund', body, token, { 'idempotency-key': key });
    expect((await ended).status).toBe(503);
    find.mockRestore();
    const { results } = await server.ok(bulk('refund', body, key));
    expect(results).toEqual(body.ids.map((id) => ({ id, success: true })));
    for (const id of body.ids) {
      await server.becomes(id, 'refunded');
      expect((await server.story(id)).filter(({ type }) => type === 'RefundRequested')).toHaveLength(1);
    }
  });

  it('are withdrawn for one reason, without a password; what was withdrawn stays as it is', async () => {
    const productId = await server.drop();
    const ids = [await server.order(productId), await server.order(productId)].map(({ orderId }) => orderId);
    const [first = ''] = ids;
    await server.done(`/api/admin/orders/${first}/withdraw`, { reason: 'by phone' });
    const { results } = await server.ok(bulk('withdraw', { ids, reason: 'the sample was wrong' }));
    expect(results.map(({ success }: { success: boolean }) => success)).toEqual([true, true]);
    for (const id of ids) expect(await server.view(id)).toMatchObject({ status: 'withdrawn' });
  });

  it.each([
    ['none', []],
    ['more than a hundred', Array.from({ length: 101 }, (_, at) => `o-${at}`)],
    ['what is no id', [7]],
    ['no list', 'o-1'],
  ])('are not asked for as %s', async (_, ids) => {
    expect((await bulk('withdraw', { ids, reason: 'x' })).status).toBe(400);
  });
});

describe('a refund that fails', () => {
  const settle = (orderId: string, body: object) => server.post(`/api/admin/orders/${orderId}/settle`, body);

  it('is mailed as such, counted no more, and can be noted as paid otherwise, once', async () => {
    const password = server.adminPassword;
    const { orderId, shopper } = await server.success(REFUND_FAILS);
    const { refunded: before } = (await server.ok(server.get('/api/admin/reports/board'))).today;
    expect(refusal(await settle(orderId, { reason: 'a transfer', password }))).toEqual([409, 'nothing-owed']);
    await server.done(`/api/admin/orders/${orderId}/refund`, { reason: 'wrong size' });
    await server.until(async () => (await server.types(orderId)).includes('RefundFailed'));
    expect((await server.mail('refund-failed', shopper.email)).text).toContain('We still owe you this money.');
    const [order] = await server.ok(server.get('/api/user/orders', shopper.token));
    expect(order).toMatchObject({
      status: 'refund_pending',
      refunded: 0,
      statusNote: expect.stringMatching(/not arrive/),
    });
    expect(order.stamps.at(-1)).toMatchObject({ kind: 'refund-failed', done: true });
    expect((await server.ok(server.get('/api/admin/reports/board'))).today).toMatchObject({ refunded: before });
    expect((await server.ok(server.get(`/api/admin/orders/${orderId}/evidence-file`))).refunds).toEqual([]);
    for (const wrong of [undefined, 'not it']) {
      expect((await settle(orderId, { reason: 'a transfer', password: wrong })).status).toBe(403);
    }
    const settled = await server.done(`/api/admin/orders/${orderId}/settle`, { reason: 'Bank transfer', password });
    expect(settled.order).toMatchObject({ status: 'refunded', refunded: 0, refundable: 0 });
    expect((await server.mail('refund-settled', shopper.email)).text).toContain('Bank transfer');
    expect(refusal(await settle(orderId, { reason: 'again', password }))).toEqual([409, 'nothing-owed']);
    expect((await server.types(orderId)).filter((type) => type === 'RefundSettled')).toHaveLength(1);
  });
});

describe('a purchase that its shop reports after the end', () => {
  const settle = (orderId: string, body: object) => server.post(`/api/admin/orders/${orderId}/settlePurchase`, body);
  const toSettle = async () => {
    const filter = encodeURIComponent('{"unsettled":true}');
    const orders = (await server.ok(server.get(`/api/admin/orders?filter=${filter}`))) as { orderId: string }[];
    return orders.map(({ orderId }) => orderId);
  };

  it('is to settle until an admin says with a reason and the password how it was settled', async () => {
    const password = server.adminPassword;
    const orderId = await unsettledOrder(server);
    expect(await toSettle()).toContain(orderId);
    expect((await settle(orderId, { reason: 'given back', password: 'not it' })).status).toBe(403);
    expect(await toSettle()).toContain(orderId);
    const { order } = await server.ok(settle(orderId, { reason: 'given back', password }));
    expect(order).toMatchObject({ status: 'fail', charged: 0, refusals: { settlePurchase: { code: 'done' } } });
    await server.settle();
    expect(await toSettle()).not.toContain(orderId);
    const settled = (await server.story(orderId)).filter(({ type }) => type === 'PurchaseSettled');
    expect(settled).toMatchObject([{ data: { reason: 'given back' } }]);
  });
});

describe('proof of a purchase that came another way', () => {
  const prove = (orderId: string, reference = 'R-77') =>
    server.post(`/api/admin/orders/${orderId}/evidence`, {
      kind: 'forwarded-email',
      reference,
      password: server.adminPassword,
    });

  it('makes the order a success and charges the fee, once', async () => {
    const productId = await server.drop();
    const { orderId } = await server.order(productId);
    expect(refusal(await prove(orderId))).toEqual([409, 'not-attempted']);
    await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
    await server.release(productId);
    await server.becomes(orderId, 'processing');
    for (const _ of [1, 2]) expect((await prove(orderId)).status).toBe(200);
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 25 });
    const succeeded = (await server.story(orderId)).filter(({ type }) => type === 'CheckoutSucceeded');
    expect(succeeded).toHaveLength(1);
    expect(succeeded[0]?.data.evidence).toMatchObject({ kind: 'reviewed', reference: 'R-77' });
    expect(await chargesOf(orderId)).toHaveLength(1);
  });
});

describe('a fee that was declined', () => {
  let shopper: Shopper;
  let orderId = '';
  let token = '';
  beforeAll(async () => {
    ({ shopper, orderId } = await server.success(DECLINES));
    token = tokenOf(await server.mail('action-needed', shopper.email));
  });
  const act = (link: string, body: object = {}) => server.post(`/api/actions/${link}`, body, null);

  it('asks its shopper, with a link that shows what is to be paid', async () => {
    const { body } = await server.get(`/api/actions/${token}`, null);
    expect(body).toMatchObject({
      purpose: 'fee',
      order: { orderId, status: 'action_required', price: 25, charged: 0 },
      fee: { why: 'declined', payUntil: expect.stringMatching(/Z$/) },
    });
  });

  it('gives its shopper the same link, and nobody else', async () => {
    const { body } = await server.get(`/api/user/orders/${orderId}/feeLink`, shopper.token);
    expect(body.url).toMatch(new RegExp(`/action/${token}$`));
    const stranger = await server.shopper();
    expect((await server.get(`/api/user/orders/${orderId}/feeLink`, stranger.token)).status).toBe(404);
  });

  it('is declined again with the same card', async () => {
    const answer = await act(token);
    expect([answer.status, answer.body.code]).toEqual([409, 'card-declined']);
    expect(answer.body.error).toContain('another card');
  });

  it.each([
    ['altered', (link: string) => link.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
    ['cut short', (link: string) => link.slice(0, -1)],
    ['without its signature', (link: string) => `${link.split('.')[0]}.`],
    ['signed for somebody else', (link: string) => `${link.split('.')[0]}.${'x'.repeat(43)}`],
  ])('is not paid through a link that was %s', async (_, spoil) => {
    for (const response of [server.get(`/api/actions/${spoil(token)}`, null), act(spoil(token))]) {
      expect(refusal(await response)).toEqual([404, 'link-invalid']);
    }
  });

  it('is not paid through a link that has expired', async () => {
    const url = server.server.app.get(OrderLinks).make({ purpose: 'fee', orderId }, Date.now() - 1);
    const expired = url.slice(url.lastIndexOf('/') + 1);
    expect(refusal(await server.get(`/api/actions/${expired}`, null))).toEqual([410, 'link-expired']);
    expect(refusal(await act(expired))).toEqual([410, 'link-expired']);
  });

  it('is paid with another card through the link, and never twice', async () => {
    const other = await server.cardToken(shopper, PAYS);
    const paid = await act(token, { token: other });
    expect(paid.body).toMatchObject({ success: true, redirectUrl: null, order: { status: 'success', charged: 25 } });
    const again = await act(token, { token: await server.cardToken(shopper, PAYS) });
    expect(refusal(again)).toEqual([409, 'fee-settled']);
    const link = await server.get(`/api/user/orders/${orderId}/feeLink`, shopper.token);
    expect(refusal(link)).toEqual([409, 'fee-settled']);
    const charges = await chargesOf(orderId);
    expect(charges.filter(({ status }: { status: string }) => status === 'succeeded')).toHaveLength(1);
    await server.mail('success', shopper.email);
  });

  it('can neither be withdrawn nor erased through it', async () => {
    // The mail of a moment ago may be noted as sent meanwhile.
    const life = async () => (await server.types(orderId)).filter((type) => !type.startsWith('Mail'));
    const before = await life();
    expect((await act(token, { action: 'erase' })).status).toBe(409);
    expect(await life()).toEqual(before);
  });
});
