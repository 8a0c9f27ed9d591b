import { fold, paid, refunded, refundFailed, refundRequested } from '@supreme-access/test/fixtures/order.js';
import type { OrderEvent } from './order.js';
import { currentRefundMail, type RefundMailKind, refundNews } from './refund-mails.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const news = (kind: RefundMailKind, which: string, ...events: OrderEvent[]) => newsTo([], kind, which, ...events);
/** `sent`: the refunds whose mail has arrived */
const newsTo = (sent: string[], kind: RefundMailKind, which: string, ...events: OrderEvent[]) =>
  refundNews({ kind, which }, fold(...events), { sent: new Set(sent), begun: new Set(sent), again: false }, 'usd');
const settled: OrderEvent = {
  type: 'RefundSettled',
  data: { settlementId: 's1', amount: 2_000, currency: 'usd', reason: 'bank transfer' },
};
const whole = [...paid, refundRequested('r1', 2_000), refunded('r1', 2_000)];
const cameBack = [...whole, refundFailed('r1')];

describe('the mail about a refund', () => {
  it('tells that refund alone, and what has gone back in all beside it', () => {
    const both = [...paid, refundRequested('r1', 500), refundRequested('r2', 700), refunded('r1', 500)];
    expect(news('refund', 'r1', ...both)).toEqual({ kind: 'refund', charged: usd(2_000), refunded: usd(500) });
    expect(news('refund', 'r2', ...both, refunded('r2', 700))).toMatchObject({
      refunded: usd(700),
      inAll: usd(1_200),
    });
  });

  it('is not written before the money is back, nor once it has come back', () => {
    expect(news('refund', 'r1', ...paid, refundRequested('r1', 500))).toBeNull();
    expect(news('refund', 'r1', ...cameBack)).toBeNull();
    expect(news('refund', 'again', ...cameBack)).toBeNull();
  });

  it('that somebody asks for again tells all of it', () => {
    expect(news('refund', 'hourly', ...whole)).toMatchObject({ refunded: usd(2_000) });
  });
});

describe('the mail about a refund that failed', () => {
  it('tells its sum, and what becomes of the money', () => {
    const failed = newsTo(['r1'], 'refund-failed', 'r1', ...cameBack);
    expect(failed).toEqual({ kind: 'refund-failed', charged: usd(2_000), failed: usd(2_000), next: 'owed' });
    const retried = [...cameBack, refundRequested('r2', 2_000)];
    expect(newsTo(['r1'], 'refund-failed', 'r1', ...retried)).toMatchObject({ next: 'retried' });
    const paidOtherwise = [...cameBack, settled];
    expect(newsTo(['r1'], 'refund-failed', 'r1', ...paidOtherwise)).toMatchObject({ next: 'settled' });
    const lost: OrderEvent[] = [
      { type: 'FeeDisputed', data: { disputeId: 'dp_1', amount: 2_000 } },
      { type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome: 'lost' } },
    ];
    const given = [...cameBack, ...lost];
    expect(newsTo(['r1'], 'refund-failed', 'r1', ...given)).toMatchObject({ next: 'bank' });
  });

  it('is not written where it was made good for before its reader was told anything', () => {
    const unheard = [...paid, refundRequested('r1', 500), refundFailed('r1'), refundRequested('r2', 500)];
    expect(news('refund-failed', 'r1', ...unheard)).toBeNull();
  });

  it('is not written once its reader knows that the money came after all', () => {
    const again = [...cameBack, refundRequested('r2', 2_000), refunded('r2', 2_000)];
    expect(newsTo(['r1'], 'refund-failed', 'r1', ...again)).toMatchObject({ failed: usd(2_000) });
    expect(newsTo(['r1', 'r2'], 'refund-failed', 'r1', ...again)).toBeNull();
  });
});

it('the mail about what was paid another way tells the sum and how', () => {
  expect(news('refund-settled', 's1', ...cameBack, settled)).toEqual({
    kind: 'refund-settled',
    charged: usd(2_000),
    settled: usd(2_000),
    reason: 'bank transfer',
  });
});

it('what is sent again says where the money stands', () => {
  const current = (...events: OrderEvent[]) => currentRefundMail(fold(...events));
  expect([current(...paid), current(...paid, refundRequested('r1', 2_000))]).toEqual([null, null]);
  expect([current(...whole), current(...cameBack), current(...cameBack, settled)]).toEqual([
    'refund',
    'refund-failed',
    'refund-settled',
  ]);
});
