import { randomUUID } from 'node:crypto';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { cardOf, OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { verifyLog } from '../audit/verify.js';
import { Commands } from '../event-sourcing/commands.js';
import { order } from '../orders/order.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import { AcoPayloads } from './aco-payloads.js';

let server: OrderServer;
beforeAll(async () => {
  server = await OrderServer.start();
});
afterAll(() => server?.stop());
afterEach(async () => {
  server.clock.ahead = 0;
  await server.stripe('DELETE', '/emulator/faults');
});

let guests = 0;
async function asGuest(productId: string, changes: object = {}, aco: object = server.aco()) {
  guests += 1;
  const email = `guest.${guests}@example.org`;
  const acoDataPayload = await server.encrypt('aco', aco, null);
  return { email, name: 'Gia Hale', productId, stripeToken: 'tok_visa', acoDataPayload, ...changes };
}
const checkOut = (body: object, key?: string) =>
  server.post('/api/checkout/completeuser', body, null, key === undefined ? {} : { 'idempotency-key': key });
const refusal = ({ status, body }: { status: number; body: { code: string; error: string } }) => [
  status,
  body.code,
  body.error,
];
/** A guest with a slot, and the link from their mail. */
async function secured(productId: string) {
  const body = await asGuest(productId);
  const { order } = await server.ok(checkOut(body));
  const token = tokenOf(await server.mail('guest-slot-confirmed', body.email));
  return { orderId: order.orderId as string, email: body.email, token };
}
const act = (token: string, body: object = {}) => server.post(`/api/actions/${token}`, body, null);

describe('a guest', () => {
  it('gets a slot without an account', async () => {
    const productId = await server.drop();
    const body = await asGuest(productId);
    const { order } = await server.ok(checkOut(body));
    expect(order).toMatchObject({ productId, price: 25, size: 'm', style: 'Ink', slotNumber: 1 });
    expect(await server.view(order.orderId)).toMatchObject({ email: body.email, name: 'Gia Hale', status: 'pending' });
  });

  it('gets the same order for the same request, told apart by what is in it', async () => {
    const productId = await server.drop();
    const [hers, his, key] = [await asGuest(productId), await asGuest(productId), randomUUID()];
    const [first, again] = [await checkOut(hers, key), await checkOut(hers, key)];
    expect(again.body).toEqual(first.body);
    const other = await checkOut(his, key);
    expect(other.status).toBe(200);
    expect(other.body.order.orderId).not.toBe(first.body.order.orderId);
  });

  it('is the same person as the shopper with that card and address', async () => {
    const productId = await server.drop();
    const who = server.person();
    const ada = await server.shopper();
    const profileId = await server.addProfile(ada, who);
    await server.ok(server.reserve(ada, { productId, profileId }));
    const aco = server.aco({ shipping: who.address });
    expect(refusal(await checkOut(await asGuest(productId, {}, aco)))).toEqual([409, 'duplicate', 'duplicate']);
  });

  it('is checked out and charged like anybody else', async () => {
    const productId = await server.drop();
    const { orderId, email } = await secured(productId);
    await server.release(productId);
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 25, boughtSize: 'm' });
    expect(tokenOf(await server.mail('success', email))).toContain('.');
  });

  const ACO = 'Invalid ACO Information. Please set your ACO details.';
  it.each<[string, (aco: AcoInput) => object]>([
    ['without a card', ({ card: _, ...aco }) => aco],
    ['with a card that is none', (aco) => ({ ...aco, card: cardOf('4242424242424241') })],
    ['with a blocked card', (aco) => ({ ...aco, card: cardOf('4767000000000000') })],
    ['without a street', (aco) => ({ ...aco, shipping: { ...aco.shipping, address1: ' ' } })],
    ['without a phone', (aco) => ({ ...aco, phone: '' })],
    ['with a card number that is no text', (aco) => ({ ...aco, card: { number: { toString: 1, valueOf: 1 } } })],
    ['with something else altogether', () => ({ hello: ['world'] })],
  ])('is refused %s', async (_, spoil) => {
    const productId = await server.drop();
    expect(refusal(await checkOut(await asGuest(productId, {}, spoil(server.aco()))))).toEqual([
      400,
      'aco-invalid',
      ACO,
    ]);
  });

  it.each([
    ['Email is required.', { email: undefined }],
    ['Email is required.', { email: '' }],
    ['Please enter a valid email.', { email: 'gia' }],
    ['Name is required.', { name: ' ' }],
    [ACO, { acoDataPayload: undefined }],
    ['insufficient checkout data', { stripeToken: undefined }],
    ['insufficient checkout data', { productId: 7 }],
  ])('is told what the form lacks: %s', async (text, changes) => {
    const body = await asGuest(await server.drop(), changes);
    expect(refusal(await checkOut(body))).toEqual([400, 'invalid', text]);
    expect(refusal(await server.post('/api/admin/orders/create', body))).toEqual([400, 'invalid', text]);
  });

  it.each([
    ['size', { size: 7, style: 'Ink' }],
    ['size', { size: null, style: 'Ink' }],
    ['style', { size: 'm', style: ['Ink'] }],
    ['size', 'm, Ink'],
  ])('is asked for a %s when %j was chosen', async (what, productForm) => {
    const productId = await server.drop();
    const answer = await checkOut(await asGuest(productId, {}, { ...server.aco(), productForm }));
    expect(refusal(answer).slice(0, 2)).toEqual([400, `${what}-unknown`]);
  });

  it('is refused with data that was encrypted for another purpose, by somebody, or used before', async () => {
    const productId = await server.drop();
    const ada = await server.shopper();
    const used = await asGuest(productId);
    await server.ok(checkOut(used));
    const profile = await server.encrypt('profile', server.aco(), null);
    const signed = await server.encrypt('aco', server.aco(), ada.uuid);
    for (const acoDataPayload of [profile, signed, used.acoDataPayload, 'no.jwe.at.all.x']) {
      expect(refusal(await checkOut(await asGuest(productId, { acoDataPayload })))).toEqual([400, 'aco-invalid', ACO]);
    }
  });

  it('is refused with a card for the fee that cannot be saved, and told to wait when nobody can say', async () => {
    const productId = await server.drop();
    const card = "Please make sure you've entered a valid card and try again.";
    const wrong = await checkOut(await asGuest(productId, { stripeToken: 'tok_nobody_made' }));
    expect(refusal(wrong)).toEqual([400, 'card-invalid', card]);
    await server.stripe('POST', '/emulator/faults', { kind: 'error-before', times: 6 });
    const [body, key] = [await asGuest(productId), randomUUID()];
    const waiting = await checkOut(body, key);
    expect(refusal(waiting)).toEqual([503, 'card-unknown', 'The card could not be saved. Please try again.']);
    expect(waiting.headers.get('retry-after')).toBe('2');
    await server.stripe('DELETE', '/emulator/faults');
    expect((await checkOut(body, key)).status).toBe(200);
  });

  it('is given the same order for the same request when nothing of it is left to be opened', async () => {
    const [body, key] = [await asGuest(await server.drop()), randomUUID()];
    const first = await server.ok(checkOut(body, key));
    const token = tokenOf(await server.mail('guest-slot-confirmed', body.email));
    await act(token, { action: 'erase' });
    server.clock.ahead = 20 * 60_000;
    const again = await checkOut(body, key);
    expect([again.status, again.body]).toEqual([200, first]);
  });

  /** The vault's records of these kinds, and the customers at Stripe. */
  async function kept() {
    const { vault } = server.server.platform;
    const ids: string[] = [];
    for (const kind of ['subject-key', 'card', 'code'] as const)
      for await (const { id } of vault.list(kind)) ids.push(`${kind} ${id}`);
    const { data } = await server.stripe('GET', '/v1/customers?limit=100');
    const living = data.filter(({ deleted }: { deleted?: boolean }) => !deleted);
    return [...ids, ...living.map(({ id }: { id: string }) => id)].sort();
  }

  it.each<[string, string, (productId: string) => Promise<object>]>([
    [
      'a drop that is sold out',
      'sold-out',
      async (productId) => {
        await secured(productId);
        return {};
      },
    ],
    ['a promo code nobody made', 'promo-invalid', async () => ({ promoCode: 'NOSUCH' })],
    [
      'a style nobody sells',
      'style-unknown',
      async () => {
        const productForm = { size: 'm', style: 'Plaid' };
        return { acoDataPayload: await server.encrypt('aco', { ...server.aco(), productForm }, null) };
      },
    ],
    ['a card that cannot be saved', 'card-invalid', async () => ({ stripeToken: 'tok_nobody_made' })],
  ])('who is refused for %s leaves nothing behind', async (_, code, input) => {
    const productId = await server.drop({ totalStock: 1 });
    const changes = await input(productId);
    const body = await asGuest(productId, changes);
    const before = await kept();
    expect(refusal(await checkOut(body)).slice(1, 2)).toEqual([code]);
    expect(await kept()).toEqual(before);
  });

  it('who loses a race for the last slot leaves nothing behind', async () => {
    const productId = await server.drop({ totalStock: 1 });
    const bodies = await Promise.all(Array.from({ length: 5 }, () => asGuest(productId)));
    const before = await kept();
    const answers = await Promise.all(bodies.map((body) => checkOut(body)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'slot' : body.code));
    expect(codes.sort()).toEqual(['slot', 'sold-out', 'sold-out', 'sold-out', 'sold-out']);
    // key, card and code of the one, and their customer
    expect((await kept()).length - before.length).toBe(4);
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['name', { name: '' }],
    ['stripeToken', { stripeToken: undefined }],
  ])('is refused without a proper %s', async (_, change) => {
    expect((await checkOut(await asGuest(await server.drop(), change))).status).toBe(400);
  });
});

describe('a guest’s link', () => {
  it('shows the order and changes nothing by being looked at', async () => {
    const { orderId, token, email } = await secured(await server.drop());
    const { status, body } = await server.get(`/api/actions/${token}`, null);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, purpose: 'withdraw', order: { orderId, email, status: 'pending' } });
    expect((await server.view(orderId)).status).toBe('pending');
    const story = await server.ok(server.get(`/api/actions/${token}/story`, null));
    expect(story.map(({ type }: { type: string }) => type)).toContain('SlotReserved');
  });

  it('gives the slot back, once', async () => {
    const productId = await server.drop({ totalStock: 1 });
    const { orderId, token } = await secured(productId);
    for (const _ of [1, 2]) expect((await act(token)).body.order).toMatchObject({ orderId, status: 'withdrawn' });
    expect((await server.types(orderId)).filter((type) => type === 'OrderWithdrawn')).toHaveLength(1);
    expect((await server.reserve(await server.shopper(), { productId })).status).toBe(200);
  });

  it('forgets the person: nothing of them is left but the facts', async () => {
    const productId = await server.drop();
    const { orderId, token, email } = await secured(productId);
    const { vault, log } = server.server.platform;
    const { cardRecord, codeRecord, payer } = await server.until(
      async () => (await server.server.app.get(Commands).state(order, orderId)).placed ?? undefined,
    );

    const { body } = await act(token, { action: 'erase' });

    expect(body.order).toMatchObject({ orderId, status: 'withdrawn', email: '', name: '' });
    expect(await server.view(orderId)).toMatchObject({ email: '', name: '' });
    expect(await vault.get('card', cardRecord)).toBe('erased');
    expect(await vault.get('code', String(codeRecord))).toBe('erased');
    expect(await vault.get('subject-key', `guest-${orderId}`)).toBe('erased');
    expect(await server.stripe('GET', `/v1/customers/${payer.customerId}`)).toMatchObject({ deleted: true });
    await server.until(async () => (await server.mails(email)).length === 0 || undefined);
    expect(await server.types(orderId)).toContain('PersonalDataErased');
    expect((await verifyLog(await all(log.readAll()), EVENT_SCHEMA)).broken).toEqual([]);
    expect((await act(token, { action: 'erase' })).status).toBe(200);
  });

  it('forgets nobody whose purchase is open', async () => {
    const productId = await server.drop();
    const { orderId, token } = await secured(productId);
    await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId });
    await server.release(productId);
    await server.becomes(orderId, 'processing');
    expect(refusal(await act(token, { action: 'erase' })).slice(0, 2)).toEqual([409, 'order-open']);
    expect(refusal(await act(token)).slice(0, 2)).toEqual([409, 'reservations-closed']);
    await server.retailer('DELETE', '/sandbox/faults');
  });

  it('gives nothing back once reservations are closed, but forgets before the release', async () => {
    const hour = 3_600_000;
    const instant = (ms: number) => new Date(Date.now() + ms).toISOString();
    const times = { releaseAt: instant(3 * hour), reservationClosesAt: instant(hour) };
    const { orderId, token } = await secured(await server.drop(times));
    server.clock.ahead = 2 * hour;
    expect(refusal(await act(token)).slice(0, 2)).toEqual([409, 'reservations-closed']);
    expect((await act(token, { action: 'erase' })).body.order).toMatchObject({
      orderId,
      status: 'withdrawn',
      email: '',
    });
  });

  it('waits with the last of it while Stripe cannot be asked', async () => {
    const { orderId, token } = await secured(await server.drop());
    await server.stripe('POST', '/emulator/faults', { kind: 'error-before', times: 6, method: 'DELETE' });
    expect(refusal(await act(token, { action: 'erase' })).slice(0, 2)).toEqual([503, 'erasure-unfinished']);
    await server.stripe('DELETE', '/emulator/faults');
    expect((await act(token, { action: 'erase' })).status).toBe(200);
    expect(await server.server.platform.vault.get('subject-key', `guest-${orderId}`)).toBe('erased');
  });

  it('need not be opened again: what Stripe cut off is finished by itself', async () => {
    const { orderId, token } = await secured(await server.drop());
    await server.stripe('POST', '/emulator/faults', { kind: 'error-before', times: 6, method: 'DELETE' });
    expect(refusal(await act(token, { action: 'erase' })).slice(0, 2)).toEqual([503, 'erasure-unfinished']);
    await server.stripe('DELETE', '/emulator/faults');
    const { placed } = await server.server.app.get(Commands).state(order, orderId);
    await server.settle(60_000);
    // Stores that err have it done by another try.
    await server.until(async () => (await server.types(orderId)).includes('ErasureFinished') || undefined);
    expect(await server.stripe('GET', `/v1/customers/${placed?.payer.customerId}`)).toMatchObject({ deleted: true });
    expect(await server.server.platform.vault.get('subject-key', `guest-${orderId}`)).toBe('erased');
  });
});

describe('what guests may ask for', () => {
  it('is bounded per card, wherever they come from', async () => {
    const payloads = server.server.app.get(AcoPayloads);
    const card = cardOf('5555555555554444');
    const ask = async (index: number) => {
      const jwe = await server.encrypt('aco', server.aco({ card }), null);
      const who = { actor: { kind: 'guest', id: 'guest' } as const, client: `10.0.0.${index}` };
      const metadata = { ...who, requestHash: '', correlationId: randomUUID() };
      const context = {
        metadata: { ...metadata, commandId: randomUUID() },
        keyed: false,
        session: null,
      };
      return payloads.ofGuest(jwe, 'hoodie', context);
    };
    for (let index = 0; index < 60; index += 1) await ask(index);
    await expect(ask(61)).rejects.toMatchObject({ code: 'too-many', kind: 'too-many' });
  });

  it('is bounded per address, and they are told when to come again', async () => {
    const body = await asGuest('none', { acoDataPayload: 'x' });
    for (let index = 0; index < 60; index += 1) await checkOut(body);
    const { status, headers } = await checkOut(body);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
