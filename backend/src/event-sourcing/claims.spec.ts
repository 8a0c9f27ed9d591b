import { Holders } from './claims.js';

const NOW = 1_000_000;
const GONE_AFTER = 5_000;
const IDS = Array.from({ length: 900 }, (_, index) => `order-${index}`);

const claims = (by: string, count: number) =>
  Array.from({ length: count }, () => ({ data: { by, leaseUntil: NOW + 60_000 } }));
const hears = (holders: Holders, by: string, count = 8, now = NOW) => {
  for (const claim of claims(by, count)) holders.hear(claim, now);
};
const sharesOf = (all: readonly Holders[], now = NOW) =>
  all.map((holders) => IDS.filter((id) => holders.isInShare(id, now)));

describe('processes that claim at the same time', () => {
  it('each have a share, which is everything together and about the same', () => {
    const all = ['one', 'two', 'three'].map((here) => new Holders(false, here, 'follows'));
    for (const holders of all) for (const { here } of all) hears(holders, `checkout-${here}.follows`);
    const shares = sharesOf(all);
    expect(shares.flat().sort()).toEqual(IDS.toSorted());
    for (const share of shares) expect(share.length).toBeGreaterThan(250);
  });

  it('are known by all that they claim, whatever it is', () => {
    const holders = new Holders(false, 'one');
    for (const by of ['charge-two', 'mail-two.all', 'checkout-two.follows', 'refund-two']) hears(holders, by, 2);
    expect(sharesOf([holders])[0]?.length).toBeLessThan(600);
  });

  it('have everything again five seconds after the last claim of the others', () => {
    const holders = new Holders(false, 'one');
    hears(holders, 'charge-two');
    expect(sharesOf([holders], NOW + GONE_AFTER)[0]?.length).toBeLessThan(600);
    expect(sharesOf([holders], NOW + GONE_AFTER + 1)).toEqual([IDS]);
  });

  it.each([
    ['a few claims, as of an operator', new Holders(false, 'one'), 'checkout-two.answers', 7],
    ['the other thread of a process', new Holders(false, 'one', 'answers'), 'checkout-one.follows', 100],
    ['whoever had the stores before', new Holders(true, 'one'), 'checkout-two.all', 100],
  ] as const)('leave nothing to %s', (_, holders, by, count) => {
    hears(holders, by, count);
    expect(sharesOf([holders])).toEqual([IDS]);
  });

  it('do not count claims that lie long apart', () => {
    const holders = new Holders(false, 'one');
    for (let at = 0; at < 20; at += 1) hears(holders, 'charge-two', 1, NOW + at * (GONE_AFTER + 1));
    expect(sharesOf([holders], NOW + 19 * (GONE_AFTER + 1))).toEqual([IDS]);
  });
});
