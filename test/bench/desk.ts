import type { FoundEvents, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { type Api, expectOk } from '../support/api.js';
import { built } from '../support/built.js';
import { each, range } from '../support/crowd.js';
import { PER_ACCOUNT } from './order-lives.js';
import { openProduct } from './population.js';
import { bareRequests, beside, durations, named } from './requests.js';
import type { Result } from './results.js';
import { metadata, type World } from './world.js';

/** beside the drops with orders */
const [PRODUCTS, PROMOS] = [300, 300];
const AT_ONCE = 50;
const REQUESTS = 25;
const PAGE = 25;
const HOUR = 3_600_000;

export async function seedCatalogue(world: World): Promise<void> {
  const { CreatePromo, promo } =
    await built<typeof import('../../backend/src/catalogue/promos/promo.js')>('catalogue/promos/promo.js');
  await each(range(PRODUCTS), AT_ONCE, (n) => openProduct(world, 100, 1_000 + n));
  const facts = { percent: 10, startsAt: null, endsAt: null, limit: null, limitPerAccount: null };
  await each(range(PROMOS), AT_ONCE, (n) => world.ask(promo, new CreatePromo(`BENCH${n}`, facts, metadata())));
}

/** The admin's and auditors' pages, each by itself, from the top of the list and from its middle. */
export async function desk(admin: Api, orders: number): Promise<Result[]> {
  const bought = { filter: { status: 'success' }, from: Math.floor(orders / 4) };
  const some = await expectOk(admin.get<Order[]>(list('orders', bought)));
  const middle = { from: Math.floor(orders / PER_ACCOUNT / 2) };
  const people = await expectOk(admin.get<ListedAccount[]>(list('accounts', middle)));
  const { events } = await expectOk(admin.get<FoundEvents>(`${SEARCH}?type=FeeCharged`));
  const questions = { ...ofOrders(some), ...ofOthers(people), ...ofOne(some), ...ofEvents(some, events) };
  const results: Result[] = [];
  for (const [name, paths] of Object.entries(questions)) {
    const cycled = range(Math.min(REQUESTS, orders)).map((n) => paths[n % paths.length] ?? '');
    results.push(await durations(`desk, ${named(orders)} orders: ${name}, p95`, admin, cycled));
  }
  return beside(await bareRequests(), results);
}

type Questions = Record<string, string[]>;

const SEARCH = '/api/admin/events/search';

interface Page {
  filter?: object;
  sort?: readonly [field: string, direction: 'ASC' | 'DESC'];
  from?: number;
}

function list(resource: string, { filter = {}, sort, from = 0 }: Page = {}): string {
  const query = new URLSearchParams({ range: `[${from},${from + PAGE - 1}]`, filter: JSON.stringify(filter) });
  if (sort) query.set('sort', JSON.stringify(sort));
  return `/api/admin/${resource}?${query}`;
}

const sorted = (resource: string, ...fields: string[]) =>
  fields.flatMap((field) =>
    (['ASC', 'DESC'] as const).map((direction) => list(resource, { sort: [field, direction] })),
  );

function ofOrders(some: readonly Order[]): Questions {
  const orders = (filter: object, from = 0) => list('orders', { filter, from });
  const until = some.map(({ orderDate }) => orderDate);
  return {
    'orders, newest first': range(REQUESTS).map((n) => orders({}, n * PAGE)),
    'orders of a drop': some.map(({ productId }) => orders({ productId })),
    'orders of a status': ['success', 'pending', 'fail'].map((status) => orders({ status })),
    'orders that have not ended': [orders({ ended: false })],
    'orders of a time': until.map((at) => orders({ orderDate_lte: at, orderDate_gte: before(at, HOUR) })),
    'orders by product': sorted('orders', 'productTitle'),
    'orders by status': sorted('orders', 'status'),
    'orders by price': sorted('orders', 'price'),
    'orders by slot': sorted('orders', 'slotNumber'),
    'orders of one person': some.map(({ email }) => orders({ q: email?.split('@')[0] })),
    'orders by the beginning of an id': some.map(({ orderId }) => orders({ q: orderId.slice(0, 8) })),
    'orders by their reference': some.map(({ orderId }) => orders({ reference: `R-${orderId}` })),
  };
}

function ofOthers(people: readonly ListedAccount[]): Questions {
  return {
    'accounts, newest first': range(REQUESTS).map((n) => list('accounts', { from: n * PAGE })),
    'accounts, oldest first': [list('accounts', { sort: ['registeredAt', 'ASC'] })],
    'accounts, one by email': people.map(({ email }) => list('accounts', { filter: { q: email } })),
    'accounts of a role': [list('accounts', { filter: { role: 'admin' } })],
    'products, newest first': [list('products'), list('products', { from: PAGE })],
    'products by title, price and release': sorted('products', 'productTitle', 'price', 'releaseAt'),
    'products, those that are available': [list('products', { filter: { avail: true } })],
    'promo codes': [list('promos'), list('promos', { from: PAGE })],
    'promo codes by use, and by a part of them': [
      ...sorted('promos', 'redeemed'),
      list('promos', { filter: { q: 'bench29' } }),
    ],
  };
}

function ofOne(some: readonly Order[]): Questions {
  return {
    'the board': ['/api/admin/reports/board'],
    'thirty days of the board': ['/api/admin/reports/days'],
    "an order's file": some.map(({ orderId }) => `/api/admin/orders/${orderId}/file`),
    "an order's story": some.map(({ orderId }) => `/api/admin/orders/${orderId}/story`),
    'an order as it was': some.map(({ orderId }) => `/api/admin/time-travel/orders/${orderId}?revision=2`),
  };
}

function ofEvents(some: readonly Order[], charged: readonly LoggedEvent[]): Questions {
  const events = (query: Record<string, string>) => `${SEARCH}?${new URLSearchParams(query)}`;
  return {
    'events, newest first': [events({})],
    'events of a stream': some.map(({ orderId }) => events({ stream: `order-${orderId}` })),
    'events of a type': ['FeeCharged', 'SlotReserved', 'FeeRefunded'].map((type) => events({ type })),
    'events of one request': charged.map(({ correlationId }) => events({ correlation: correlationId })),
    'events of an actor': [
      events({ actorKind: 'shopper' }),
      events({ actorId: 'bench' }),
      events({ actorKind: 'admin' }),
    ],
    'events of a time': some.map(({ orderDate }) => events({ from: before(orderDate, HOUR), until: orderDate })),
    'one event': charged.map(({ position }) => `/api/admin/events/${position}`),
  };
}

const before = (iso: string, ms: number) => new Date(Date.parse(iso) - ms).toISOString();
