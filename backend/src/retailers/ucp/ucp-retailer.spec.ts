import { aPreparation, LINE } from '@supreme-access/test/fixtures/shop-answers.js';
import {
  error,
  given,
  methods,
  NEW,
  OLD,
  order,
  session,
  soon,
  totals,
} from '@supreme-access/test/fixtures/ucp-shop.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';

const preparing = async (body: unknown, status = 201) => {
  const { shop, client } = given();
  shop.says(status, body);
  return client.prepare(aPreparation(), soon());
};

it('refuses a version that nobody wrote a reader for by its name', () => {
  expect(() => given({ version: '2027-01-01' })).toThrow('UCP 2027-01-01 cannot be read');
});

describe('a session is prepared', () => {
  const prepared = {
    kind: 'prepared',
    session: 'chk_1',
    total: { amount: 18_000, currency: 'usd' },
    seller: 'profile_1',
    handler: 'stripe_spt',
    expiresAt: Date.UTC(2026, 4, 1, 17),
  };

  it.each([NEW, OLD])(
    'with item, buyer and address, and the option chosen by a full replacement (%s)',
    async (version) => {
      const { shop, client } = given({ version });
      shop.says(201, session({ status: 'incomplete', fulfillment: { methods: methods(null) } }, version));
      shop.says(200, session({}, version));
      expect(await client.prepare(aPreparation(), soon())).toEqual(prepared);
      expect(shop.calls[0]?.headers).toMatchObject({
        'ucp-agent': `profile="https://us.example/.well-known/ucp/${version}"`,
        'x-api-key': 'spec-key',
      });
      const created = { line_items: [{ item: { id: 'item-m' }, quantity: 1 }], buyer: { email: 'ada@example.org' } };
      expect(shop.sent(0)).toMatchObject({ method: 'POST', path: '/ucp/checkout-sessions', body: created });
      const replaced = {
        line_items: [{ id: 'li_1', item: { id: 'item-m' }, quantity: 1 }],
        buyer: { first_name: 'Ada', email: 'ada@example.org' },
        fulfillment: {
          methods: [
            {
              id: 'shipping',
              line_item_ids: ['li_1'],
              destinations: [{ id: 'dest_1', street_address: '17 Larch Row', postal_code: '97201' }],
              selected_destination_id: 'dest_1',
              groups: [{ id: 'group_1', selected_option_id: 'standard' }],
            },
          ],
        },
      };
      expect(shop.sent(1)).toMatchObject({ method: 'PUT', path: '/ucp/checkout-sessions/chk_1', body: replaced });
      expect(shop.sent(0).key).not.toBe(shop.sent(1).key);
    },
  );

  it('by the same requests when it is repeated, and by one alone where nothing is left to choose', async () => {
    const { shop, client } = given();
    shop.says(201, session());
    await client.prepare(aPreparation(), soon());
    await client.prepare(aPreparation(), soon());
    expect(shop.calls).toHaveLength(2);
    expect(shop.sent(1)).toEqual(shop.sent(0));
  });

  it('selects the fastest option within the limit, else the cheapest', async () => {
    const selectedAt = async (limit: number) => {
      const { shop, client } = given({ shipping: 'fastest' });
      shop.says(201, session({ fulfillment: { methods: methods(null) }, totals: totals() }));
      shop.says(200, session());
      await client.prepare(aPreparation('a:1', { limit: { amount: limit, currency: 'usd' } }), soon());
      return shop.sent(1).body;
    };
    const chosen = (id: string) => ({ fulfillment: { methods: [{ groups: [{ selected_option_id: id }] }] } });
    expect(await selectedAt(30_000)).toMatchObject(chosen('fast'));
    expect(await selectedAt(19_000)).toMatchObject(chosen('standard'));
  });

  it("for the buyer's address, where the shop has selected another one that it knows of them", async () => {
    const { shop, client } = given();
    const [method] = methods('standard');
    const existing = [{ id: 'dest_0', street_address: '4 Old Street' }, ...(method?.destinations ?? [])];
    const at = (selected: string) => ({
      fulfillment: { methods: [{ ...method, destinations: existing, selected_destination_id: selected }] },
    });
    shop.says(201, session(at('dest_0')));
    shop.says(200, session(at('dest_1')));
    expect(await client.prepare(aPreparation(), soon())).toEqual(prepared);
    expect(shop.calls).toHaveLength(2);
    const destinations = [{ id: 'dest_1', street_address: '17 Larch Row' }];
    expect(shop.sent(1).body).toMatchObject({
      fulfillment: { methods: [{ destinations, selected_destination_id: 'dest_1' }] },
    });
  });

  it('with the address at the root and the option alone, where the shop is known to want that', async () => {
    const { shop, client } = given({ quirks: ['address-at-create'] });
    shop.says(201, session({ fulfillment: { methods: methods(null) } }));
    shop.says(200, session());
    await client.prepare(aPreparation(), soon());
    expect(shop.sent(0).body).toMatchObject({ shipping_address: { street_address: '17 Larch Row' } });
    expect(shop.sent(0).body).not.toHaveProperty('fulfillment');
    expect(Object.keys(shop.sent(1).body as object)).toEqual(['fulfillment']);
  });

  it.each([
    ['a total that its sums do not make', { totals: totals(18_001) }],
    ['two totals', { totals: [...totals(), { type: 'total', amount: 18_000 }] }],
    ['no total', { totals: totals().slice(0, 3) }],
    [
      'half a cent',
      {
        totals: [
          { type: 'subtotal', amount: 0.5 },
          { type: 'total', amount: 0.5 },
        ],
      },
    ],
    ['no currency', { currency: 'dollars' }],
    ['two pieces', { line_items: [{ id: 'li_1', item: { id: LINE.itemId }, quantity: 2 }] }],
    ['another item', { line_items: [{ id: 'li_1', item: { id: 'item-l' }, quantity: 1 }] }],
    ['another version', { ucp: { version: OLD } }],
    ['an order already', { status: 'completed', order }],
    ['a status nobody knows', { status: 'paid' }],
  ])('is unknown with %s', async (_, change) => {
    expect(await preparing(session(change))).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it.each([
    ['sold-out', false, error('out_of_stock')],
    ['other: item_unavailable', true, error('item_unavailable')],
    ['other: who_knows', false, error('who_knows')],
    ['other: incomplete', false, {}],
  ])('is unavailable, %s', async (reason, retryable, change) => {
    const answer = await preparing(session({ status: 'incomplete', ...change }));
    expect(answer).toEqual({ kind: 'unavailable', reason, retryable });
  });

  it('is unavailable where no handler takes the token, or no session could be made', async () => {
    const ucp = { version: NEW, payment_handlers: { 'com.google.pay': [{ id: 'g' }] } };
    expect(await preparing(session({ ucp }))).toMatchObject({ kind: 'unavailable', reason: 'other: handler-missing' });
    const refused = { ucp: { version: NEW, status: 'error' }, ...error('out_of_stock') };
    expect(await preparing(refused, 200)).toMatchObject({ kind: 'unavailable', reason: 'sold-out' });
  });

  it('wants the person by an https link alone', async () => {
    const wanted = { status: 'requires_escalation', continue_url: 'https://shop.example/continue/1' };
    expect(await preparing(session(wanted))).toEqual({
      kind: 'escalated',
      session: 'chk_1',
      url: 'https://shop.example/continue/1',
      expiresAt: Date.UTC(2026, 4, 1, 17),
    });
    const bad = [
      'http://shop.example/continue/1',
      'https://shop.example@evil.example/',
      'javascript:alert(1)',
      undefined,
    ];
    for (const url of bad) {
      const answer = await preparing(session({ ...wanted, continue_url: url }));
      expect(answer).toEqual({ kind: 'unavailable', reason: 'other: person-wanted', retryable: false });
    }
    // Browsers skip line breaks in an address, and mails must not hold one.
    const broken = await preparing(session({ ...wanted, continue_url: 'https://shop.\nexample/continue/1' }));
    expect(broken).toMatchObject({ url: 'https://shop.example/continue/1' });
  });
});

it('is sent nothing while the key that signs cannot be had, and no call rejects', async () => {
  const sign = async () => {
    throw new StoreUnavailable('the vault does not answer');
  };
  const { shop, client } = given({ sign });
  const items = [{ size: 'm', style: 'Forest', itemId: 'item-m' }] as const;
  const aborted = { kind: 'unknown', cause: 'aborted', isUnsent: true };
  expect(await client.listing({ productId: 'jacket', styles: [], items }, soon())).toEqual(aborted);
  expect(await client.prepare(aPreparation(), soon())).toEqual(aborted);
  expect(shop.calls).toEqual([]);
});
