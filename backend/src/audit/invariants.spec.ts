import {
  attempted,
  BEFORE,
  bought,
  charged,
  charging,
  closed,
  DROP,
  disputeLost,
  type Happened,
  HOURS_72,
  happens,
  inProduct,
  LEDGERS,
  logOf,
  refund,
  soldOut,
  withdrawn,
} from '@supreme-access/test/fixtures/history.js';
import { evidence } from '@supreme-access/test/fixtures/order.js';
import { cancelled, edited, finished, RELEASE, released, reserved } from '@supreme-access/test/fixtures/product.js';
import { OF_TOKENS } from '@supreme-access/test/fixtures/token-orders.js';
import { checkInvariants } from './invariants.js';
import type { Ledgers } from './ledgers.js';

const OVER = RELEASE + HOURS_72 + 120_000;
const check = (happened: readonly Happened[], ledgers?: Ledgers, now?: number) =>
  checkInvariants(logOf(happened), {}, ledgers, now);
type CheckArgs = [happened: readonly Happened[], ledgers?: Ledgers, now?: number];
/** The numbers of the invariants (1 to 8) that do not hold. */
const broken = (...args: CheckArgs) => check(...args).flatMap(({ ok }, index) => (ok ? [] : [index + 1]));
const without = (...gone: Happened[]) =>
  DROP.filter((one) => !gone.some((other) => JSON.stringify(other) === JSON.stringify(one)));
const changed = (type: string, changes: object) =>
  DROP.map(([stream, event, at]): Happened => {
    return [stream, event.type === type ? { ...event, data: { ...event.data, ...changes } } : event, at];
  });
const { retailer, stripe } = LEDGERS;
const [sale] = retailer.references;
const [charge] = stripe.charges;
const [intent] = stripe.intents;
const [failed, refunded] = stripe.refunds;
const made = OF_TOKENS.made.data;
const token = {
  id: 'spt_1',
  reference: 'order-9:1',
  status: 'active',
  captured: 0,
  seller: '',
  currency: 'usd',
  max_amount: 1,
};
const sold = { session: 'chk_9', payment: null };
const soldThere = (...more: object[]) => {
  const row = { ...sold, orderNumber: 'SBX-000008' };
  return { retailer: { ...retailer, sessions: [row, ...more.map((one) => ({ ...row, ...one }))] } };
};
const atStripe = (more: object) => ({ stripe: { ...stripe, ...more } });

describe('the invariants of a drop', () => {
  it('hold when it went as it should', () => {
    expect(check(DROP, LEDGERS, OVER)).toEqual([
      { name: 'never oversold', ok: true, detail: '1 products at every revision' },
      { name: 'one slot per product and profile, and per product and person', ok: true, detail: '2 slots' },
      { name: 'a fee is charged only after success with evidence', ok: true, detail: '2 orders' },
      {
        name: 'one intent per order, one success of the agreed price, refunds within the charge',
        ok: true,
        detail: '1 charges',
      },
      {
        name: 'every order of a release attempted, none bought twice',
        ok: true,
        detail: '2 of 2 due orders in finished releases',
      },
      {
        name: 'every order ended 72 hours after its release',
        ok: true,
        detail: '2 orders whose 72 hours are over',
      },
      {
        name: 'a shop is paid by one token, within the agreed limit',
        ok: true,
        detail: '0 attempts that a token pays for',
      },
      { name: 'the ledgers of Stripe and the retailer say the same', ok: true, detail: '1 intents and 2 purchases' },
    ]);
  });

  it('hold when the bank has taken the fee of a closed order back', () => {
    expect(broken([...DROP, closed(1), disputeLost(1)])).toEqual([]);
  });

  it('hold when money is on its way back that was paid in time', () => {
    expect(broken([...DROP, refund(1, 'r2', 500)], undefined, OVER)).toEqual([]);
  });

  it('hold for what is shown as the log has it', () => {
    const shown = [
      { orderId: 'order-1', status: 'success' },
      { orderId: 'order-2', status: 'fail' },
    ] as const;
    expect(check(DROP, { shown })[7]).toMatchObject({ ok: true, detail: '2 orders' });
  });

  it('hold for an empty log', () => expect(broken([], { retailer: { references: [] } })).toEqual([]));

  it('hold while it is still running', () => {
    const running = [...BEFORE, attempted(1)];
    expect(
      broken(running, { retailer: { references: [sale] }, stripe: { intents: [], charges: [], refunds: [] } }),
    ).toEqual([]);
  });

  it('hold when a slot was given back and reserved again', () => {
    const again = [
      ...BEFORE.slice(0, 3),
      inProduct(released(1)),
      inProduct(reserved(3, { profileId: 'profile-1', person: 'person-1' })),
    ];
    expect(broken(again)).toEqual([]);
  });

  it('hold for a drop that was cancelled', () => {
    expect(broken([...BEFORE.slice(0, 5), inProduct(cancelled(2))], {}, OVER)).toEqual([]);
  });

  it('hold when an order was withdrawn just before the release, and its slot freed after it', () => {
    const until = BEFORE.slice(0, -1);
    const late = [
      ...until,
      withdrawn(2, RELEASE - 1),
      ...BEFORE.slice(-1),
      inProduct(released(2)),
      attempted(1),
      bought(1),
    ];
    expect(broken([...late, inProduct(finished())])).toEqual([]);
  });

  it('name what is wrong, a few of many', () => {
    const many = Array.from({ length: 9 }, (_, n) => inProduct(reserved(n + 3)));
    const [oversold] = check([...BEFORE.slice(0, 3), ...many]);
    expect(oversold?.detail).toContain('box-hoodie: 3 of 2 at revision 3');
    expect(oversold?.detail).toContain('and 4 more');
  });
});

describe('it is noticed when', () => {
  it.each<[string, number, CheckArgs]>([
    ['more slots are held than there are', 1, [[...BEFORE.slice(0, 3), inProduct(reserved(3))]]],
    ['the stock is lowered below the slots', 1, [[...BEFORE.slice(0, 3), inProduct(edited({ totalStock: 1 }))]]],
    ['a profile holds two slots', 2, [[...BEFORE.slice(0, 2), inProduct(reserved(2, { profileId: 'profile-1' }))]]],
    ['a person holds two slots', 2, [[...BEFORE.slice(0, 2), inProduct(reserved(2, { person: 'person-1' }))]]],
    ['a charge is begun without a success', 3, [[...BEFORE, attempted(1), charging(1)]]],
    ['a fee is charged without a success', 3, [[...BEFORE, attempted(1), charged(1)]]],
    [
      'a success has no evidence',
      3,
      [[...BEFORE, attempted(1), bought(1, { kind: 'retailer', reference: '', sha256: 'x' }), charging(1)]],
    ],
    [
      'a mail proves what the retailer had refused',
      3,
      [[...BEFORE, attempted(1), soldOut(1), bought(1, { ...evidence, kind: 'reviewed' }), charging(1)]],
    ],
    ['Stripe charged before there was evidence', 3, [DROP, atStripe({ charges: [{ ...charge, created: 1 }] })]],
    ['an order has two intents', 4, [[...DROP, charging(1, 'pi_9')]]],
    ['an order is charged twice', 4, [[...DROP, charged(1, 'ch_9')]]],
    ['a fee is not of the price that was agreed', 4, [changed('FeeCharged', { amount: 3_501 })]],
    ['an order is placed for more than its slot', 4, [changed('SlotReserved', { price: 3_000 })]],
    ['refunds exceed the charge', 4, [[...DROP, refund(1, 'r2', 2_501)]]],
    ['a refund comes before the charge', 4, [[...BEFORE, attempted(1), bought(1), refund(1, 'r1', 1)]]],
    ['a closed order keeps its fee', 6, [[...DROP, closed(1)]]],
    ['a token is made for an attempt that pays with the card', 7, [[...DROP, happens(1, 'PaymentTokenMade', made)]]],
    ['Stripe holds a token that the log does not name', 8, [DROP, atStripe({ tokens: [token] })]],
    [
      'the sandbox sold a session that the log does not name',
      8,
      [DROP, { ...atStripe({ tokens: [] }), ...soldThere() }],
    ],
    ['another status is shown than the log says', 8, [DROP, { shown: [{ orderId: 'order-1', status: 'refunded' }] }]],
    ['a due order was never attempted', 5, [without(attempted(2), soldOut(2), closed(2))]],
    ['an order was bought twice', 5, [[...DROP, bought(1)]]],
    [
      'Stripe holds two intents of an order',
      8,
      [DROP, atStripe({ intents: [intent, { ...intent, id: 'pi_9', status: 'canceled' }] })],
    ],
    ['Stripe charged another sum', 8, [DROP, atStripe({ intents: [{ ...intent, amount_received: 3_600 }] })]],
    ['Stripe knows nothing of a charge', 8, [DROP, atStripe({ intents: [] })]],
    ['Stripe knows nothing of a refund', 8, [DROP, atStripe({ refunds: [] })]],
    ['Stripe gave a refund twice', 8, [DROP, atStripe({ refunds: [failed, refunded, { ...refunded, id: 're_9' }] })]],
    [
      'Stripe gave back what the log does not know',
      8,
      [DROP, atStripe({ refunds: [refunded, { ...refunded, id: 're_9', metadata: {} }] })],
    ],
    ['the log knows nothing of a charge', 8, [without(charged(1), charging(1)), { stripe }]],
    [
      'Stripe was paid for an unknown order',
      8,
      [DROP, atStripe({ intents: [intent, { ...intent, id: 'pi_9', metadata: { orderId: 'order-9' } }] })],
    ],
    [
      'the retailer sold an order twice',
      8,
      [DROP, { retailer: { references: [sale, { ...sale, reference: 'order-1:2' }] } }],
    ],
    [
      'the retailer sold an order twice that a mail proved',
      8,
      [
        [...BEFORE, attempted(1), bought(1, { ...evidence, kind: 'signed-email' })],
        { retailer: { references: [sale, { ...sale, reference: 'order-1:2', orderNumber: 'R-9' }] } },
      ],
    ],
    [
      'Stripe gave back more than it charged',
      8,
      [
        DROP,
        atStripe({ refunds: [refunded, { ...refunded, id: 're_9', status: 'pending', amount: 3_501, metadata: {} }] }),
      ],
    ],
    ['Stripe charged an order twice', 8, [DROP, atStripe({ charges: [charge, { ...charge, id: 'ch_9' }] })]],
    ['the charge in the log is another one', 8, [DROP, atStripe({ charges: [{ ...charge, id: 'ch_9' }] })]],
    [
      'Stripe has an intent of an unknown order',
      8,
      [
        DROP,
        atStripe({
          intents: [
            intent,
            { ...intent, id: 'pi_9', status: 'canceled', amount_received: 0, metadata: { orderId: 'order-9' } },
          ],
        }),
      ],
    ],
    [
      'the retailer sold what the log does not know',
      8,
      [DROP, { retailer: { references: [sale, { ...sale, orderId: 'order-2' }] } }],
    ],
    ['the retailer knows nothing of a success', 8, [DROP, { retailer: { references: [] } }]],
    ['an order is still open after 72 hours', 6, [without(closed(2)), undefined, OVER]],
    [
      'money that came after the closing has not gone back after 72 hours',
      6,
      [[...without(closed(2)), closed(1), refund(1, 'r2', 500)], undefined, OVER],
    ],
    ['an order was ended too late', 6, [[...without(closed(2)), closed(2, OVER)]]],
  ])('%s (%d)', (_, number, args) => {
    expect(broken(...args)).toContain(number);
  });
});
