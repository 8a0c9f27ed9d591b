import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { LIMIT, PAYMENT, SESSION } from '@supreme-access/test/fixtures/order-tokens.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, type ProductFacts, product, StartRelease } from '../catalogue/products/product.js';
import { Reads } from '../projections/reads.js';
import { order } from './order.js';
import { RecordCheckout, StartCheckout } from './order-checkout.js';
import { PrepareCheckout, RecordPaymentToken } from './order-tokens.js';
import { Orders } from './orders.js';
import { Stories } from './story.js';

const HOUR = 3_600_000;

describe('the story of an order', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  async function aProduct(changes: Partial<ProductFacts> = {}): Promise<string> {
    count += 1;
    const id = `drop-${count}`;
    const data = {
      ...facts,
      totalStock: 1_000,
      styles: ['One Style'],
      releaseAt: server.now() + 100 * HOUR,
      ...changes,
    };
    await server.commands.execute(product, new CreateProduct(id, data, server.metadata()));
    return id;
  }
  const reserve = (id: string, n: number) => server.reserve(id, n, { orderId: `${id}-${n}` });
  async function place(orderId: string): Promise<void> {
    await server.settled();
    await server.app.get(Orders).place(orderId, server.metadata());
  }
  const storyOf = async (orderId: string, reader?: 'staff') => {
    await server.settled();
    const stories = new Stories(server.platform.log, {}, server.app.get(Reads));
    return stories.of(await server.app.get(Orders).find(orderId), reader);
  };
  const typesOf = async (orderId: string) => (await storyOf(orderId)).map(({ type }) => type);

  it('tells the slot, the order, its withdrawal and the slot given back, in the order of the log', async () => {
    const id = await aProduct();
    for (const n of [1, 2, 3]) await reserve(id, n);
    await place(`${id}-2`);
    await server.app.get(Orders).withdraw(`${id}-2`, 'changed my mind', 'holder', server.metadata());
    const story = await storyOf(`${id}-2`);
    expect(story.map(({ type }) => type)).toEqual(['SlotReserved', 'OrderPlaced', 'OrderWithdrawn', 'SlotReleased']);
    const positions = story.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(story[0]).toEqual({
      type: 'SlotReserved',
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      position: expect.any(Number),
      causedBy: 'shopper ada',
      data: {
        orderId: `${id}-2`,
        productId: id,
        productTitle: 'Box Hoodie',
        slotNumber: 2,
        size: 'm',
        style: 'One Style',
        price: 3_500,
        listPrice: 3_500,
        currency: 'usd',
        promo: null,
        fallback: true,
        poBox: false,
        reservedAt: expect.any(Number),
      },
    });
  });

  it('tells the start of the release once the order was attempted', async () => {
    const id = await aProduct();
    await reserve(id, 1);
    await place(`${id}-1`);
    const { state } = await server.commands.execute(product, new StartRelease(id, { by: 'hand' }, server.metadata()));
    const claim = { by: 'spec', leaseUntil: server.now() + HOUR, closesAt: state.closesAt ?? 0 };
    await server.commands.execute(
      order,
      new StartCheckout(`${id}-1`, { ...claim, size: 'm', style: 'One Style' }, server.metadata()),
    );
    const evidence = { kind: 'retailer' as const, reference: 'R-1', sha256: 'proof' };
    const outcome = { reference: `${id}-1:1`, outcome: { kind: 'succeeded' as const, evidence } };
    await server.commands.execute(order, new RecordCheckout(`${id}-1`, outcome, server.metadata()));
    expect(await typesOf(`${id}-1`)).toEqual([
      'SlotReserved',
      'OrderPlaced',
      'ReleaseStarted',
      'CheckoutStarted',
      'CheckoutSucceeded',
    ]);
  });

  it('tells nothing of cards, codes, persons and payers', async () => {
    const id = await aProduct();
    await reserve(id, 1);
    await place(`${id}-1`);
    const text = JSON.stringify(await storyOf(`${id}-1`));
    for (const secret of [
      'card-1',
      'person-1',
      'cus_1',
      'pm_1',
      'account-1',
      'personal',
      'ada@example.com',
      'requestHash',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('tells a shopper nothing of the token that paid, and staff its hash', async () => {
    const id = await aProduct({ retailerId: 'northwind', means: 'token', defaultLimit: LIMIT });
    await reserve(id, 1);
    await place(`${id}-1`);
    const orderId = `${id}-1`;
    const named = { by: 'spec', reference: `${orderId}:1` };
    const claim = { by: 'spec', leaseUntil: server.now() + HOUR, closesAt: server.now() + HOUR };
    const start = { ...claim, size: 'm', style: 'One Style', means: 'token' } as const;
    const payment = { ...PAYMENT, sha256: 'the hash' };
    const outcome = { kind: 'succeeded', evidence: payment, payment } as const;
    for (const command of [
      new StartCheckout(orderId, start, server.metadata()),
      new PrepareCheckout(orderId, { ...named, ...SESSION }, server.metadata()),
      new RecordPaymentToken(orderId, { ...named, tokenRecord: 't', tokenHash: 'the hash' }, server.metadata()),
      new RecordCheckout(orderId, { reference: named.reference, outcome }, server.metadata()),
    ]) {
      await server.commands.execute(order, command);
    }
    const last = (await storyOf(orderId)).at(-1);
    expect(last).toMatchObject({ type: 'CheckoutSucceeded', data: { evidence: { kind: 'card-charge' } } });
    expect(JSON.stringify(await storyOf(orderId))).not.toContain('the hash');
    expect(last?.data).not.toHaveProperty('payment');
    expect((await storyOf(orderId, 'staff')).at(-1)?.data).toMatchObject({ evidence: payment, payment });
  });

  it('of an order that is not placed yet begins with its slot', async () => {
    const id = await aProduct();
    await reserve(id, 1);
    expect(await typesOf(`${id}-1`)).toEqual(['SlotReserved']);
  });
});
