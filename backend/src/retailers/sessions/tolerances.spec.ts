import type { Quirk } from '@supreme-access/contract/retailer-protocols.js';
import * as answers from '@supreme-access/test/fixtures/medusa-answers.js';
import { aPreparation, aTokenPurchase, LINE, ScriptedShop } from '@supreme-access/test/fixtures/shop-answers.js';
import { AcpRetailer } from '../acp/acp-retailer.js';
import { UcpRetailer } from '../ucp/ucp-retailer.js';

const soon = () => AbortSignal.timeout(10_000);
const PREPARED = {
  kind: 'prepared',
  session: answers.SESSION,
  total: { amount: 17_600, currency: 'usd' },
  seller: 'profile_1',
  handler: 'spt',
  expiresAt: Date.parse('2026-11-27T22:57:44.290Z'),
};
const SOLD_OUT = { kind: 'refused', reason: 'sold-out', retryable: false };

const DOORS = {
  ucp: {
    quirks: ['address-at-create', 'token-field', 'sold-out-in-words', 'order-unnamed'],
    answers: answers.UCP,
    make: (options: Options) => new UcpRetailer({ ...options, version: '2026-04-08', profile: 'https://us.example/p' }),
  },
  acp: {
    quirks: ['option-chosen', 'token-field', 'sold-out-in-words', 'order-unnamed'],
    answers: answers.ACP,
    make: (options: Options) => new AcpRetailer({ ...options, version: '2026-01-30' }),
  },
} as const;
type Options = ReturnType<typeof optionsOf>;

function optionsOf(
  send: ScriptedShop['send'],
  quirks: readonly Quirk[],
  recordResult: (trouble: string | null) => void,
) {
  const rest = { key: 'spec-key', shipping: 'cheapest', seller: 'profile_1' } as const;
  return { baseUrl: 'https://shop.example/shop', send, quirks, recordResult, ...rest };
}

describe.each(['ucp', 'acp'] as const)('Medusa over %s', (protocol) => {
  const door = DOORS[protocol];
  const given = (quirks: readonly Quirk[] = door.quirks) => {
    const shop = new ScriptedShop();
    const troubles: (string | null)[] = [];
    return { shop, troubles, client: door.make(optionsOf(shop.send, quirks, (trouble) => troubles.push(trouble))) };
  };
  const without = (quirk: Quirk) => door.quirks.filter((one) => one !== quirk);
  const line = { ...LINE, itemId: answers.ITEM };
  const purchase = { ...aTokenPurchase('a:1', answers.SESSION, 'spt'), line };

  it('readies a session by one request, since it has chosen the cheapest option', async () => {
    const { shop, client } = given();
    shop.says(201, door.answers.ready);
    expect(await client.prepare(aPreparation('a:1', { line }), soon())).toEqual(PREPARED);
    expect(shop.calls).toHaveLength(1);
  });

  it('wants an id on each request, which is the same when it is repeated', async () => {
    const { shop, client } = given();
    shop.says(200, door.answers.ready);
    await client.lookUp({ reference: 'a:1', session: answers.SESSION }, soon());
    await client.buy(purchase, soon());
    await client.buy(purchase, soon());
    const [looked, bought, again] = shop.calls.map(({ headers }) => headers['request-id']);
    expect(looked).toMatch(/^[0-9a-f-]{36}$/);
    expect(bought).toBe(again);
    expect(bought).not.toBe(looked);
  });

  it('says in words that nothing is left, which is no trouble', async () => {
    const { shop, client, troubles } = given();
    shop.says(500, door.answers.soldOut);
    expect(await client.prepare(aPreparation('a:1', { line }), soon())).toEqual({ ...SOLD_OUT, kind: 'unavailable' });
    expect(await client.buy(purchase, soon())).toEqual(SOLD_OUT);
    expect(troubles).toEqual([null, null]);
    const strict = given(without('sold-out-in-words'));
    strict.shop.says(500, door.answers.soldOut);
    expect(await strict.client.buy(purchase, soon())).toEqual({ kind: 'unknown', cause: 'server-error' });
    expect(strict.troubles).toEqual(['server-error']);
  });

  it('says by a code under a 500 that nothing is left, which is no trouble either', async () => {
    const { shop, client, troubles } = given();
    shop.says(500, { code: 'out_of_stock', messages: [{ type: 'error', code: 'out_of_stock' }] });
    expect(await client.buy(purchase, soon())).toEqual(SOLD_OUT);
    expect(troubles).toEqual([null]);
  });

  it('is in trouble with any other 500', async () => {
    const { shop, client, troubles } = given();
    shop.says(500, { code: 'internal_error', message: 'the connection to the database was lost' });
    expect(await client.buy(purchase, soon())).toEqual({ kind: 'unknown', cause: 'server-error' });
    expect(troubles).toEqual(['server-error']);
  });

  it('names no order of a completed session that is read, for which its session stands', async () => {
    const { shop, client } = given();
    shop.says(200, door.answers.read);
    const attempt = { reference: 'a:1', session: answers.SESSION };
    const { total } = PREPARED;
    expect(await client.lookUp(attempt, soon())).toMatchObject({
      kind: 'succeeded',
      orderNumber: answers.SESSION,
      total,
    });
    const strict = given(without('order-unnamed'));
    strict.shop.says(200, door.answers.read);
    expect(await strict.client.lookUp(attempt, soon())).toEqual({ kind: 'unknown', cause: 'no-order' });
  });
});
