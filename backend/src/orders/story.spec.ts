import type { EventLog } from '../platform/log/event-log.js';
import type { Reads } from '../platform/read-models/reads.js';
import { type CatalogueUnderTest, startCatalogue } from '../products/catalogue-server.fixture.js';
import { facts } from '../products/product.fixture.js';
import { CreateProduct, EditProduct, product, StartRelease } from '../products/product.js';
import { order } from './order.js';
import { RecordCheckout, StartCheckout } from './order-checkout.js';
import { Orders } from './orders.js';
import { Stories } from './story.js';

const storiesOf = (log: EventLog, mails: object[] = []) =>
  new Stories(log, {}, { find: async () => mails } as unknown as Reads);

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

  async function aProduct(): Promise<string> {
    count += 1;
    const id = `drop-${count}`;
    const data = { ...facts, totalStock: 1_000, styles: ['One Style'], releaseAt: server.now() + 100 * HOUR };
    await server.commands.execute(product, new CreateProduct(id, data, server.origin()));
    return id;
  }
  const reserve = (id: string, n: number) => server.reserve(id, n, { orderId: `${id}-${n}` });
  async function place(orderId: string): Promise<void> {
    await server.settled();
    await server.app.get(Orders).place(orderId, server.origin());
  }
  const typesOf = async (id: string, n: number, reservedAt?: number) =>
    (await storiesOf(server.platform.log).of(`${id}-${n}`, id, reservedAt)).map(({ type }) => type);

  it('tells the slot, the order, its withdrawal and the slot given back, in the order of the log', async () => {
    const id = await aProduct();
    for (const n of [1, 2, 3]) await reserve(id, n);
    await place(`${id}-2`);
    await server.app.get(Orders).withdraw(`${id}-2`, 'changed my mind', 'holder', server.origin());
    const story = await storiesOf(server.platform.log).of(`${id}-2`, id);
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
    const { state } = await server.commands.execute(product, new StartRelease(id, { by: 'hand' }, server.origin()));
    const claim = { by: 'spec', leaseUntil: server.now() + HOUR, closesAt: state.closesAt ?? 0 };
    await server.commands.execute(
      order,
      new StartCheckout(`${id}-1`, { ...claim, size: 'm', style: 'One Style' }, server.origin()),
    );
    const evidence = { kind: 'retailer' as const, reference: 'R-1', sha256: 'proof' };
    const outcome = { reference: `${id}-1:1`, outcome: { kind: 'succeeded' as const, evidence } };
    await server.commands.execute(order, new RecordCheckout(`${id}-1`, outcome, server.origin()));
    expect(await typesOf(id, 1)).toEqual([
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
    const text = JSON.stringify(await storiesOf(server.platform.log).of(`${id}-1`, id));
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

  it('of an order that is not placed yet begins with its slot', async () => {
    const id = await aProduct();
    const { state } = await reserve(id, 1);
    const reservedAt = state.slots.get(`${id}-1`)?.reservedAt;
    expect(await typesOf(id, 1)).toEqual(['SlotReserved']);
    expect(await typesOf(id, 1, reservedAt)).toEqual(['SlotReserved']);
  });

  it('of an order nobody has placed is empty', async () => {
    expect(await storiesOf(server.platform.log).of('nothing', await aProduct())).toEqual([]);
  });

  it('is found even where the clock was set back between two reservations', async () => {
    const id = await aProduct();
    server.clock.ahead = HOUR;
    for (const n of [1, 2, 3, 4]) await reserve(id, n);
    server.clock.ahead = 0;
    for (const n of [5, 6]) await reserve(id, n);
    for (const n of [4, 5, 6]) await place(`${id}-${n}`);
    for (const n of [4, 5, 6]) expect(await typesOf(id, n)).toEqual(['SlotReserved', 'OrderPlaced']);
  });

  it('reads a small part of a long stream', async () => {
    const id = await aProduct();
    for (let n = 1; n < 40; n += 1) {
      server.clock.ahead = n * 60_000;
      await reserve(id, n);
      await server.commands.execute(product, new EditProduct(id, { price: 3_500 + n }, server.origin()));
    }
    await place(`${id}-30`);
    const read: (number | undefined)[] = [];
    const log: EventLog = Object.create(server.platform.log, {
      readStream: {
        value: (stream: string, options: { from?: number; limit?: number } = {}) => {
          if (stream.startsWith('product-')) read.push(options.limit);
          return server.platform.log.readStream(stream, options);
        },
      },
    });
    const story = await storiesOf(log).of(`${id}-30`, id);
    expect(story.map(({ type }) => type)).toEqual(['SlotReserved', 'OrderPlaced']);
    expect(read).not.toContain(undefined);
    expect(read.length).toBeLessThan(20);
  });
});
