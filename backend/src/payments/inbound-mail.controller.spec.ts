import { createHmac } from 'node:crypto';
import { sha256 } from '../platform/ids.js';
import { CARDS, PaymentsBench } from './payments.fixture.js';

let bench: PaymentsBench;
beforeAll(async () => {
  bench = await PaymentsBench.open();
});
afterAll(() => bench.close());

const RECEIVED = '2026-11-21T12:00:00.000Z';
const mail = (changes: object) => ({
  from: 'Ada Lovelace <Ada@Example.test>',
  subject: 'Fwd: Your order is confirmed',
  text: '',
  receivedAt: RECEIVED,
  ...changes,
});

type Encoding = 'hex' | 'base64url';
async function send(body: object, { encoding = 'hex', secret }: { encoding?: Encoding; secret?: string } = {}) {
  const raw = JSON.stringify(body);
  const signature = createHmac('sha256', secret ?? bench.secret('inbound-mail'))
    .update(raw)
    .digest(encoding);
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  const response = await fetch(`${bench.url}/api/inbound/email`, { method: 'POST', body: raw, headers });
  return { status: response.status, ...((await response.json()) as { matched?: boolean; code?: string }) };
}

const attempted = async () => {
  const orderId = await bench.order(CARDS.pays, {}, false);
  await bench.due();
  return orderId;
};

describe('a forwarded confirmation', () => {
  it.each(['hex', 'base64url'] as const)('(signature in %s) is evidence for the order it names', async (encoding) => {
    const orderId = await attempted();
    const text = `Thank you! Reference: ${orderId}:1.`;
    expect(await send(mail({ text }), { encoding })).toMatchObject({ status: 200, matched: true });
    expect((await bench.state(orderId)).bought?.evidence).toEqual({
      kind: 'forwarded-email',
      reference: `${orderId}:1`,
      sha256: sha256(text),
    });
  });

  it('leads to the charge of the fee, once', async () => {
    const orderId = await attempted();
    const body = mail({ subject: `Fwd: order ${orderId.toUpperCase()} confirmed` });
    expect([await send(body), await send(body)]).toMatchObject([{ matched: true }, { matched: true }]);
    await bench.work();
    const types = await bench.types(orderId);
    expect(types.slice(-3)).toEqual(['CheckoutSucceeded', 'FeeChargeStarted', 'FeeCharged']);
  });

  it("may name the retailer's order number of what is known to be bought", async () => {
    await bench.order(CARDS.pays);
    await bench.due();
    expect(await send(mail({ text: 'Your order number is R-1001.' }))).toMatchObject({ status: 200, matched: true });
    expect(await send(mail({ text: 'Your order number is R-10012.' }))).toMatchObject({ status: 200, matched: false });
  });

  it.each([
    ["someone else's order", (id: string) => mail({ from: 'eve@example.test', text: id })],
    ['an order nobody knows', () => mail({ text: '11111111-1111-4111-8111-111111111111' })],
    ['nothing', () => mail({ text: 'Hello?' })],
    ['an order, but only in a reply to our own mail', (id: string) => mail({ subject: 'Re: Your slot', text: id })],
  ])('that names %s proves nothing', async (_, write) => {
    const orderId = await attempted();
    expect(await send(write(orderId))).toMatchObject({ status: 200, success: true, matched: false });
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it('is refused unless it is signed, whatever it says', async () => {
    const orderId = await attempted();
    expect(await send(mail({ text: orderId }), { secret: 'guess' })).toMatchObject({ status: 401 });
    expect(await send({ nonsense: true }, { secret: 'guess' })).toMatchObject({
      status: 401,
      code: 'signature-invalid',
    });
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it.each([{ text: 7 }, { from: undefined }, { surprise: 'x' }, { receivedAt: undefined }])(
    'that is malformed (%o) is refused once its signature is known',
    async (changes) => {
      expect(await send(mail(changes))).toMatchObject({ status: 400 });
    },
  );
});
