import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { byRelease, nextRelease, slotsOf } from './drop-state.js';

const NOW = Date.UTC(2026, 2, 6, 11);
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const DROP: PublicProduct = { ...PRODUCT, releaseAt: at(5), releaseTz: 'UTC', reservationClosesAt: at(5) };

describe('the board', () => {
  const drop = (productId: string, facts: Partial<PublicProduct>) => ({ ...DROP, productId, ...facts });
  const DROPS = [
    drop('gone', { releaseAt: at(-90), releaseStartedAt: at(-90) }),
    drop('by hand', { releaseAt: null }),
    drop('later', { releaseAt: at(60) }),
    drop('just gone', { releaseAt: at(-5), releaseStartedAt: at(-5) }),
    drop('soon', { releaseAt: at(5) }),
  ];

  it('lists coming drops soonest first, then past ones latest first', () => {
    expect(byRelease(DROPS).map(({ productId }) => productId)).toEqual([
      'soon',
      'later',
      'by hand',
      'just gone',
      'gone',
    ]);
  });

  it('shows slots left, or slots reserved after the release', () => {
    const facts = { ...DROP, reserved: 3, totalStock: 12 };
    expect(slotsOf(facts, 'open')).toBe('9 of 12 slots left');
    expect(slotsOf(facts, 'departed')).toBe('3 of 12 slots were reserved');
  });

  it('counts down to the next release, if there is one', () => {
    expect(nextRelease(DROPS, NOW)?.productId).toBe('soon');
    expect(nextRelease(DROPS, NOW + 10 * 60_000)?.productId).toBe('later');
    expect(nextRelease(DROPS.slice(0, 2), NOW)).toBeUndefined();
  });
});
