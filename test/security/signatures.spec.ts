import { createHmac } from 'node:crypto';
import { jest } from '@jest/globals';
import { OrderServer } from '../fixtures/order-server.js';

/** s that a signature is valid */
const GOOD_FOR = 300;
const MAIL = JSON.stringify({ from: 'ada@example.org', subject: 'Fwd: confirmed', text: 'x', receivedAt: 1 });
const EVENT = JSON.stringify({
  id: 'evt_edge',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: 1_900_000_000,
  livemode: false,
  data: { object: { id: 'pi_edge', object: 'payment_intent', amount: 2_500, currency: 'usd', metadata: {} } },
});
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);

interface Sent {
  path: string;
  body: string;
  headers: Record<string, string>;
}

describe('a signed request', () => {
  let app: OrderServer;
  /** s UTC; a stopped clock makes a second exact */
  let now: number;
  let secrets: { mail: string; stripe: string };
  beforeAll(async () => {
    app = await OrderServer.start();
    await app.server.platform.jobRunner.stop(2_000);
    const { platform, partners } = app.server;
    secrets = { mail: platform.secrets.get('inbound-mail'), stripe: partners.stripe.webhookSecret };
  });
  beforeEach(() => {
    now = Math.floor(Date.now() / 1_000);
    jest.spyOn(Date, 'now').mockReturnValue(now * 1_000);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app?.stop());

  const mail = (headers: Sent['headers'], body = MAIL): Sent => ({ path: '/api/inbound/email', body, headers });
  const event = (header: string, body = EVENT): Sent => {
    return { path: '/api/webhooks/stripe', body, headers: { 'stripe-signature': header } };
  };
  const timed = (time: number, { body = MAIL, secret = secrets.mail, digest = 'hex' as 'hex' | 'base64url' } = {}) => {
    return mail(
      { 'x-signature-time': String(time), 'x-signature': hmac(secret, `${time}.${body}`).digest(digest) },
      body,
    );
  };
  /** https://docs.stripe.com/webhooks#verify-manually */
  const byStripe = (time: number, { body = EVENT, secret = secrets.stripe, scheme = 'v1' } = {}) =>
    event(`t=${time},${scheme}=${hmac(secret, `${time}.${body}`).digest('hex')}`, body);
  /** The answer's status, and whether an event was recorded. */
  async function send({ path, body, headers }: Sent | (Omit<Sent, 'headers'> & { headers: [string, string][] })) {
    const { log } = app.server.platform;
    const before = await log.head();
    const list = Array.isArray(headers) ? headers : Object.entries(headers);
    const all: [string, string][] = [['content-type', 'application/json'], ...list];
    const { status } = await fetch(app.url + path, { method: 'POST', body, headers: all });
    return [status, (await log.head()) === before ? 'nothing' : 'something'];
  }
  const twice = ({ headers, ...sent }: Sent, other: Record<string, string> = headers) => {
    return { ...sent, headers: [...Object.entries(headers), ...Object.entries(other)] };
  };
  const altered = (sent: Sent, name: string, change: (value: string) => string): Sent => {
    return { ...sent, headers: { ...sent.headers, [name]: change(sent.headers[name] ?? '') } };
  };

  it.each<[string, () => Sent]>([
    ['a mail of 299 s ago', () => timed(now - GOOD_FOR + 1)],
    ['a mail of 299 s ahead', () => timed(now + GOOD_FOR - 1)],
    ['a mail in base64url', () => timed(now, { digest: 'base64url' })],
    [
      'a mail with no time, where none is asked for',
      () => mail({ 'x-signature': hmac(secrets.mail, MAIL).digest('hex') }),
    ],
    ['a webhook of 299 s ago', () => byStripe(now - GOOD_FOR + 1)],
    [
      'a webhook signed with an old secret as well',
      () => altered(byStripe(now), 'stripe-signature', (it) => it.replace(',', ',v1=00,')),
    ],
  ])('is accepted: %s', async (_, sent) => {
    expect(await send(sent())).toEqual([200, 'nothing']);
  });

  it.each<[string, () => Parameters<typeof send>[0]]>([
    ['of 301 s ago', () => timed(now - GOOD_FOR - 1)],
    ['of 301 s ahead', () => timed(now + GOOD_FOR + 1)],
    [
      'whose time was not the one that was signed',
      () => altered(timed(now - 1), 'x-signature-time', () => String(now)),
    ],
    ['whose time is taken away', () => mail({ 'x-signature': timed(now).headers['x-signature'] ?? '' })],
    [
      'that gets a time',
      () => mail({ 'x-signature-time': String(now), 'x-signature': hmac(secrets.mail, MAIL).digest('hex') }),
    ],
    ['with a time in ms', () => timed(now * 1_000)],
    ['with another body under the same signature', () => ({ ...timed(now), body: MAIL.replace('ada', 'eve') })],
    ['with one blank more', () => ({ ...timed(now), body: `${MAIL} ` })],
    ['with a body that lacks its end', () => ({ ...timed(now), body: MAIL.replace(/,"receivedAt.*/, '}') })],
    ['whose signature lacks its last byte', () => altered(timed(now), 'x-signature', (it) => it.slice(0, -2))],
    ['whose signature has a byte too many', () => altered(timed(now), 'x-signature', (it) => `${it}00`)],
    ['with an empty signature', () => altered(timed(now), 'x-signature', () => '')],
    ['without one', () => mail({})],
    ['with the signature twice', () => twice(timed(now), { 'x-signature': timed(now).headers['x-signature'] ?? '' })],
    ['with two signatures, one of them right', () => twice(timed(now), { 'x-signature': '00'.repeat(32) })],
    ['with two times', () => twice(timed(now - 999), { 'x-signature-time': String(now) })],
    ['signed as Stripe signs', () => mail(byStripe(now, { body: MAIL }).headers)],
    ['signed with Stripe’s secret', () => timed(now, { secret: secrets.stripe })],
    ['signed with another secret of ours', () => timed(now, { secret: app.server.platform.secrets.get('request') })],
  ])('is refused without an event: a mail %s', async (_, sent) => {
    expect(await send(sent())).toEqual([401, 'nothing']);
  });

  it.each<[string, () => Parameters<typeof send>[0]]>([
    ['of 301 s ago', () => byStripe(now - GOOD_FOR - 1)],
    [
      'whose time was not the one that was signed',
      () => altered(byStripe(now - 999), 'stripe-signature', (it) => it.replace(/t=\d+/, `t=${now}`)),
    ],
    [
      'with a second time behind the first',
      () => altered(byStripe(now - 999), 'stripe-signature', (it) => `${it},t=${now}`),
    ],
    ['with another body under the same signature', () => ({ ...byStripe(now), body: EVENT.replace('2500', '9900') })],
    ['with a body that is cut off', () => ({ ...byStripe(now), body: EVENT.slice(0, -1) })],
    ['whose signature lacks its last byte', () => altered(byStripe(now), 'stripe-signature', (it) => it.slice(0, -2))],
    ['signed by a scheme we do not know', () => byStripe(now, { scheme: 'v0' })],
    ['with an empty signature', () => event(`t=${now},v1=`)],
    ['without one', () => ({ ...byStripe(now), headers: {} })],
    [
      'with an old header and a new time beside it',
      () => twice(byStripe(now - 999), { 'stripe-signature': `t=${now}` }),
    ],
    ['signed as mails are', () => event(hmac(secrets.stripe, EVENT).digest('hex'))],
    ['signed with the secret of mails', () => byStripe(now, { secret: secrets.mail })],
  ])('is refused without an event: a webhook %s', async (_, sent) => {
    expect(await send(sent())).toEqual([400, 'nothing']);
  });

  it("of a shop is held to its raw body, its key and its time, and changes nothing of orders that are not the shop's", async () => {
    const shop = { name: 'Shop', protocol: 'acp', baseUrl: 'https://shop.example', sellerProfile: 'profile_1' };
    const proven = { ...shop, key: 'key-of-the-shop', password: app.adminPassword };
    const { id } = await app.ok(await app.post('/api/admin/retailers', proven));
    const body = '{"type":"order_update", "data":{"id":"N-1","checkout_session_id":"cs_1"}}';
    const signedWebhook = (time: number, { secret = 'key-of-the-shop', signed = body } = {}): Sent => {
      const v1 = hmac(secret, `${time}.${signed}`).digest('hex');
      const path = `/api/webhooks/retailers/${id}`;
      return { path, body, headers: { 'merchant-signature': `t=${time},v1=${v1}` } };
    };
    const refused = [401, 'nothing'];
    expect(await send(signedWebhook(now))).toEqual([200, 'nothing']);
    expect(await send(signedWebhook(now, { secret: 'another' }))).toEqual(refused);
    expect(await send(signedWebhook(now, { signed: JSON.stringify(JSON.parse(body)) }))).toEqual(refused);
    expect(await send(signedWebhook(now - GOOD_FOR - 1))).toEqual(refused);
    expect(await send({ ...signedWebhook(now), path: '/api/webhooks/retailers/standard' })).toEqual([404, 'nothing']);
  });
});
