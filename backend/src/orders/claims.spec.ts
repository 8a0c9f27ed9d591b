import { isHeld, leaseOfTakeover } from './claims.js';

const HOUR = 3_600_000;
const claim = (unresolvedClaims: number) => ({ by: 'worker-1', leaseUntil: 50_000, unresolvedClaims });

describe('the lease of a takeover', () => {
  it('is three times as long after each that had no definite outcome, and never longer than half a day', () => {
    const leases = [0, 1, 2, 3, 9, 1_000].map((unresolvedClaims) => leaseOfTakeover(50_000, claim(unresolvedClaims)));
    expect(leases).toEqual([50_000, 150_000, 450_000, 1_350_000, 12 * HOUR, 12 * HOUR]);
  });

  it('makes a dozen of them cover 72 hours', () => {
    const leases = Array.from({ length: 12 }, (_, unresolvedClaims) =>
      leaseOfTakeover(40_000, claim(unresolvedClaims)),
    );
    expect(leases.reduce((sum, lease) => sum + lease, 0)).toBeGreaterThan(72 * HOUR);
  });
});

it('a claim is held by who made it, for what ends before the lease does', () => {
  expect(isHeld(claim(0), 'worker-1', 50_000)).toBe(true);
  expect(isHeld(claim(0), 'worker-1', 50_001)).toBe(false);
  expect(isHeld(claim(0), 'worker-2', 1)).toBe(false);
});
