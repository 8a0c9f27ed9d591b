import type { TestStep } from '@supreme-access/contract/shapes/retailers.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';

const NAME = 'Sandbox';
const ITEM = { size: 'm', style: 'Ink', itemId: 'tried/m/Ink' };
const WHOLE = ['discovery', 'catalogue', 'prepare', 'token', 'complete', 'look-up', 'revoke'];

describe('a test purchase', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const proven = (body: object) => ({ ...body, password: server.adminPassword });
  async function shop(protocol: string, retailPrice = { amount: 168, currency: 'usd' }) {
    const body = proven({ name: NAME, protocol, baseUrl: 'sandbox', sellerProfile: 'profile_test_sandbox' });
    const { id } = await server.done('/api/admin/retailers', body);
    await server.settle();
    const bought = { retailerId: id, retailPrice, retailerItems: [ITEM], retailerProductId: 'tried' };
    return { id, productId: await server.drop(bought), path: `/api/admin/retailers/${id}/test` };
  }
  const run = async (path: string, productId: string): Promise<TestStep[]> =>
    (await server.done(path, proven({ productId }))).steps;
  async function tokens(): Promise<unknown[]> {
    const { apiUrl, key } = server.server.partners.stripe;
    const answer = await fetch(`${apiUrl}/emulator/ledger`, { headers: { authorization: `Bearer ${key}` } });
    return (await answer.json()).tokens;
  }

  it.each(['ucp', 'acp'])('over %s goes through every step, pays, and makes no order', async (protocol) => {
    const { path, productId } = await shop(protocol);
    const before = await server.server.platform.log.head();
    const steps = await run(path, productId);
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual(WHOLE.map((name) => [name, true]));
    expect(steps.find(({ name }) => name === 'revoke')?.says).toMatch(/^Used up: \$\d+\.\d\d captured\.$/);
    expect(JSON.stringify(steps)).not.toContain('spt_');
    const types: string[] = [];
    for await (const { type } of server.server.platform.log.readAll({ after: before })) types.push(type);
    expect(types.filter((type) => !['SessionUsed', 'RetailerDiscovered'].includes(type))).toEqual([]);
  });

  it('above the limit ends before any token, and closes what it opened', async () => {
    const { path, productId } = await shop('ucp', { amount: 1, currency: 'usd' });
    const before = (await tokens()).length;
    const steps = await run(path, productId);
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['discovery', true],
      ['catalogue', true],
      ['prepare', false],
      ['close', true],
    ]);
    expect(await tokens()).toHaveLength(before);
  });

  it('of our own protocol stops at the cart, since the retailer takes a card', async () => {
    const { path, productId } = await shop('own');
    const names = (await run(path, productId)).map(({ name }) => name);
    expect(names).toEqual(['discovery', 'catalogue', 'prepare', 'close']);
  });

  it('asks for the password, a product of that retailer, and no live key', async () => {
    const { path, productId } = await shop('ucp');
    expect(await server.post(path, { productId })).toMatchObject({ status: 403, code: 'password-required' });
    const other = await server.drop();
    expect(await server.post(path, proven({ productId: other }))).toMatchObject({ code: 'product-elsewhere' });
    expect(await server.post(path, proven({ productId: 'nothing' }))).toMatchObject({ status: 404 });
    const gateway: { livemode: boolean } = server.server.app.get(StripeGateway);
    gateway.livemode = true;
    try {
      expect(await server.post(path, proven({ productId }))).toMatchObject({ status: 409, code: 'live-key' });
    } finally {
      gateway.livemode = false;
    }
  });
});
