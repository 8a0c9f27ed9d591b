import { createHmac } from 'node:crypto';
import { PaymentsBench } from '@supreme-access/test/fixtures/fees.js';
import { contentOf, mailOf, ticket } from '@supreme-access/test/fixtures/mail-templates.js';
import { CARDS } from '@supreme-access/test/fixtures/test-cards.js';

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
  return {
    status: response.status,
    ...((await response.json()) as { matched?: boolean; outcome?: string; code?: string }),
  };
}

const attempted = async () => {
  const orderId = await bench.order(CARDS.pays, {}, false);
  await bench.due();
  return orderId;
};

/** What we write once a slot is held. */
const slotSecured = (orderId: string) => mailOf(contentOf('slot-confirmed', { ticket: { ...ticket, orderId } }));
/** As a mail program quotes it: marked, and wrapped at another width. */
const quoted = ({ text }: { text: string }) =>
  text.replace(/^Supreme Access \/.*\n/, '').replace(/(.{1,50})( |\n|$)/g, '> $1\n');

const authentication = {
  spf: { result: 'none', domain: '' },
  dkim: { result: 'pass', domain: 'example.test' },
  dmarc: { result: 'pass', domain: 'example.test' },
};
const HINT = { status: 200, success: true, matched: true, outcome: 'hint' };
const NONE = { status: 200, success: true, matched: false, outcome: 'none' };
const proofsOf = async (orderId: string) => Object.values((await bench.state(orderId)).proofs);

describe('a forwarded mail', () => {
  it.each(['hex', 'base64url'] as const)('(signature in %s) is a hint for the order it names', async (encoding) => {
    const orderId = await attempted();
    expect(await send(mail({ text: `Thank you! Reference: ${orderId}:1.`, authentication }), { encoding })).toEqual(
      HINT,
    );
    expect(await proofsOf(orderId)).toMatchObject([
      {
        reference: `${orderId}:1`,
        lookUp: `${orderId}:1`,
        isAuthenticated: true,
        why: 'It contains no message signed by the retailer.',
      },
    ]);
  });

  it('never charges by itself, whatever it says and however often it comes', async () => {
    const orderId = await attempted();
    const bodies = [
      mail({ subject: `Fwd: order ${orderId.toUpperCase()}:1 confirmed`, authentication }),
      mail({
        subject: 'Fwd: CANCELLED',
        text: `Your order was CANCELLED, you were NOT charged. Reference ${orderId}:1`,
      }),
      mail({ subject: 'Fwd: SUP-2030-0042', text: `We could not process it. ${orderId}:1`, authentication }),
    ];
    for (const body of [...bodies, ...bodies]) expect(await send(body)).toEqual(HINT);
    await bench.work();
    expect(await bench.types(orderId)).toEqual([
      'OrderPlaced',
      'CheckoutStarted',
      'ProofReceived',
      'ProofReceived',
      'ProofReceived',
    ]);
  });

  it('of HTML alone is read, and so is the whole message', async () => {
    const orderId = await attempted();
    const raw = Buffer.from(`From: x@y.test\r\nSubject: x\r\n\r\nReference ${orderId}:1\r\n`).toString('base64');
    expect(await send(mail({ text: undefined, html: `<p>Reference: <b>${orderId}</b>&#58;1</p>` }))).toEqual(HINT);
    expect(await send(mail({ text: undefined, raw }))).toEqual(HINT);
    expect(await proofsOf(orderId)).toHaveLength(2);
  });

  it("is no news of an order that the log holds as bought, by the retailer's number neither", async () => {
    const orderId = await bench.order(CARDS.pays);
    await bench.due();
    for (const text of [`${orderId}:1`, 'Your order number is #R-1001.'])
      expect(await send(mail({ text }))).toEqual(HINT);
    expect(await send(mail({ text: 'Your order number is R-10012.' }))).toEqual(NONE);
    expect(await proofsOf(orderId)).toEqual([]);
  });

  it('proves nothing of an attempt that the log holds as refused', async () => {
    const orderId = await attempted();
    await bench.refuse(orderId);
    expect(await send(mail({ text: `${orderId}:1`, authentication }))).toEqual(HINT);
    await bench.work();
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it('that is a reply is a hint at most', async () => {
    const orderId = await attempted();
    expect(await send(mail({ subject: 'Yanıt: Slot', text: `${orderId}:1` }))).toEqual(HINT);
    expect((await bench.state(orderId)).bought).toBeNull();
  });

  it.each([
    ["someone else's order", (id: string) => mail({ from: 'eve@example.test', text: `${id}:1` })],
    ['an order, but two senders', (id: string) => mail({ from: 'ada@example.test, eve@evil.test', text: `${id}:1` })],
    [
      'an order, its owner in the name alone',
      (id: string) => mail({ from: '"ada@example.test" <e@evil.test>', text: `${id}:1` }),
    ],
    ['an order nobody knows', () => mail({ text: '11111111-1111-4111-8111-111111111111:1' })],
    ['an order, but no attempt at it', (id: string) => mail({ text: `Your order ${id} is confirmed.` })],
    ['an attempt that was never made', (id: string) => mail({ text: `${id}:2` })],
    ['nothing', () => mail({ text: 'Hello?' })],
    ['nothing, and ends with an empty line', () => mail({ text: 'Hello?\n' })],
    ['an order, but quotes a letter of ours', (id: string) => mail({ text: `${quoted(slotSecured(id))}\n${id}:1` })],
  ])('that names %s is of no order', async (_, write) => {
    const orderId = await attempted();
    expect(await send(write(orderId))).toEqual(NONE);
    expect(await proofsOf(orderId)).toEqual([]);
  });

  it('that is our own, forwarded, is of no order and charges nobody', async () => {
    const orderId = await attempted();
    const { subject, text } = slotSecured(orderId);
    const body = mail({ subject: `Fwd: ${subject}`, text: `---------- Forwarded message ---------\n\n${text}` });
    expect(await send(body)).toEqual(NONE);
    await bench.work();
    expect(await bench.types(orderId)).not.toContain('FeeCharged');
  });

  it.each([{ spf: 'fail' }, { spf: 'pass', dkim: 'Fail' }, { dmarc: { result: 'fail', domain: 'example.test' } }])(
    'whose sender is forged (%o) is refused',
    async (forged) => {
      const orderId = await attempted();
      const body = mail({ text: `${orderId}:1`, authentication: forged });
      expect(await send(body)).toMatchObject({ status: 403, code: 'sender-forged' });
      expect(await proofsOf(orderId)).toEqual([]);
    },
  );

  it.each([{ spf: 'pass', dkim: 'pass' }, { dkim: { result: 'pass', domain: 'evil.test' } }, {}, null])(
    'whose sender nobody vouches for (%o) is a hint that says so',
    async (unproven) => {
      const orderId = await attempted();
      expect(await send(mail({ text: `${orderId}:1`, authentication: unproven }))).toEqual(HINT);
      expect(await proofsOf(orderId)).toMatchObject([{ isAuthenticated: false }]);
    },
  );

  it('names its order at once: what comes after 65,536 characters is not read', async () => {
    const orderId = await attempted();
    expect(await send(mail({ text: `${'x '.repeat(32_768)}${orderId}:1` }))).toEqual(NONE);
    expect(await send(mail({ text: `${'x '.repeat(32_000)}${orderId}:1` }))).toEqual(HINT);
  });

  it('may have more bytes than other bodies', async () => {
    const raw = Buffer.alloc(700_000, 'x ').toString('base64');
    expect(await send(mail({ text: 'Hello', html: 'x'.repeat(200_000), raw }))).toEqual(NONE);
    expect(await send(mail({ raw: 'x'.repeat(1_600_000) }))).toMatchObject({ status: 413 });
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
