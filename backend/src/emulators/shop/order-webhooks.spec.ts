import { createHash, createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { SHOP_KEY, SHOP_NOW, ShopDoors } from '@supreme-access/test/fixtures/shop-doors.js';

const shopKey = createPublicKey({ key: SHOP_KEY.public as JsonWebKey, format: 'jwk' });
const isSigned = (text: string, signature: Buffer) =>
  verify('sha256', Buffer.from(text), { key: shopKey, dsaEncoding: 'ieee-p1363' }, signature);

let shop: ShopDoors;
beforeEach(() => {
  shop = new ShopDoors();
});

const posting = async (count = 1) => {
  const all = await shop.postings.until(({ length }) => length >= count && [...shop.postings]);
  const { url, headers, body } = all[count - 1] ?? { url: '', headers: {} as Record<string, string>, body: '' };
  return { url, headers, body, order: JSON.parse(body) };
};

describe('an order webhook', () => {
  it('over UCP 2026-04-08 is signed by RFC 9421 over its target, its body and who sends it', async () => {
    await shop.sell('ucp', '2026-04-08');
    const { url, headers, body, order } = await posting();
    expect(url).toBe('https://platform.test/api/webhooks/retailers/shop-1');
    expect(order).toMatchObject({ id: 'SBX-000001', event_id: 'evt_SBX-000001', ucp: { version: '2026-04-08' } });
    expect(headers['ucp-agent']).toBe('profile="http://shop.test/ucp/.well-known/ucp"');
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    expect(headers['content-digest']).toBe(digest);
    const input = '("@method" "@authority" "@path" "ucp-agent" "content-digest" "content-type")';
    expect(headers['signature-input']).toBe(`sig1=${input};keyid="${SHOP_KEY.id}"`);
    const base = [
      '"@method": POST',
      '"@authority": platform.test',
      '"@path": /api/webhooks/retailers/shop-1',
      `"ucp-agent": ${headers['ucp-agent']}`,
      `"content-digest": ${digest}`,
      '"content-type": application/json',
      `"@signature-params": ${input};keyid="${SHOP_KEY.id}"`,
    ].join('\n');
    const signature = /^sig1=:(.+):$/.exec(headers.signature ?? '')?.[1] ?? '';
    expect(isSigned(base, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('over UCP 2026-01-11 carries a detached JWT of its body', async () => {
    await shop.sell('ucp', '2026-01-11');
    const { headers, body } = await posting();
    const [head = '', between, signature = ''] = headers['request-signature']?.split('.') ?? [];
    expect(between).toBe('');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toMatchObject({ alg: 'ES256', kid: SHOP_KEY.id });
    expect(isSigned(`${head}.${body}`, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('over ACP is signed with the shared secret and its time', async () => {
    const session = await shop.sell('acp', '2026-04-17');
    const { url, headers, body, order } = await posting();
    expect(url).toBe('https://platform.test/api/webhooks/retailers/shop-2');
    expect(order).toMatchObject({ type: 'order_create', data: { type: 'order', checkout_session_id: session } });
    const seconds = SHOP_NOW / 1_000;
    const mac = createHmac('sha256', 'shared').update(`${seconds}.${body}`).digest('hex');
    expect(headers['merchant-signature']).toBe(`t=${seconds},v1=${mac}`);
  });

  it('that was not taken is sent again after a restart, one that was taken is not', async () => {
    await shop.sell('ucp', '2026-04-08');
    await posting();
    await shop.quiet();
    shop.webhookUp = false;
    await shop.sell('ucp', '2026-04-08', 'k2');
    await posting(2);
    shop.webhookUp = true;
    shop.restart();
    shop.webhooks.tell();
    expect((await posting(3)).order.id).toBe('SBX-000002');
    await shop.quiet();
    expect(shop.till.shop.undelivered.size).toBe(0);
    expect(shop.postings).toHaveLength(3);
  });

  it('holds no sale: a receiver that hangs is not waited for', async () => {
    shop.hang = true;
    await shop.sell('ucp', '2026-04-08');
    expect(shop.sales).toHaveLength(1);
  });
});
