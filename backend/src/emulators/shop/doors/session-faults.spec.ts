import {
  acpCheckout,
  acpOption,
  acpPayment,
  ShopDoors,
  ucpCheckout,
  ucpPayment,
} from '@supreme-access/test/fixtures/shop-doors.js';
import { type FaultRates, Faults, SESSION_FAULTS } from '../faults.js';

/** One door as a client uses it. */
interface Client {
  prepare(key?: string): Promise<string>;
  complete(path: string, key?: string): Promise<{ status: number; body: Session } | undefined>;
  cancel(path: string, key?: string): Promise<{ status: number; body: Session } | undefined>;
  read(path: string): Promise<{ status: number; body: Session } | undefined>;
}
interface Session {
  id: string;
  status: string;
  order?: { id: string };
  totals: { type: string; amount: number }[];
  messages: { code: string }[];
  continue_url?: string;
}

const overUcp = (shop: ShopDoors): Client => ({
  prepare: async (key = 'create') => {
    const made = await shop.ucp('POST', '/checkout-sessions', ucpCheckout('standard'), { key });
    return `/checkout-sessions/${made?.body.id}`;
  },
  complete: (path, key = 'complete') => shop.ucp('POST', `${path}/complete`, ucpPayment('spt_1'), { key }),
  cancel: (path, key = 'cancel') => shop.ucp('POST', `${path}/cancel`, {}, { key }),
  read: (path) => shop.ucp('GET', path),
});
const overAcp = (shop: ShopDoors): Client => ({
  prepare: async (key = 'create') => {
    const made = await shop.acp('POST', '/checkout_sessions', acpCheckout(), { key });
    const path = `/checkout_sessions/${made?.body.id}`;
    await shop.acp('POST', path, acpOption('standard'), { key: 'update' });
    return path;
  },
  complete: (path, key = 'complete') => shop.acp('POST', `${path}/complete`, acpPayment('spt_1'), { key }),
  cancel: (path, key = 'cancel') => shop.acp('POST', `${path}/cancel`, {}, { key }),
  read: (path) => shop.acp('GET', path),
});

describe.each([
  ['UCP', overUcp],
  ['ACP', overAcp],
])('a shop on %s', (_name, over) => {
  let shop: ShopDoors;
  let client: Client;
  beforeEach(() => {
    shop = new ShopDoors();
    client = over(shop);
  });

  it('cancelLies: answers canceled while a lost complete runs, which then places the order', async () => {
    const path = await client.prepare();
    let settle = (_: { kind: 'captured'; payment: string }) => {};
    shop.payments.push(
      new Promise((resolve) => {
        settle = resolve;
      }),
    );
    shop.strike('cancelLies');
    expect(await client.complete(path)).toBeUndefined();
    await shop.captures.until(({ length }) => length > 0);
    expect((await client.cancel(path))?.body.status).toBe('canceled');
    const sold = new Promise<void>((resolve) => {
      shop.till.onProgress = () => resolve();
    });
    settle({ kind: 'captured', payment: 'pi_late' });
    await sold;
    expect((await client.read(path))?.body).toMatchObject({ status: 'canceled' });
    expect(shop.sales).toMatchObject([{ session: { payment: 'pi_late' } }]);
  });

  it('tornComplete: says incomplete after the order was placed, and the same key places a second one', async () => {
    const path = await client.prepare();
    shop.strike('tornComplete');
    expect(await client.complete(path)).toBeUndefined();
    expect((await client.read(path))?.body).toMatchObject({ status: 'incomplete' });
    expect((await client.read(path))?.body.order).toBeUndefined();
    expect((await client.complete(path))?.body).toMatchObject({ status: 'completed', order: { id: 'SBX-000002' } });
    expect(shop.sales).toHaveLength(2);
  });

  it('globalKeys: answers about another session, and leaves this one open', async () => {
    const [one, other] = [await client.prepare('a'), await client.prepare('b')];
    await client.cancel(one, 'k');
    shop.strike('globalKeys', 'close');
    const answer = await client.cancel(other, 'k');
    expect(one.endsWith(answer?.body.id ?? '-')).toBe(true);
    expect((await client.read(other))?.body.status).toMatch(/^ready_for_/);
  });

  it('createTwice: makes a second session under one key', async () => {
    const one = await client.prepare('a');
    shop.strike('createTwice', 'cart');
    expect(await client.prepare('a')).not.toBe(one);
    expect(await client.prepare('a')).toBe(one);
  });

  it('completedWithoutOrder: places the order and never names it', async () => {
    const path = await client.prepare();
    shop.strike('completedWithoutOrder');
    for (const answer of [await client.complete(path), await client.read(path)]) {
      expect(answer?.body.status).toBe('completed');
      expect(answer?.body).not.toHaveProperty('order');
    }
    expect(shop.sales).toHaveLength(1);
  });

  it('refusalIs500: answers a refusal as an error of its own', async () => {
    const path = await client.prepare();
    shop.strike('refusalIs500');
    shop.payments.push({ kind: 'declined' });
    expect((await client.complete(path))?.status).toBe(500);
    expect(shop.sales).toEqual([]);
  });

  it('paymentIgnored: places the order and takes no money', async () => {
    const path = await client.prepare();
    shop.strike('paymentIgnored');
    expect((await client.complete(path))?.body).toMatchObject({ status: 'completed', order: { id: 'SBX-000001' } });
    expect(shop.captures).toEqual([]);
    expect(shop.sales).toMatchObject([{ session: { payment: null } }]);
  });

  it('declined: refuses and takes no money', async () => {
    const path = await client.prepare();
    shop.strike('declined');
    expect((await client.complete(path))?.body.messages).toMatchObject([{ code: expect.stringMatching(/^payment_/) }]);
    expect(shop.captures).toEqual([]);
    expect(shop.sales).toEqual([]);
  });

  it('keysForgotten: answers the same key with 500, and says completed without the order', async () => {
    const path = await client.prepare();
    shop.strike('keysForgotten');
    expect(await client.complete(path)).toBeUndefined();
    expect((await client.complete(path))?.status).toBe(500);
    expect((await client.read(path))?.body.status).toBe('completed');
    expect((await client.read(path))?.body).not.toHaveProperty('order');
    expect(shop.sales).toHaveLength(1);
  });

  it('totalRises: wants more than was agreed, and shows it afterwards', async () => {
    const path = await client.prepare();
    shop.strike('totalRises');
    shop.payments.push({ kind: 'declined' });
    const refused = await client.complete(path);
    expect(shop.captures).toMatchObject([{ total: { amount: 19_544 } }]);
    expect(refused?.body.totals.at(-1)).toMatchObject({ type: 'total', amount: 19_544 });
    expect(refused?.body.messages).toHaveLength(1);
  });

  it('escalates: wants the person, who then buys at the shop', async () => {
    const path = await client.prepare();
    shop.strike('escalates');
    const answer = await client.complete(path);
    expect(answer?.body.status).toBe('requires_escalation');
    expect(answer?.body.continue_url).toMatch(/^http:\/\/shop\.test\/continue\//);
    expect(shop.captures).toEqual([]);
    await shop.finish(path.split('/').at(-1) ?? '');
    expect((await client.read(path))?.body).toMatchObject({ status: 'completed', order: { id: 'SBX-000001' } });
  });

  it('expires: ends a session early, and sells nothing', async () => {
    const path = await client.prepare();
    shop.strike('expires');
    const [answer, seen] = [await client.complete(path), await client.read(path)];
    expect([answer, seen].map((one) => one?.body.status ?? one?.status)).toEqual(
      path.startsWith('/checkout-sessions') ? [404, 404] : ['expired', 'expired'],
    );
    expect(shop.sales).toEqual([]);
  });
});

describe('seeded faults of sessions', () => {
  const rates: FaultRates = Object.fromEntries(SESSION_FAULTS.map((fault) => [fault, 0.09]));
  const struck = (faults: Faults, about: string) =>
    (['cart', 'submit', 'close'] as const).map((on) => faults.strike(on, about)).filter(Boolean);

  it('strike a session by one at most, on the call where it shows', () => {
    const faults = new Faults('drop', rates);
    const seen = Array.from({ length: 300 }, (_, index) => struck(faults, `chk_${index}`));
    expect(seen.every(({ length }) => length <= 1)).toBe(true);
    expect(new Set(seen.flat())).toEqual(new Set(SESSION_FAULTS));
  });

  it('strike nothing at the door of our own protocol', () => {
    const faults = new Faults('drop', rates);
    const seen = Array.from({ length: 300 }, (_, index) => struck(faults, `order-${index}:1`));
    expect(seen.flat()).toEqual([]);
  });
});
