import type { PreparedAnswer } from '../../retailers/retailer.js';
import { speedFinding, totalFinding } from './trial-checkouts.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const prepared: PreparedAnswer = {
  ...{ session: 'chk_1', seller: 'profile_1', handler: 'spt', expiresAt: null, total: usd(18_000) },
  kind: 'prepared',
};

describe('what a checkout for nobody tells of a drop', () => {
  it('is a total that every limit allows', () => {
    expect(totalFinding(prepared, [{ limit: usd(18_000) }]).level).toBe('ok');
    const low = [{ limit: usd(17_999) }, { limit: { amount: 99_999, currency: 'eur' } }, {}, { limit: usd(20_000) }];
    expect(totalFinding(prepared, low)).toMatchObject({ level: 'warn', reason: 'total-above-limits', count: 3 });
  });

  it.each<[string, PreparedAnswer, string, string | null]>([
    ['is not on sale yet', { kind: 'unavailable', reason: 'not-open', retryable: true }, 'ok', null],
    [
      'takes no token',
      { kind: 'unavailable', reason: 'other: handler-missing', retryable: false },
      'red',
      'no-handler',
    ],
    ['refuses', { kind: 'unavailable', reason: 'invalid', retryable: false }, 'warn', 'not-prepared'],
    ['does not answer', { kind: 'unknown', cause: 'aborted' }, 'warn', 'not-prepared'],
    ['asks for the person', { kind: 'escalated', session: 's', url: '', expiresAt: null }, 'warn', 'person-wanted'],
  ])('is told where the shop %s', (_, answer, level, reason) => {
    expect(totalFinding(answer, [])).toMatchObject({ level, reason });
  });

  it('is a pace that suits the slots held', () => {
    expect(speedFinding(1_000, 1_000, 8).level).toBe('ok');
    expect(speedFinding(3_700, 1_000, 8)).toMatchObject({ level: 'warn', reason: 'slow-shop', count: 16 });
  });
});
