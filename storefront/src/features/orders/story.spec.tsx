import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import type { Order, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import { statusLabel } from '@supreme-access/contract/statuses.js';
import { stamp } from '@supreme-access/contract/ticket.js';
import { newestFirst, readNews, withNews } from './orders.js';
import { momentsOf, toneOf } from './story.js';

const entry = (type: StoryEventName, position: number, data: Record<string, unknown> = {}): StoryEntry => ({
  type,
  at: `2026-03-06T11:00:0${position}.000Z`,
  position,
  causedBy: 'x',
  data,
});
const STORY = [
  entry('CheckoutSucceeded', 4, { size: 'os', style: 'Ink' }),
  entry('SlotReserved', 1),
  entry('OrderPlaced', 2),
  entry('CheckoutStarted', 3, { attempt: 2 }),
  entry('MailRequested', 2),
  entry('FeeCharged', 5),
];
const STAMPS = [stamp('reserved', '2026-03-06T11:00:01.000Z'), stamp('closed', '2026-03-06T12:00:00.000Z')];
const ORDER = {
  orderId: 'a',
  status: 'pending',
  statusLabel: 'Pending',
  orderDate: '2026-03-06T11:00:01.000Z',
} as Order;

describe("an order's story", () => {
  it('says why an order was closed', () => {
    const [closed] = momentsOf([entry('OrderClosed', 9, { reason: 'sold-out' })]);
    expect(closed?.detail).toBe('The retailer was sold out.');
    const [lapsed] = momentsOf([entry('OrderClosed', 9, { reason: 'fee-lapsed' })]);
    expect(lapsed?.detail).toBe('The fee was not paid within 72 hours.');
  });

  it('says that the retailer sold the item where it has answered so, without a payment of ours', () => {
    const [sold] = momentsOf([entry('CheckoutOutcomeUnknown', 9, { reason: 'bought-unpaid' })]);
    expect(sold?.text).toBe('The retailer says that it has sold the item, and has taken no payment of ours.');
  });

  it('lists mails as secondary entries', () => {
    const mails = ['success', 'refund', 'something-new'].map((kind, at) => entry('MailSent', at, { which: '2', kind }));
    expect(momentsOf(mails).map(({ text, aside }) => [text, aside])).toEqual([
      ['We emailed you: we got it.', true],
      ['We emailed you: your refund.', true],
    ]);
  });

  it('names bounced mails and the reason', () => {
    const bounced = entry('MailBounced', 4, { kind: 'closed', reason: 'mailbox-full', reply: '552 5.2.2' });
    const [moment, ...more] = momentsOf([entry('MailClaimed', 3, { kind: 'closed' }), bounced]);
    expect(moment).toMatchObject({
      aside: true,
      text: 'An email to you bounced: the order was closed.',
      detail: 'The mailbox is full.',
    });
    expect(more).toEqual([]);
  });

  it('shows charged and refunded amounts', () => {
    const [charged, refunded] = momentsOf([
      entry('FeeCharged', 1, { amount: 1_250, currency: 'usd' }),
      entry('FeeRefunded', 2, { amount: 400, currency: 'usd' }),
    ]);
    expect([charged?.detail, refunded?.detail]).toEqual(['$12.50', '$4.00']);
  });

  it('is in the order of the log, without internal events', () => {
    expect(momentsOf(STORY).map(({ text, detail }) => [text, detail])).toEqual([
      ['You secured the slot.', undefined],
      ['We started the checkout at the retailer.', 'Attempt 2'],
      ['Checked out at the retailer.', 'Size OS, Ink'],
      ['The service fee was charged.', undefined],
    ]);
  });
});

describe('a ticket', () => {
  it('is kept until it has ended without success', () => {
    const tones = (['pending', 'success', 'fail', 'withdrawn'] as const).map((status) => toneOf({ status }));
    expect(tones).toEqual(['kept', 'kept', 'ended', 'ended']);
  });
});

describe('live events', () => {
  it('change the status of the order they name', () => {
    const news = readNews({ event: 'order', data: { orderId: 'a', status: 'fail', at: 'now', stamps: STAMPS } });
    expect(news).toEqual({ orderId: 'a', status: 'fail', stamps: STAMPS, isAgain: false });
    expect(news && withNews(ORDER, news)).toMatchObject({
      status: 'fail',
      statusLabel: statusLabel('fail'),
      stamps: STAMPS,
    });
    expect(news && withNews({ ...ORDER, orderId: 'b' }, news)).toMatchObject({ status: 'pending' });
  });

  it('are ignored when they are unknown', () => {
    expect(readNews({ event: 'order', data: { orderId: 'a', status: 'lost' } })).toBeNull();
    expect(readNews({ event: 'slots', data: { orderId: 'a', status: 'fail' } })).toBeNull();
  });

  it('keep the list sorted, newest first', () => {
    const older = { ...ORDER, orderId: 'b', orderDate: '2026-03-01T00:00:00Z' };
    expect(newestFirst([older, ORDER]).map(({ orderId }) => orderId)).toEqual(['a', 'b']);
  });
});
