import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import { OrderServer } from '@supreme-access/test/fixtures/order-server.js';

const OF_SHOP = ['retailer', 'shop', 'items', 'limits', 'total', 'speed'];
const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('the check of a drop at a shop that tokens pay', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  async function drop(protocol: string, limit: number) {
    const body = { name: 'Sandbox', protocol, baseUrl: 'sandbox', password: server.adminPassword };
    const { id: retailerId } = await server.done('/api/admin/retailers', body);
    await server.settle();
    const retailerItems = [{ size: 'm', style: 'Ink', itemId: `${retailerId}/m/Ink` }];
    const retail = { retailerId, retailPrice: usd(168), retailerItems, retailerProductId: retailerId };
    const productId = await server.drop(retail);
    await server.ok(await server.reserve(await server.shopper(), { productId, limit: usd(limit) }));
    await server.settle();
    return { productId, retailerId };
  }
  async function findings(productId: string): Promise<CheckFinding[]> {
    const { check } = await server.done(`/api/admin/products/${productId}/check`);
    return check.findings.filter((one: CheckFinding) => OF_SHOP.includes(one.check));
  }

  it.each(['ucp', 'acp'])('over %s reads it anew and prepares a checkout, which it closes', async (protocol) => {
    const { productId } = await drop(protocol, 210);
    expect((await findings(productId)).map(({ check, reason }) => [check, reason])).toEqual(
      OF_SHOP.map((check) => [check, null]),
    );
  });

  it('tells that shipping and tax come above a limit', async () => {
    const { productId } = await drop('ucp', 168);
    const ofTotal = (await findings(productId)).find(({ check }) => check === 'total');
    expect(ofTotal).toEqual({ check: 'total', level: 'warn', reason: 'total-above-limits', count: 1 });
  });
});
