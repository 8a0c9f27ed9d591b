import { FAULTS, type FaultRates, Faults } from './faults.js';

const RATES: FaultRates = { soldOut: 0.1, declined: 0.1, timeoutAfterAccepting: 0.1, lostAnswer: 0.1, error500: 0.1 };
const references = Array.from({ length: 400 }, (_, index) => `order-${index}:1`);
const struck = (faults: Faults, all: string[]) => new Map(all.map((one) => [one, faults.strike('submit', one)]));

describe('seeded faults', () => {
  it('are the same twice, whatever the order of calls', () => {
    const once = struck(new Faults('drop', RATES), references);
    const backwards = struck(new Faults('drop', RATES), [...references].reverse());
    for (const reference of references) expect(backwards.get(reference)).toBe(once.get(reference));
  });

  it('occur at their rates, and differ with the seed', () => {
    const once = [...struck(new Faults('drop', RATES), references).values()];
    for (const fault of ['soldOut', 'declined', 'timeoutAfterAccepting', 'lostAnswer', 'error500']) {
      const count = once.filter((one) => one === fault).length;
      expect(count).toBeGreaterThan(15);
      expect(count).toBeLessThan(70);
    }
    expect([...struck(new Faults('other', RATES), references).values()]).not.toEqual(once);
  });

  it('of the transport strike a reference once, so that a repeat succeeds', () => {
    const faults = new Faults('drop', { error500: 1 });
    expect(faults.strike('submit', 'a:1')).toBe('error500');
    expect(faults.strike('submit', 'a:1')).toBeUndefined();
  });

  it('that are refusals are the same for a second copy of the submission', () => {
    const faults = new Faults('drop', { soldOut: 1 });
    expect(faults.strike('submit', 'a:1')).toBe('soldOut');
    expect(faults.strike('submit', 'a:1')).toBe('soldOut');
  });

  it('strike submissions only', () => {
    const faults = new Faults('drop', { error500: 1 });
    expect(faults.strike('lookup', 'a:1')).toBeUndefined();
    expect(faults.strike('close', 'a:1')).toBeUndefined();
    expect(faults.strike('submit', 'a:1')).toBe('error500');
  });

  it('refuse rates that are negative, not numbers, or above 1 in sum', () => {
    expect(() => new Faults('drop', { soldOut: -0.1 })).toThrow('rates');
    expect(() => new Faults('drop', { soldOut: Number.NaN })).toThrow('rates');
    expect(() => new Faults('drop', { soldOut: 0.6, declined: 0.6 })).toThrow('rates');
  });
});

describe('forced faults', () => {
  it('strike the reference, the order or the next calls they name, as often as they say', () => {
    const faults = new Faults('drop', {});
    faults.force({ fault: 'declined', on: 'submit', reference: 'a:2', times: 1 });
    faults.force({ fault: 'slow', on: 'submit', orderId: 'b', times: 2 });
    faults.force({ fault: 'error500', on: 'lookup', times: 1 });

    expect(faults.strike('submit', 'a:1')).toBeUndefined();
    expect(faults.strike('submit', 'a:2')).toBe('declined');
    expect(faults.strike('submit', 'a:2')).toBeUndefined();
    expect([faults.strike('submit', 'b:1'), faults.strike('submit', 'b:2')]).toEqual(['slow', 'slow']);
    expect(faults.strike('submit', 'b:3')).toBeUndefined();
    expect(faults.strike('lookup', 'anything:1')).toBe('error500');
    expect(faults.strike('lookup', 'anything:1')).toBeUndefined();
  });

  it('precede seeded ones and end when cleared', () => {
    const faults = new Faults('drop', { soldOut: 1 });
    for (const fault of FAULTS) faults.force({ fault, on: 'submit', times: 1 });
    expect(faults.strike('submit', 'a:1')).toBe('soldOut');
    expect(faults.strike('submit', 'a:1')).toBe('declined');
    faults.clear();
    expect(faults.strike('submit', 'a:1')).toBe('soldOut');
  });
});
