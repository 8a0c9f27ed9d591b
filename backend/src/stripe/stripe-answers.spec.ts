import {
  confirmed,
  declineCodeOf,
  isRefundUnderWay,
  reasonOf,
  refundResult,
  savedCard,
  waitsForPayer,
} from './stripe-answers.js';

describe('an unknown value of Stripe', () => {
  it('as the status of a refund is kept, and is neither done nor failed', () => {
    const made = (status: string | null) => refundResult({ id: 're_1', status });
    expect(made('half_done')).toEqual({ kind: 'pending', stripeRefundId: 're_1', status: 'half_done' });
    expect(made(null)).toEqual({ kind: 'pending', stripeRefundId: 're_1', status: 'pending' });
    expect(['pending', 'requires_action', 'half_done'].map(isRefundUnderWay)).toEqual([true, true, false]);
  });

  it('as the status of an intent decides nothing', () => {
    const intent = { status: 'in_escrow', latest_charge: 'ch_1', amount_received: 2_000, next_action: null };
    expect(confirmed(intent)).toEqual({ kind: 'unknown', cause: 'in_escrow' });
    expect(['requires_action', 'processing', 'in_escrow'].map(waitsForPayer)).toEqual([true, false, false]);
  });

  it('as the status of a card setup means neither saved nor refused', () => {
    const saved = (status: string) => savedCard({ status, payment_method: null }, 'cus_1');
    expect([saved('in_escrow'), saved('processing')]).toMatchObject([{ code: 'unknown' }, { code: 'unknown' }]);
    expect([saved('requires_payment_method'), saved('requires_action')]).toMatchObject([
      { code: 'card_declined' },
      { code: 'authentication_required' },
    ]);
  });

  it('as the code of a decline is kept for staff, and reads as plainly declined', () => {
    const error = { code: 'card_declined', decline_code: 'mercury_retrograde' };
    expect([reasonOf(error), declineCodeOf(error)]).toEqual(['card_declined', { declineCode: 'mercury_retrograde' }]);
    expect(declineCodeOf({ code: 'card_declined', decline_code: 'insufficient_funds' })).toEqual({});
    expect(declineCodeOf({ code: 'card_declined' })).toEqual({});
  });
});
