import { NOT_STARTED, timesAfter } from './checkout-times.js';

const started = (at: number) => ({ type: 'CheckoutStarted', data: {}, at });
const refused = (at: number, reason: string) => ({ type: 'CheckoutRefused', data: { reason }, at });
const succeeded = (at: number, kind: string) => ({ type: 'CheckoutSucceeded', data: { evidence: { kind } }, at });
const after = (...events: Parameters<typeof timesAfter>[1][]) => events.reduce(timesAfter, NOT_STARTED);

describe('the times of a checkout', () => {
  it('are those of the first question, and of the last answer', () => {
    const events = [started(1_000), refused(1_040, 'busy'), started(3_000), succeeded(3_250, 'retailer')];
    expect(after(...events)).toEqual({ firstAt: 1_000, askedAt: null, answeredIn: 250 });
  });

  it('have no answer while none has come, whatever else is recorded', () => {
    expect(after(started(1_000), { type: 'CheckoutOutcomeUnknown', data: {}, at: 9_000 })).toEqual({
      firstAt: 1_000,
      askedAt: 1_000,
      answeredIn: null,
    });
  });

  it.each([
    ['a code that is gone', refused(1_001, 'code-gone')],
    ['what we closed ourselves', refused(9_001, 'closed')],
    ['a mail that was forwarded', succeeded(90_000, 'reviewed')],
  ])('take %s for no answer of the retailer', (_, event) => {
    expect(after(started(1_000), event)).toEqual({ firstAt: 1_000, askedAt: null, answeredIn: null });
  });
});
