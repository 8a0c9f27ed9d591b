import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { type ProductDoc, productsProjection } from '../catalogue/products/products.projection.js';
import { Refused } from '../event-sourcing/decider.js';
import type { Projection } from '../projections/projection.js';
import { Reads } from '../projections/reads.js';
import { openMongoReadModels } from '../stores/read-models/mongo-read-models.js';
import type { Query, ReadModels } from '../stores/read-models/read-models.js';
import { wordsOf } from '../stores/read-models/search-words.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { NOT_STARTED } from './checkout-times.js';
import { NEW_ORDER } from './order.js';
import { OrderList } from './order-list.js';
import { normalize, type OrderDoc, ordersProjection } from './orders.projection.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const ADA = '3f2a1b4c-0000-5000-8000-000000000001';

function row(orderId: string, changes: Partial<OrderDoc> = {}): OrderDoc {
  const { email = `${orderId}@example.org`, name = 'Nobody Else', reference = null } = changes;
  return {
    orderId,
    accountId: null,
    subject: `guest-${orderId}`,
    email,
    name,
    atShop: null,
    productId: 'hoodie',
    productTitle: 'Box Hoodie',
    size: 'm',
    style: 'Ink',
    profileId: 'p1',
    cardRecord: 'c1',
    codeRecord: null,
    slotNumber: 1,
    price: 2_500,
    currency: 'usd',
    status: 'pending',
    livemode: true,
    poBox: false,
    archived: false,
    words: wordsOf(email, name, reference),
    proof: null,
    orderDate: NOON,
    changedAt: NOON,
    reservation: { eventId: 'e-1', position: 1, releasedAt: null },
    mailBounced: null,
    unsettled: null,
    stamped: {},
    life: NEW_ORDER,
    times: NOT_STARTED,
    ...changes,
    reference: reference && normalize(reference),
  };
}

const ORDERS = [
  row(ADA, { email: 'Ada.Lovelace@Example.org', name: 'Zoë Håkansson', orderDate: NOON - 1_000 }),
  row('bought', { status: 'success', reference: 'SBX-00Q7', price: 1_999, orderDate: NOON - 2_000 }),
  row('archived', { status: 'withdrawn', archived: true, orderDate: NOON - 3_000 }),
  row('gone', { status: 'fail', productId: 'cap', productTitle: 'Cap', orderDate: NOON - 4_000 }),
  row('test', { livemode: false, slotNumber: null, size: 'xl', orderDate: NOON - 5_000 }),
  row('erased', { email: null, name: null, words: [], orderDate: NOON - 86_400_000 }),
];

const engines: [string, () => Promise<{ models: ReadModels; stop: () => Promise<void> }>][] = [
  ['in memory', async () => ({ models: memoryReadModels(), stop: async () => undefined })],
  [
    'in MongoDB, on the emulator',
    async () => {
      const { url, stop } = await startMongo();
      return { models: await openMongoReadModels(url), stop };
    },
  ],
];

/** Whether an index begins with the fields of the conditions and goes on with those of the order. */
function isIndexed(where: NonNullable<Query['where']>, sort: Query['sort'] = []): boolean {
  const [bound, order] = [Object.keys(where), sort.map(([field]) => field).filter((field) => !isEqual(where[field]))];
  return ordersProjection.indexes.some((fields) => {
    const isBound = bound.every((field) => fields.slice(0, bound.length).includes(field));
    return isBound && order.every((field, nth) => fields.at(nth - order.length) === field);
  });
}

const isEqual = (condition: unknown) =>
  condition !== undefined && (condition === null || typeof condition !== 'object');

describe('what the page of orders asks for', () => {
  class RecordingReads extends Reads {
    readonly queries: Query[] = [];
    readonly counted: NonNullable<Query['where']>[] = [];
    override async find<D>(projection: Projection<D>, query: Query = {}): Promise<D[]> {
      if (projection.name === ordersProjection.name) this.queries.push(query);
      return [];
    }
    override async count<D>(_projection: Projection<D>, where: Query['where'] = {}): Promise<number> {
      this.counted.push(where);
      return 0;
    }
    override async countBy<D>(_: Projection<D>, __: string, where: Query['where'] = {}): Promise<Map<string, number>> {
      this.counted.push(where);
      return new Map();
    }
  }
  const columns = ['orderDate', 'productTitle', 'status', 'price', 'slotNumber'];

  it.each<[filter: object, column: string]>([
    ...columns.map((column): [object, string] => [{}, column]),
    [{ productId: 'hoodie' }, 'orderDate'],
    [{ productTitle: 'Box Hoodie' }, 'orderDate'],
    [{ status: 'success' }, 'orderDate'],
    [{ ended: false }, 'orderDate'],
    [{ orderDate_gte: '2026-11-21T11:59:56Z' }, 'orderDate'],
  ])('is counted, and found in its order, without opening any other: %j by %s', async (filter, column) => {
    const models = memoryReadModels();
    await models.open([ordersProjection]);
    const reads = new RecordingReads(models);
    const sort = JSON.stringify([column, 'DESC']);
    await new OrderList(reads).page({ filter: JSON.stringify(filter), sort });
    const [{ where = {}, sort: sorted = [] } = {}] = reads.queries;
    expect(isIndexed(where, sorted)).toBe(true);
  });

  it.each([
    {},
    { productId: 'hoodie' },
    { productTitle: ['Box Hoodie', 'Cap'] },
    { ended: false },
    { orderDate_gte: '2026-11-21T11:59:56Z' },
    { productTitle: 'Cap', orderDate_gte: '2026-11-21T11:59:56Z' },
    { archived: [true, false], livemode: false },
  ])('is counted by status without opening any: %j', async (filter) => {
    const models = memoryReadModels();
    await models.open([ordersProjection]);
    const reads = new RecordingReads(models);
    await new OrderList(reads).counts({ filter: JSON.stringify(filter) });
    expect(reads.counted.map((where) => isIndexed(where))).toEqual([true]);
  });
});

describe.each(engines)('orders that staff look for, %s', (_, open) => {
  let models: ReadModels;
  let orders: OrderList;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ models, stop } = await open());
    await models.open([ordersProjection, productsProjection]);
    const products = [
      { productId: 'hoodie', delisted: false, startedAt: NOON },
      { productId: 'cap', delisted: true, retailerId: 'north' },
    ] as ProductDoc[];
    await models.write(
      productsProjection,
      products.map((document) => ({ id: document.productId, position: 1, document })),
    );
    await write(ORDERS);
    orders = new OrderList(new Reads(models));
  });
  afterAll(async () => {
    await models?.close();
    await stop?.();
  });
  const write = (docs: readonly OrderDoc[]) =>
    models.write(
      ordersProjection,
      docs.map((document) => ({ id: document.orderId, position: 1, document })),
    );
  const find = async (filter: unknown) => {
    const { docs, total } = await orders.page({ filter: JSON.stringify(filter) });
    expect(total).toBe(docs.length);
    return docs.map(({ orderId }) => orderId);
  };
  const exported = async (filter: unknown) => {
    const found: string[] = [];
    for await (const page of await orders.everything({ filter: JSON.stringify(filter) })) {
      found.push(...page.map(({ orderId }) => orderId));
    }
    return found;
  };

  it.each([
    ['all but the archived, newest first', {}, [ADA, 'bought', 'gone', 'test', 'erased']],
    ['an order id', { q: ADA }, [ADA]],
    ['an order id in capitals', { q: ` ${ADA.toUpperCase()} ` }, [ADA]],
    ['the beginning of an order id', { q: '3f2a1b4c' }, [ADA]],
    ['a reference at the retailer: order and attempt', { q: `${ADA}:2` }, [ADA]],
    ['a name from the start of any word', { q: 'håk' }, [ADA]],
    ['a name in any case and order, without accents', { q: 'HAKANSSON zoe' }, [ADA]],
    ['an address', { q: 'ada.lovelace@example.org' }, [ADA]],
    ['a part of an address', { q: 'lovel' }, [ADA]],
    ['the middle of a word, which is none', { q: 'ovelace' }, []],
    ['signs only', { q: '?!' }, []],
    ['blanks, which ask for nothing', { q: '  ', price: 19.99 }, ['bought']],
    ['an address, under its own name', { email: 'ada' }, [ADA]],
    ['a name, under its own name', { name: 'zo' }, [ADA]],
    ['nobody, where somebody was erased', { q: 'erased' }, []],
    ["a retailer's reference", { q: 'sbx-00q7' }, ['bought']],
    ["a retailer's reference, under its own name", { reference: 'SBX-00' }, ['bought']],
    ["a retailer's reference, not its second half", { reference: '00Q7' }, []],
    ['archived', { archived: true }, ['archived']],
    ['ids, as those who know them ask for names', { id: ['archived', 'gone'] }, ['archived', 'gone']],
    ['an id of an archived one, unless those are left out', { id: 'archived', archived: false }, []],
    ['archived and not', { archived: [true, false], ended: true }, ['bought', 'archived', 'gone']],
    ['ended', { ended: true }, ['bought', 'gone']],
    ['open', { ended: false }, [ADA, 'test', 'erased']],
    ['ended, of one status', { ended: true, status: ['fail', 'pending'] }, ['gone']],
    ['of delisted products', { delisted: true }, ['gone']],
    ['of a retailer', { retailerId: 'north' }, ['gone']],
    ['of the retailer of the settings', { retailerId: 'standard', ended: true }, ['bought']],
    ['of listed products', { delisted: false, ended: true }, ['bought']],
    ['of releases that have started and promise an end', { promised: true }, [ADA, 'test', 'erased']],
    ['of such a release that is yet to come', { promised: true, productId: 'cap' }, []],
    ['of such a release, as it stands', { promised: true, status: 'success' }, []],
    ['of one product that is not delisted', { delisted: true, productId: 'hoodie' }, []],
    ['of titles', { productTitle: ['Cap', 'Tote'] }, ['gone']],
    ['of a time range', { orderDate_gte: '2026-11-21T11:59:56Z', orderDate_lt: '2026-11-21T11:59:58Z' }, ['gone']],
    ['of the last day', { orderDate_gt: '2026-11-20T12:00:00Z', livemode: true }, [ADA, 'bought', 'gone']],
    ['of a range of prices', { price_lte: 20 }, ['bought']],
    ['tests', { livemode: false }, ['test']],
    ['several things at once', { q: 'example nobody', size: 'xl', ended: false }, ['test']],
  ])('are found by %s: %j', async (_what, filter, expected) => {
    expect(await find(filter)).toEqual(expected);
    expect(await exported(filter)).toEqual(expected);
  });

  it.each([
    ['as the list shows them, the archived left out', {}, { pending: 3, success: 1, fail: 1 }],
    ['tests where they are asked for', { livemode: false }, { pending: 1 }],
    ['tests beside the others', { livemode: [true, false] }, { pending: 3, success: 1, fail: 1 }],
    ['the archived where they are asked for', { archived: true }, { withdrawn: 1 }],
    ['of titles', { productTitle: ['Cap', 'Tote'] }, { fail: 1 }],
    ['of whom somebody looks for', { q: 'zoe' }, { pending: 1 }],
    ['of those that have ended', { ended: true }, { success: 1, fail: 1 }],
    ['of releases that have started and promise an end', { promised: true }, { pending: 3 }],
    ['of a time', { orderDate_gte: '2026-11-21T11:59:57Z' }, { pending: 1, success: 1 }],
    ['of the status that is asked for', { status: 'fail' }, { fail: 1 }],
  ])('are counted by status, %s: %j', async (_what, filter, expected) => {
    const none = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0]));
    expect(await orders.counts({ filter: JSON.stringify(filter) })).toEqual({ ...none, ...expected });
  });

  it.each([
    { unheard: 1 },
    { status: 'lost' },
    { status: ['pending', 'lost'] },
    { livemode: 'no' },
    { archived: 'all' },
    { ended: 'perhaps' },
    { delisted: null },
    { retailerId: null },
    { promised: false },
    { orderDate_gte: 'yesterday' },
    { orderDate_gte: 1_763_726_400_000 },
    { orderDate_between: ['2026-11-20', '2026-11-21'] },
    { status_gte: 'pending' },
    { price: 'dear' },
    { price_lt: null },
    { q: 7 },
    { q: ['ada'] },
    { reference: {} },
    { words: 'ada' },
    { life: null },
  ])('are not asked for with %j', async (filter) => {
    const refused = expect.objectContaining({ code: 'list-query-invalid', kind: 'invalid' });
    await expect(find(filter)).rejects.toThrow(Refused);
    await expect(find(filter)).rejects.toEqual(refused);
    await expect(orders.counts({ filter: JSON.stringify(filter) })).rejects.toEqual(refused);
    await expect(orders.everything({ filter: JSON.stringify(filter) })).rejects.toEqual(refused);
  });

  it('are all exported, each once, however many came in one millisecond and while more are coming', async () => {
    const many = Array.from({ length: 1_300 }, (_one, index) =>
      row(`many-${String(index).padStart(4, '0')}`, {
        productId: 'many',
        orderDate: NOON + (index < 1_100 ? 0 : index),
      }),
    );
    await write(many);
    const found: string[] = [];
    let pages = 0;
    for await (const page of await orders.everything({ filter: '{"productId":"many"}' })) {
      pages += 1;
      expect(page.length).toBeLessThanOrEqual(500);
      found.push(...page.map(({ orderId }) => orderId));
      await write([row(`later-${pages}`, { productId: 'many', orderDate: NOON + 10_000 + pages })]);
    }
    expect(pages).toBe(3);
    expect(found).toHaveLength(many.length);
    expect(new Set(found)).toEqual(new Set(many.map(({ orderId }) => orderId)));
  });
});
