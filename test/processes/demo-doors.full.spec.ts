import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { SEED_PRODUCTS } from '../../backend/src/server/demo-catalogue.js';
import { storyOf } from '../../backend/src/server/demo-stories.js';
import { type Api, expectOk } from '../support/api.js';
import { allEvents, eventually } from '../support/drops.js';
import { ServerProcess } from '../support/server-process.js';
import { signIn } from '../support/shopper.js';

const BY = ['ucp', 'acp', 'own'] as const;
type By = (typeof BY)[number];
const soldBy = (by: By) => {
  const found = SEED_PRODUCTS.find(({ drop, protocol = 'ucp' }) => protocol === by && drop.role !== 'soon');
  if (!found) throw new Error(`nothing is sold by ${by}`);
  return found;
};
const wanted = BY.map(soldBy);
/** with shipping and tax */
function expectedTotal(by: By) {
  const retail = storyOf(soldBy(by).productImage).retailPrice?.amount ?? 0;
  return { amount: (retail + 900 + Math.round(retail * 0.08)) / 100, currency: 'usd' };
}

describe('what the demo seeds, seen by its shopper', () => {
  let server: ServerProcess;
  let shopper: Api;
  beforeAll(async () => {
    server = await ServerProcess.start({ SEED: 'demo' });
    const [, email = '', password = ''] = /(shopper@\S+)\s+(\S+)/.exec(server.output) ?? [];
    shopper = await signIn(server.anyone, email, password);
  });
  afterAll(() => server.remove());

  it('is bought by each way once its release starts, also after a restart, and the fee is charged', async () => {
    const [profile] = await expectOk(shopper.get<{ profileId: string }[]>('/api/user/profiles'));
    for (const { productId, styles } of wanted) {
      const input = { productId, size: 'm', style: styles[0], profileId: profile?.profileId };
      await expectOk(shopper.post('/api/checkout/withprofile', input));
    }

    await server.stop();
    await server.again();

    const admin = await server.admin();
    for (const { productId } of wanted) {
      await expectOk(admin.post<AdminProduct>(`/api/admin/products/${productId}/release`));
    }
    const orders = await eventually('three purchases and their fees', 60_000, async () => {
      const found = await expectOk(shopper.get<Order[]>('/api/user/orders'));
      return found.filter(({ status, charged }) => status === 'success' && charged > 0).length === 3
        ? found
        : undefined;
    });
    const totals = wanted.map((one) => orders.find(({ productId }) => productId === one.productId)?.retailTotal);
    expect(totals).toEqual([expectedTotal('ucp'), expectedTotal('acp'), null]);
    const types = (await allEvents(admin)).map(({ type }) => type);
    expect(types.filter((type) => type === 'PaymentTokenMade')).toHaveLength(2);
    expect(types.filter((type) => type === 'RetailerDiscovered')).toHaveLength(2);
  });
});
