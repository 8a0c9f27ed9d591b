import { OrderServer } from '../fixtures/order-server.js';
import { type Description, routesOf } from '../security/described.js';
import { ACCOUNTS } from './accounts.js';
import { OPERATORS } from './operators.js';
import { ORDERS } from './orders.js';
import { SHOPPERS } from './shoppers.js';

/** Each login is a login of its own, and a forgotten password has no answer to repeat. */
const WITHOUT_KEY = ['POST /login', 'POST /api/forgotpw'];
/** Each answer discloses its data and records that it did, so the key does not merge them. */
const EACH_TIME = ['POST /api/admin/orders/{id}/aco', 'POST /api/admin/orders/{id}/bundle'];
/** A shop sends no key: its event id merges copies (order-shop.spec.ts). */
const BY_EVENT_ID = ['POST /api/webhooks/retailers/{id}'];

describe('requests that change something', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  it('are all sent many times under one key', async () => {
    const described = routesOf((await server.ok(server.get('/api/docs-json', null))) as Description);
    const rows = Object.keys({ ...ACCOUNTS, ...SHOPPERS, ...ORDERS, ...OPERATORS }).map(
      (row) => row.split(',')[0] ?? '',
    );
    const reads = new Set(described.filter(({ method }) => method === 'GET').map(({ name }) => name));
    const written = new Set(rows.filter((row) => !reads.has(row)));
    const wanted = described.map(({ name }) => name).filter((name) => !reads.has(name));
    expect([...written, ...WITHOUT_KEY, ...EACH_TIME, ...BY_EVENT_ID].sort()).toEqual(wanted.sort());
    // Links in mails and bookmarks are GET requests.
    expect(rows.filter((row) => reads.has(row))).toEqual([
      'GET /api/admin/orders/resendEmail/{id}',
      'GET /api/admin/orders/resendAll',
    ]);
  });
});
