import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, product } from '../products/product.js';
import { CreatePromo, promo, RedeemPromo } from './promo.js';
import { ReturnRedemptions } from './return-redemption.worker.js';

const ID = 'box-hoodie';

describe('the worker that gives redemptions back', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  beforeAll(async () => {
    server = await startCatalogue();
    const data = { ...facts, totalStock: 100, styles: ['One Style'], releaseAt: server.now() + 3_600_000 };
    await server.commands.execute(product, new CreateProduct(ID, data, server.metadata()));
  });
  afterAll(() => server?.stop());

  const work = (code: string, orderId: string) =>
    server.app
      .get(ReturnRedemptions)
      .work({ kind: 'release-promo', id: `${code}:${orderId}`, dueAt: 0, attempt: 0, cause: 'e-1' });
  const holds = async (code: string, orderId: string) =>
    (await server.commands.state(promo, code)).redeemed.has(orderId);

  async function aRedemption(productId = ID) {
    count += 1;
    const [code, orderId] = [`CODE-${count}`, `order-${count}`];
    const made = { percent: 10, startsAt: null, endsAt: null, limit: 1, limitPerAccount: null };
    await server.commands.execute(promo, new CreatePromo(code, made, server.metadata()));
    await server.commands.execute(
      promo,
      new RedeemPromo(code, { orderId, productId, accountId: null, person: orderId }, server.metadata()),
    );
    return { code, orderId, promo: { code, percent: 10 } };
  }

  it('gives one back whose slot never came, and keeps the slot from coming later', async () => {
    const { code, orderId, promo: used } = await aRedemption();
    expect(await work(code, orderId)).toBe(await server.platform.log.head());
    expect(await holds(code, orderId)).toBe(false);
    const late = server.reserve(ID, count, { orderId, promo: used });
    await expect(late).rejects.toMatchObject({ code: 'reservation-expired' });
  });

  it('does so once, however often it is asked', async () => {
    const { code, orderId } = await aRedemption();
    await work(code, orderId);
    const head = await server.platform.log.head();
    await work(code, orderId);
    expect(await server.platform.log.head()).toBe(head);
  });

  it('leaves that of a held slot alone', async () => {
    const { code, orderId, promo: used } = await aRedemption();
    await server.reserve(ID, count, { orderId, promo: used });
    await expect(work(code, orderId)).rejects.toThrow(orderId);
    expect(await holds(code, orderId)).toBe(true);
  });

  it('gives one back whose slot was given back', async () => {
    const { code, orderId, promo: used } = await aRedemption();
    await server.reserve(ID, count, { orderId, promo: used });
    await server.giveBack(ID, orderId);
    await work(code, orderId);
    expect(await holds(code, orderId)).toBe(false);
  });

  it('gives one back that was made for a product that does not exist', async () => {
    const { code, orderId } = await aRedemption('nothing');
    await work(code, orderId);
    expect(await holds(code, orderId)).toBe(false);
  });
});
