import { createHmac } from 'node:crypto';
import { PaymentsBench } from '../fees/fees.fixture.js';
import { CARDS } from '../fees/test-cards.fixture.js';
import { sha256 } from '../platform/ids.js';
import { contentOf, renderMail, ticket } from '../start/letters.fixture.js';

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
interface Signing {
  encoding?: Encoding;
  secret?: string;
  /** s UTC */
  time?: number;
}
async function send(body: object, { encoding = 'hex', secret, time }: Signing = {}) {
  const raw = JSON.stringify(body);
  const signature = createHmac('sha256', secret ?? bench.secret('inbound-mail'))
    .update(time === undefined ? raw : `${time}.${raw}`)
    .digest(encoding);
  const timed: Record<string, string> = time === undefined ? {} : { 'x-signature-time': String(time) };
  const headers = { 'content-type': 'application/json', 'x-signature': signature, ...timed };
  const response = await fetch(`${bench.url}/api/inbound/email`, { method: 'POST', body: raw, headers });
  return { status: response.status, ...((await response.json()) as { matched?: boolean; code?: string }) };
}

const attempted = async () => {
  const orderId = await bench.order(CARDS.pays, {}, false);
  await bench.due();
  return orderId;
};

/** What we write once a slot is held. */
const slotSecured = (orderId: string) => renderMail(contentOf('slot-confirmed', { ticket: { ...ticket, orderId } }));
/** As a mail program quotes it: marked, and wrapped at another width. */
const quoted = ({ text }: { text: string }) =>
  text.replace(/^Supreme Access \/.*\n/, '').replace(/(.{1,50})( |\n|$)/g, '> $1\n');

describe('a forwarded confirmation', () => {
  it.each(['hex', 'base64url'] as const)('(signature in %s) is evidence for the order it names', async (encoding) => {
    const orderId = await attempted();
    const text = `Thank you! Reference: ${orderId}:1.`;
    expect(await send(mail({ text }), { encoding })).toMatchObject({ status: 200, matched: true });
    expect((await bench.state(orderId)).bought?.evidence).toEqual({
      kind: 'reviewed',
      reference: `${orderId}:1`,
      sha256: sha256(text),
    });
  });

  it('leads to the charge of the fee, once', async () => {
    const orderId = await attempted();
    const body = mail({ subject: `Fwd: order ${orderId.toUpperCase()}:1 confirmed` });
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
    ["someone else's order", (id: string) => mail({ from: 'eve@example.test', text: `${id}:1` })],
    ['an order nobody knows', () => mail({ text: '11111111-1111-4111-8111-111111111111:1' })],
    ['an order, but no attempt at it', (id: string) => mail({ text: `Your order ${id} is confirmed.` })],
    ['an attempt that was never made', (id: string) => mail({ text: `${id}:2` })],
    ['nothing', () => mail({ text: 'Hello?' })],
    ['nothing, and ends with an empty line', () => mail({ text: 'Hello?\n' })],
    ['an order, but only in a reply to our own mail', (id: string) => mail({ subject: 'Re: Slot', text: `${id}:1` })],
    ['an order, but quotes a letter of ours', (id: string) => mail({ text: `${quoted(slotSecured(id))}\n${id}:1` })],
  ])('that names %s proves nothing', async (_, write) => {
    const orderId = await attempted();
    expect(await send(write(orderId))).toMatchObject({ status: 200, success: true, matched: false });
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it('that is our own, forwarded, proves nothing and charges nobody', async () => {
    const orderId = await attempted();
    const { subject, text } = slotSecured(orderId);
    const body = mail({ subject: `Fwd: ${subject}`, text: `---------- Forwarded message ---------\n\n${text}` });
    expect(await send(body)).toMatchObject({ status: 200, matched: false });
    await bench.work();
    expect(await bench.types(orderId)).not.toContain('FeeCharged');
  });

  it.each([{ spf: 'fail' }, { spf: 'pass', dkim: 'Fail' }])(
    'whose sender is forged (%o) is refused',
    async (authentication) => {
      const orderId = await attempted();
      const body = mail({ text: `${orderId}:1`, authentication });
      expect(await send(body)).toMatchObject({ status: 403, code: 'sender-forged' });
      expect((await bench.state(orderId)).bought).toBeNull();
    },
  );

  it.each([{ spf: 'pass', dkim: 'none' }, {}, null])(
    'whose sender is not known to be forged (%o) counts',
    async (authentication) => {
      const orderId = await attempted();
      expect(await send(mail({ text: `${orderId}:1`, authentication }))).toMatchObject({ status: 200, matched: true });
    },
  );

  it('names its order at once: what comes after 65,536 characters is not read', async () => {
    const orderId = await attempted();
    expect(await send(mail({ text: `${'x '.repeat(32_768)}${orderId}:1` }))).toMatchObject({ matched: false });
    expect(await send(mail({ text: `${'x '.repeat(32_000)}${orderId}:1` }))).toMatchObject({ matched: true });
  });

  it('counts once: the same body again is answered as before, and proves nothing new', async () => {
    const orderId = '6b6e1a1e-3a53-4c5e-9f5e-3f1c2d4b5a60';
    const early = mail({ text: `${orderId}:1` });
    expect(await send(early)).toMatchObject({ status: 200, matched: false });
    await bench.order(CARDS.pays, { orderId }, false);
    await bench.due();
    expect(await send(early)).toMatchObject({ status: 200, matched: false });
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it.each([
    [-301, 401],
    [-299, 200],
    [299, 200],
    [301, 401],
  ])('signed with a time of %d s from now is answered %d', async (off, status) => {
    const time = Math.floor(bench.now / 1_000) + off;
    expect(await send(mail({ text: `at ${off}` }), { time })).toMatchObject({ status });
  });

  it('is refused when the time is not the one that was signed', async () => {
    const time = Math.floor(bench.now / 1_000);
    const raw = JSON.stringify(mail({}));
    const signature = createHmac('sha256', bench.secret('inbound-mail')).update(`${time}.${raw}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-signature-time': `${time + 1}` };
    const { status } = await fetch(`${bench.url}/api/inbound/email`, { method: 'POST', body: raw, headers });
    expect(status).toBe(401);
  });

  describe('where INBOUND_STRICT is on', () => {
    const time = () => Math.floor(bench.now / 1_000);
    const proven = { authentication: { spf: 'pass', dkim: 'none' } };
    beforeAll(() => bench.configure({ inboundStrict: true }));
    afterAll(() => bench.configure({ inboundStrict: false }));

    it('needs a time in its signature', async () => {
      expect(await send(mail({ ...proven, text: 'strict' }))).toMatchObject({ status: 401, code: 'signature-invalid' });
      expect(await send(mail({ ...proven, text: 'strict' }), { time: time() })).toMatchObject({ status: 200 });
    });

    it.each([undefined, null, {}, { spf: 'pass' }, { spf: 'none', dkim: 'softfail' }])(
      'needs what SPF and DKIM said, and one that passed: not %o',
      async (authentication) => {
        const answer = await send(mail({ authentication }), { time: time() });
        expect(answer).toMatchObject({ status: 403, code: 'sender-unproven' });
      },
    );
  });

  it('is refused unless it is signed, whatever it says', async () => {
    const orderId = await attempted();
    expect(await send(mail({ text: `${orderId}:1` }), { secret: 'guess' })).toMatchObject({ status: 401 });
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
