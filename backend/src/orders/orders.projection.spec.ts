import {
  bought,
  chargeStarted,
  closed,
  declined,
  evidence,
  ID,
  NOW,
  paid,
  placed,
  refunded,
  refundRequested,
  refusedAtRetailer,
  slot,
  started,
  succeeded,
  waived,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import { histories } from '@supreme-access/test/fixtures/order-histories.js';
import {
  escalated,
  payable,
  prepared,
  startedByToken,
  tokenMade,
  unknownOutcome,
} from '@supreme-access/test/fixtures/order-tokens.js';
import fc from 'fast-check';
import { fold } from '../projections/fold.js';
import type { AnyRecorded } from '../projections/recorded.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import { type OrderEvent, order } from './order.js';
import { type OrderDoc, ordersProjection, orderView } from './orders.projection.js';

const PERSON = { email: 'ada@example.com', name: 'Ada Lovelace' };
const erased: OrderEvent = { type: 'PersonalDataErased', data: {} };

const isOfSlot = (type: string) => type === 'SlotReserved' || type === 'OrderPlaced';

/** Events as the projector hands them over, one per position. */
function recorded(events: readonly { type: string; data: object }[], first = 1): AnyRecorded[] {
  return events.map(({ type, data }, index) => {
    const isSlot = type === 'SlotReserved';
    const ownOf = (): [string, string] => ('about' in data ? ['mail', `order-${ID}:success`] : ['order', ID]);
    const [category, id] = isSlot ? ['product', 'box-logo'] : ownOf();
    return {
      type,
      data,
      personal: () => ('personal' in data ? (isOfSlot(type) ? PERSON : data.personal) : null) as never,
      stream: `${category}-${id}`,
      id,
      category,
      eventId: `e${first + index}`,
      revision: index,
      position: first + index,
      at: NOW + index,
      actor: { kind: 'worker', id: 'spec' },
      correlationId: 'c1',
      subject: 'account-a1',
    };
  });
}

const { livemode: _, subject: __, ...reserved } = slot;
const slotReserved = { type: 'SlotReserved', data: { ...reserved, personal: 'sealed' } };

async function read(events: readonly { type: string; data: object }[], batch = events.length): Promise<OrderDoc> {
  const models = memoryReadModels();
  await models.open([ordersProjection]);
  const all = recorded(events);
  for (let from = 0; from < all.length; from += batch) {
    await fold(models, ordersProjection, all.slice(from, from + batch));
    // at least once: a redelivery of everything so far
    await fold(models, ordersProjection, all.slice(0, from + batch));
  }
  const doc = await models.get<OrderDoc>(ordersProjection, ID);
  if (!doc) throw new Error('no document');
  return doc;
}

describe('the read model of an order', () => {
  it('starts with the slot, before the order is placed', async () => {
    const doc = await read([slotReserved]);
    expect(doc).toMatchObject({ orderId: ID, status: 'pending', price: 2_000, slotNumber: 1, ...PERSON });
  });

  it('of a test order starts with its placing, and keeps nothing sealed', async () => {
    const test = placed({ livemode: false, slotNumber: null });
    const doc = await read([{ ...test, data: { ...test.data, personal: 'sealed' } }]);
    expect(doc).toMatchObject({ livemode: false, slotNumber: null, ...PERSON });
    expect(doc.life).toEqual([test].reduce(order.evolve, order.initial));
  });

  it('forgets an erased person and keeps the rest', async () => {
    const doc = await read([slotReserved, placed(), withdrawn, erased]);
    expect(doc).toMatchObject({ email: null, name: null, status: 'withdrawn', productTitle: 'Box Logo' });
  });

  it("shows what a shop tells its buyer to nobody else's read model, and forgets it with the buyer", async () => {
    const page = { url: 'https://shop.example/orders/1?key=k' };
    const tracking = { number: '1Z-77', url: 'http://carrier.example' };
    const retail = { number: 'N-17', total: 16_800, currency: 'gbp' };
    const sold = succeeded({ retail, personal: page });
    const shipped: OrderEvent = { type: 'ShipmentReported', data: { eventId: 'evt_1', personal: { tracking } } };
    const events = [slotReserved, placed(), started(), sold, shipped];
    const doc = await read(events);
    expect(doc.atShop).toEqual({ ...page, tracking });
    expect(JSON.stringify(doc.life)).not.toMatch(/1Z-77|key=k/);
    const retailOrder = orderView(doc, NOTHING_BESIDE).retailOrder;
    expect(retailOrder).toEqual({ number: 'N-17', ...page, tracking: { number: '1Z-77', carrier: null, url: null } });
    const since = await read([...events, waived, erased]);
    expect([since.atShop, orderView(since, NOTHING_BESIDE).retailOrder]).toEqual([
      null,
      { number: 'N-17', url: null, tracking: null },
    ]);
  });

  it('tells of a mail that did not arrive until another has, or the person is erased', async () => {
    const name = { about: `order-${ID}`, kind: 'success', which: '' };
    const bounced = { type: 'MailBounced', data: { ...name, reason: 'no-mailbox', reply: '550 ada@example.com' } };
    const after = async (...more: { type: string; data: object }[]) =>
      (await read([slotReserved, placed(), withdrawn, bounced, ...more])).mailBounced;
    expect(await after()).toMatchObject({ reply: '550 ada@example.com' });
    expect([await after({ type: 'MailSent', data: name }), await after(erased)]).toEqual([null, null]);
  });

  it('is found by the person and by the reference it was bought under, and by nothing of somebody erased', async () => {
    const person = ['ada', 'example', 'com', 'lovelace'];
    expect(await read([slotReserved])).toMatchObject({ words: person, reference: null });
    const found = await read([slotReserved, ...paid]);
    expect(found).toMatchObject({ words: [...person, 'r', '1001'], reference: 'r-1001' });
    const forgotten = await read([slotReserved, ...paid, erased]);
    expect(forgotten).toMatchObject({ words: ['r', '1001'], reference: 'r-1001' });
  });

  it('is to settle while its shop sold without the money, or has the money and did not sell', async () => {
    const paying = [slotReserved, placed(payable), startedByToken(), prepared(), tokenMade()];
    const sold = unknownOutcome('bought-unpaid', { sold: { evidence } });
    const over = (captured: number, token: 'consumed' | 'revoked' = 'consumed') =>
      refusedAtRetailer('closed', null, 1, { token, captured, completes: 'in-doubt' });
    const of = async (...events: OrderEvent[]) => (await read([...paying, ...events])).unsettled;
    expect([await of(), await of(sold), await of(over(16_800), closed())]).toEqual([null, true, true]);
    const unpaid = over(0, 'revoked');
    expect([await of(unpaid, closed()), await of(sold, unpaid, closed())]).toEqual([null, null]);
    // An authorisation uses the token up, too.
    expect(await of(over(0), closed())).toBe(true);
    const reported = { reference: `${ID}:1`, eventId: 'e', late: true } as const;
    expect(await of(unpaid, closed(), { type: 'ShopOrderReported', data: reported })).toBe(true);
    expect(await of(sold, succeeded())).toBeNull();
  });

  it('made anew after somebody was erased is the one that saw them go', async () => {
    const sealed = { type: 'SlotReserved', data: reserved };
    expect(await read([sealed, ...paid, erased])).toEqual(await read([slotReserved, ...paid, erased]));
  });

  it('leaves its words alone while something else happens: their index is not touched', () => {
    const [first, ...others] = recorded([slotReserved, placed(), started()]);
    if (!first) throw new Error('no slot');
    const doc = ordersProjection.evolve(null, first, ID);
    const later = others.reduce((before, event) => ordersProjection.evolve(before, event, ID), doc);
    expect(later?.words).toBe(doc?.words);
  });

  it('knows nothing of an order without slot and placing', async () => {
    await expect(read([started()])).rejects.toThrow('no document');
  });

  it('says the same in one batch, event by event, and when processed twice', async () => {
    const events = [slotReserved, ...paid, refundRequested('r1', 500), refunded('r1', 500)];
    expect(await read(events, 1)).toEqual(await read(events));
  });

  it('leads the life that the aggregate leads, whatever happens', async () => {
    const lives = fc.asyncProperty(histories, async (steps) => {
      const events = steps.flatMap((step) => step.events);
      const { life } = await read([slotReserved, ...events]);
      expect(life).toEqual(steps.at(-1)?.after);
    });
    await fc.assert(lives, { numRuns: 100 });
  });
});

const NOTHING_BESIDE = { hasCode: null };

describe('an order as the API answers it', () => {
  it('speaks in currency units and ISO time', async () => {
    const doc = await read([slotReserved, ...paid, refundRequested('r1', 550), refunded('r1', 550)]);
    expect(orderView(doc, NOTHING_BESIDE)).toMatchObject({
      orderId: ID,
      price: 20,
      charged: 20,
      refunded: 5.5,
      status: 'success',
      success: true,
      boughtSize: 'm',
      orderDate: '2026-11-21T11:59:00.000Z',
    });
  });

  it('shows a failure as refunded, and says that nothing was charged', async () => {
    const view = orderView(await read([slotReserved, placed(), closed()]), NOTHING_BESIDE);
    expect(view).toMatchObject({ status: 'fail', statusLabel: 'Refunded', charged: 0 });
    expect(view.statusNote).toContain('You were not charged');
  });

  it('does not say that nothing was charged where the shop kept the money', async () => {
    const took = refusedAtRetailer('closed', null, 1, { token: 'revoked', captured: 16_800, completes: 'in-doubt' });
    const paying = [placed(payable), startedByToken(), prepared(), tokenMade(), took, closed()];
    const { statusNote } = orderView(await read([slotReserved, ...paying]), NOTHING_BESIDE);
    expect(statusNote).toContain('The retailer took your payment and confirmed no order.');
  });

  it('does not say that nothing could be bought where the shopper finished the checkout at the shop', async () => {
    const sold = unknownOutcome('bought-unpaid', { sold: { evidence } });
    const finished = [slotReserved, placed(payable), startedByToken(), prepared(), tokenMade(), escalated(), sold];
    const took = refusedAtRetailer('closed', null, 1, { token: 'revoked', captured: 0, completes: 'in-doubt' });
    for (const end of [[], [took, closed()]]) {
      const { statusNote } = orderView(await read([...finished, ...end]), NOTHING_BESIDE);
      expect(statusNote).toBe('You finished the checkout at the retailer yourself, so there is no service fee.');
    }
  });

  it('says what is wrong with the fee, and that an item whose fee was never paid stays with its buyer', async () => {
    const noteAfter = async (...events: OrderEvent[]) =>
      orderView(await read([slotReserved, ...bought, chargeStarted(), ...events]), NOTHING_BESIDE).statusNote;
    expect(await noteAfter(declined())).toBe('We got it, but your fee payment failed. Please use another card.');
    expect(await noteAfter(declined(1, 'authentication_required'))).toBe(
      'We got it. Your bank wants you to confirm the service fee.',
    );
    expect(await noteAfter(declined(1, 'expired_card'))).toBe(
      'We got it, but your card has expired. Please use another card.',
    );
    expect(await noteAfter(declined(), closed('fee-lapsed'))).toBe(
      'The service fee was not paid in time. You keep the item, and no fee was taken.',
    );
  });

  it('says who withdrew the slot, and why', async () => {
    const noteAfter = async (by: 'holder' | 'admin', more: { reason?: string; dropCancelled?: true } = {}) => {
      const events = [slotReserved, placed(), { ...withdrawn, data: { ...withdrawn.data, by, ...more } }];
      return orderView(await read(events), NOTHING_BESIDE).statusNote;
    };
    expect(await noteAfter('holder')).toBe('You withdrew this slot. You were not charged.');
    const reason = 'The brand moved it.';
    expect(await noteAfter('admin', { reason })).toBe(
      'We withdrew your slot. You were not charged. Reason: The brand moved it.',
    );
    expect(await noteAfter('admin', { reason, dropCancelled: true })).toBe(
      'This drop was cancelled. You were not charged. Reason: The brand moved it.',
    );
  });
});

describe('the stamps on a ticket', () => {
  const stamps = async (...events: OrderEvent[]) => {
    const { stamps } = orderView(await read([slotReserved, ...events]), NOTHING_BESIDE);
    return stamps.map(({ label, done, at }) => [label, done ? at?.slice(11, 23) : 'to come']);
  };
  const reserved = ['Reserved', '11:59:00.000'];

  it('tell what is still to come while the order is open', async () => {
    expect(await stamps(placed())).toEqual([reserved, ['Checked out', 'to come'], ['Charged', 'to come']]);
  });

  it('carry the times of the log', async () => {
    expect(await stamps(...paid)).toEqual([reserved, ['Checked out', '12:00:00.003'], ['Charged', '12:00:00.005']]);
  });

  it('say that another size was bought, and that no fee was due', async () => {
    const [, next, fee] = await stamps(placed(), started(1, 'l'), succeeded({ size: 'l' }), waived);
    expect([next?.[0], fee?.[0]]).toEqual(['Next available', 'No fee']);
  });

  it('ask for what only the shopper can do, beside the fee that is still to come', async () => {
    expect((await stamps(...bought, chargeStarted(), declined())).slice(2)).toEqual([
      ['Payment needed', '12:00:00.005'],
      ['Charged', 'to come'],
    ]);
  });

  it.each<[string, OrderEvent[], string[]]>([
    ['withdrawn', [placed(), withdrawn], ['Reserved', 'Withdrawn']],
    ['closed', [placed(), started(), closed()], ['Reserved', 'Closed']],
    [
      'closed unpaid',
      [...bought, chargeStarted(), declined(), closed('fee-lapsed')],
      ['Reserved', 'Checked out', 'Closed'],
    ],
    [
      'being refunded',
      [...paid, refundRequested('r1', 2_000)],
      ['Reserved', 'Checked out', 'Charged', 'Refund pending'],
    ],
    [
      'refunded',
      [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000)],
      ['Reserved', 'Checked out', 'Charged', 'Refunded'],
    ],
  ])('end with what ended it: %s', async (_, events, labels) => {
    const view = orderView(await read([slotReserved, ...events]), NOTHING_BESIDE);
    expect(view.stamps.map(({ label, done }) => done && label)).toEqual(labels);
  });

  it('know no time of what the log says and the lists do not yet', async () => {
    const doc = await read([slotReserved, placed()]);
    const { life } = await read([slotReserved, ...paid]);
    const { stamps } = orderView({ ...doc, life, status: 'success' }, NOTHING_BESIDE);
    expect(stamps.map(({ done, at }) => [done, at === null])).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ]);
  });
});
