import {
  bought,
  CLOSES,
  charged,
  chargeStarted,
  claim,
  declined,
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
} from '@supreme-access/test/fixtures/order.js';
import { type MailEvent, mailIdOf } from '../../mail/mail.js';
import type { OrderEvent } from '../order.js';
import { attemptsOf, evidenceOf, type FileEvent, moneyOf } from './order-file.js';
import { mailsOf, workOf } from './order-work.js';

const MINUTE = 60_000;
const mail = (which = '') => ({ about: `order-${ID}`, kind: 'success', which });
const ofMail = (event: MailEvent) => ({ ...event, category: 'mail', id: mailIdOf(event.data) });
const requested = (which = '') =>
  ofMail({ type: 'MailRequested', data: { ...mail(which), cause: null, requestedAt: NOW } });
const bounced = ofMail({
  type: 'MailBounced',
  data: { ...mail(), reason: 'no-mailbox', reply: '550 5.1.1', accountId: null },
});
const ofProduct = (type: 'SlotReserved' | 'ReleaseStarted') => ({
  type,
  data: slot,
  category: 'product',
  id: 'box-logo',
});
const reserved = ofProduct('SlotReserved');

type FiledEvent = OrderEvent | typeof reserved | typeof bounced;

/** A minute apart, by workers, each of a command of its own. */
function filed(...events: FiledEvent[]): FileEvent[] {
  return events.map((event, index) => ({
    category: 'order',
    id: ID,
    ...event,
    eventId: `e${index}`,
    at: NOW + index * MINUTE,
    actor: { kind: 'worker', id: 'spec' },
  })) as unknown as FileEvent[];
}

describe('the money of an order', () => {
  it('is what its events say: the price with its promo, what was charged, what went back, and what remains', () => {
    const promo = { code: 'FOREST', percent: 20 };
    const events = filed(
      placed({ listPrice: 2_500, promo }),
      started(),
      succeeded(),
      chargeStarted(),
      charged(),
      refundRequested('a', 500),
      refunded('a', 500),
      refundRequested('b', 300),
    );
    const { moves, ...sums } = moneyOf(events);
    expect(sums).toEqual({
      currency: 'usd',
      listPrice: 25,
      discount: 5,
      promoCode: 'FOREST',
      price: 20,
      charged: 20,
      refunded: 5,
      settled: 0,
      refundsUnderWay: 3,
      remains: 12,
    });
    expect(moves.map(({ type, amount, note, eventId }) => [type, amount, note, eventId])).toEqual([
      ['OrderPlaced', 20, 'promo FOREST', 'e0'],
      ['FeeCharged', 20, null, 'e4'],
      ['RefundRequested', 5, 'wrong size', 'e5'],
      ['FeeRefunded', 5, 're_a', 'e6'],
      ['RefundRequested', 3, 'wrong size', 'e7'],
    ]);
  });

  it('that an admin agreed on is told with the reason', () => {
    const events = filed(placed(), { type: 'PriceOverridden', data: { from: 2_000, to: 2_200, reason: 'a regular' } });
    expect(moneyOf(events)).toMatchObject({ price: 22, discount: -2, charged: 0, remains: 0 });
    expect(moneyOf(events).moves.at(-1)).toMatchObject({ type: 'PriceOverridden', amount: 22, note: 'a regular' });
  });

  it('is known of a slot that is not placed yet', () => {
    expect(moneyOf(filed(reserved))).toMatchObject({ price: 20, charged: 0 });
  });

  it('names a fee that did not go through, without an amount', () => {
    const { moves } = moneyOf(filed(...bought, chargeStarted(), declined()));
    expect(moves.at(-1)).toMatchObject({ type: 'FeeDeclined', amount: null, note: 'card_declined' });
  });
});

describe('the attempts of an order', () => {
  it('each tell who held it until when, and what the retailer answered', () => {
    const events = filed(placed(), started(), refusedAtRetailer('sold-out', NOW + MINUTE), started(2, 'l'));
    expect(attemptsOf(events)).toMatchObject([
      {
        reference: `${ID}:1`,
        size: 'm',
        claimedBy: 'worker-1',
        leaseUntil: new Date(claim.leaseUntil).toISOString(),
        answer: 'refused',
        reason: 'sold-out',
        answeredAt: new Date(NOW + 2 * MINUTE).toISOString(),
        retryAt: new Date(NOW + MINUTE).toISOString(),
        eventId: 'e1',
      },
      { reference: `${ID}:2`, size: 'l', answer: 'open', reason: null, answeredAt: null, retryAt: null },
    ]);
  });

  it('whose outcome is unknown name who took them over', () => {
    const data = {
      attempt: 1,
      reference: `${ID}:1`,
      reason: 'lease-expired',
      retryAt: CLOSES,
      by: 'w2',
      leaseUntil: CLOSES,
    };
    const [attempt] = attemptsOf(filed(placed(), started(), { type: 'CheckoutOutcomeUnknown', data }));
    expect(attempt).toMatchObject({ answer: 'unknown', claimedBy: 'w2', leaseUntil: new Date(CLOSES).toISOString() });
  });

  it('that bought leave the evidence', () => {
    expect(evidenceOf(filed(...bought))).toEqual({
      eventId: 'e2',
      at: new Date(NOW + 2 * MINUTE).toISOString(),
      by: 'worker spec',
      kind: 'retailer',
      reference: 'R-1001',
      sha256: 'proof',
      late: false,
    });
    expect(evidenceOf(filed(placed(), started()))).toBeNull();
  });
});

describe('the mails of an order', () => {
  it('stand as was last said of them, with their Message-ID and why they bounced', () => {
    const claimed = ofMail({ type: 'MailClaimed', data: { ...mail(), ...claim } });
    const events = filed(...paid, requested(), claimed, requested('again'), bounced);
    const [id, again] = [`order-${ID}:success`, `order-${ID}:success:again`];
    expect(mailsOf(events, (mailId, request) => `<${mailId}.${request}@shop>`)).toMatchObject([
      {
        mailId: id,
        state: 'bounced',
        messageId: `<${id}.1@shop>`,
        bounce: { reason: 'no-mailbox', reply: '550 5.1.1' },
      },
      { mailId: again, state: 'asked-for', bounce: null },
    ]);
  });
});

describe('the work that waits for an order', () => {
  it('is what its events made due and have not ended', () => {
    const kinds = (...events: FiledEvent[]) => workOf(filed(...events)).map(({ kind, about }) => about ?? kind);
    expect(kinds(reserved)).toEqual(['place-order', 'slot-confirmed']);
    expect(kinds(reserved, placed(), started())).toEqual(['slot-confirmed', 'checkout', 'close-order']);
    expect(kinds(...paid, refundRequested('r', 500))).toEqual(['success', 'refund']);
    expect(kinds(...paid, bounced)).toEqual([]);
  });
});
