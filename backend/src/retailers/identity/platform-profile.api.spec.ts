import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { isSigned } from '../signatures/message-signatures.js';
import { PlatformKeys } from './platform-keys.js';

describe('our profile', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());
  const profile = (path = '') => server.get(`/.well-known/ucp${path}`, null);

  it('is public, may be cached, and holds the key that our requests are signed with', async () => {
    const { body, headers } = await profile();
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(body.ucp).toMatchObject({
      version: '2026-04-08',
      services: { 'dev.ucp.shopping': [{ transport: 'rest' }] },
      capabilities: { 'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }] },
    });
    const keys = server.server.app.get(PlatformKeys);
    const request = { method: 'GET', url: 'https://shop.example/ucp', headers: {} };
    expect(await isSigned({ ...request, headers: await keys.sign(request) }, body.signing_keys)).toBe(true);
    expect(JSON.stringify(body.signing_keys)).not.toContain('"d"');
  });

  it('has one of each version, and for a retailer the address of its order events', async () => {
    const { body } = await profile('/2026-01-11');
    expect(body).toMatchObject({ ucp: { version: '2026-01-11' }, payment: { handlers: [{ id: 'stripe_spt' }] } });
    const response = await profile('/retailers/shop-1/2026-04-08');
    const [order] = response.body.ucp.capabilities['dev.ucp.shopping.order'];
    expect(order.config.webhook_url).toMatch(/^https?:\/\/.*\/api\/webhooks\/retailers\/shop-1$/);
    expect(await profile('/2027-01-01')).toMatchObject({ status: 404, code: 'not-found' });
  });
});
