/** @jest-environment node */
import { isReference, storyFacts } from './story-facts.js';

describe('the facts of an event', () => {
  it('show minor units as money', () => {
    expect(storyFacts({ amount: 2250, currency: 'usd', from: 0, to: 1500 })).toEqual([
      ['amount', '$22.50'],
      ['from', '$0.00'],
      ['to', '$15.00'],
    ]);
    expect(storyFacts({ amount: 2250, currency: 'jpy' })).toEqual([['amount', '¥2,250']]);
  });

  it('show them with the decimals of ISO 4217, in the currency that stands beside them', () => {
    expect(storyFacts({ total: 2_250, currency: 'iqd' })).toEqual([['total', 'IQD\u00a02.250']]);
    const limit = { amount: 20_000, currency: 'eur' };
    expect(storyFacts({ price: 2_500, currency: 'usd', limit, retail: { total: 19_050, currency: 'huf' } })).toEqual([
      ['price', '$25.00'],
      ['limit.amount', '€200.00'],
      ['retail.total', 'HUF\u00a0190.50'],
    ]);
  });

  it('show ms as times, and attempts as numbers', () => {
    const [time, attempt] = storyFacts({ leaseUntil: Date.UTC(2026, 10, 20, 12, 0, 3), attempt: 2 });
    expect(time?.[1]).toMatch(/^20 Nov 2026, \d{2}:00:03$/);
    expect(attempt).toEqual(['attempt', '2']);
  });

  it('make ids and references copyable', () => {
    const names = ['orderId', 'evidence.reference', 'reference', 'stripeRefundId', 'reason', 'amount', 'size'];
    expect(names.filter(isReference)).toEqual(['orderId', 'evidence.reference', 'reference', 'stripeRefundId']);
  });

  it('name nested values by their path, and leave out empty ones', () => {
    const data = {
      evidence: { kind: 'retailer', reference: 'R-1' },
      promo: null,
      note: '',
      soldOut: ['m', 'l'],
      fallback: false,
    };
    expect(storyFacts(data)).toEqual([
      ['evidence.kind', 'retailer'],
      ['evidence.reference', 'R-1'],
      ['soldOut', 'm, l'],
      ['fallback', 'false'],
    ]);
  });
});
