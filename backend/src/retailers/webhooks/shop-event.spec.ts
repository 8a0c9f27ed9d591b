import { createHmac } from 'node:crypto';
import { SHOP_KEY, SHOP_NOW, ShopDoors } from '@supreme-access/test/fixtures/shop-doors.js';
import type { JWK } from 'jose';
import type { Posting } from '../../emulators/shop/order-webhooks.js';
import { acpEvent, type ReceivedWebhook, ucpEvent } from './shop-event.js';

const KEYS = [SHOP_KEY.public as JWK];

/** What the sandbox posts of a sale. */
async function posted(door: 'ucp' | 'acp', version: string): Promise<{ webhook: ReceivedWebhook; session: string }> {
  const shop = new ShopDoors();
  const session = await shop.sell(door, version);
  const posting = await shop.postings.until(([first]) => first);
  return { webhook: webhookOf(posting), session };
}
const webhookOf = ({ url, headers, body }: Posting): ReceivedWebhook => ({ url, headers, body: Buffer.from(body) });
const changed = (webhook: ReceivedWebhook): ReceivedWebhook => ({
  ...webhook,
  body: Buffer.from(`${webhook.body.toString()} `),
});

describe.each(['2026-01-11', '2026-04-08'])('an order event over UCP %s', (version) => {
  it("is read when one of the shop's keys signed its raw body", async () => {
    const { webhook, session } = await posted('ucp', version);
    const event = await ucpEvent(webhook, KEYS);
    expect(event).toEqual({ session, eventId: expect.stringMatching(/^evt_/) });
  });

  it('stays the same event, whatever stands beside what is signed', async () => {
    const { webhook, session } = await posted('ucp', version);
    const again = { ...webhook, headers: { ...webhook.headers, 'webhook-id': 'evt_forged' } };
    expect(await ucpEvent(again, KEYS)).toEqual(await ucpEvent(webhook, KEYS));
    expect((await ucpEvent(again, KEYS))?.session).toBe(session);
  });

  it('is refused with another body, key, address or no signature', async () => {
    const { webhook } = await posted('ucp', version);
    expect(await ucpEvent(changed(webhook), KEYS)).toBeUndefined();
    expect(await ucpEvent(webhook, [])).toBeUndefined();
    expect(await ucpEvent({ ...webhook, headers: {} }, KEYS)).toBeUndefined();
    if (version === '2026-04-08') expect(await ucpEvent({ ...webhook, url: `${webhook.url}/x` }, KEYS)).toBeUndefined();
  });
});

describe.each(['2026-01-30', '2026-04-17'])('an order event over ACP %s', (version) => {
  it('is read when the shared secret signed time and raw body', async () => {
    const { webhook, session } = await posted('acp', version);
    expect(acpEvent(webhook, 'shared', SHOP_NOW)).toEqual({ session, eventId: expect.any(String) });
    expect(acpEvent(webhook, 'shared', SHOP_NOW)).toEqual(acpEvent(webhook, 'shared', SHOP_NOW + 1_000));
  });

  it('is refused with another body or secret, too late, or without a signature', async () => {
    const { webhook } = await posted('acp', version);
    expect(acpEvent(changed(webhook), 'shared', SHOP_NOW)).toBeUndefined();
    expect(acpEvent(webhook, 'other', SHOP_NOW)).toBeUndefined();
    expect(acpEvent(webhook, 'shared', SHOP_NOW + 301_000)).toBeUndefined();
    expect(acpEvent({ ...webhook, headers: {} }, 'shared', SHOP_NOW)).toBeUndefined();
  });
});

/** Signed by the shared secret, as a shop of ACP does. */
function signedOrder(order: object): ReceivedWebhook {
  const body = JSON.stringify({ type: 'order_update', data: { id: 'N-17', checkout_session_id: 'cs_1', ...order } });
  const v1 = createHmac('sha256', 'shared')
    .update(`${SHOP_NOW / 1_000}.${body}`)
    .digest('hex');
  const headers = { 'merchant-signature': `t=${SHOP_NOW / 1_000},v1=${v1}` };
  return { url: 'https://us.example/api/webhooks/retailers/shop-1', headers, body: Buffer.from(body) };
}
const shippedIn = (parcel: object) =>
  acpEvent(signedOrder({ fulfillments: [{}, parcel] }), 'shared', SHOP_NOW)?.shipped;

it('tells how an order is tracked, and links that a browser may follow alone', () => {
  const parcel = { tracking_number: '1Z-77', carrier: 'UPS', tracking_url: 'https://carrier.example/1Z-77' };
  const tracking = { number: '1Z-77', carrier: 'UPS', url: 'https://carrier.example/1Z-77' };
  expect(shippedIn(parcel)).toEqual({ order: 'N-17', tracking });
  for (const tracking_url of ['http://carrier.example', 'javascript:alert(1)', 'https://ups@evil.example', 7]) {
    expect(shippedIn({ ...parcel, tracking_url })).toEqual({
      order: 'N-17',
      tracking: { number: '1Z-77', carrier: 'UPS' },
    });
  }
  expect(shippedIn({ tracking_number: 'x'.repeat(256) })).toBeUndefined();
  expect(shippedIn({ carrier: 'UPS' })).toBeUndefined();
});
