import { Faults } from './faults.js';

type Kind = 'hang' | 'delay' | 'kill';

describe('faults', () => {
  it('commits nothing by default', () => {
    const faults = new Faults<Kind>();
    expect(Array.from({ length: 100 }, () => faults.draw('hang', 'delay', 'kill'))).toEqual(Array(100).fill(undefined));
    expect(faults.counts.hang).toBe(0);
  });

  it('commits requested faults where they are possible, in order', () => {
    const faults = new Faults<Kind>();
    faults.next('kill');
    faults.next('delay', 2);
    expect(faults.draw('hang', 'delay')).toBe('delay');
    expect(faults.draw('hang')).toBeUndefined();
    expect(faults.draw('delay', 'kill')).toBe('kill');
    expect(faults.draw('delay', 'kill')).toBe('delay');
    expect(faults.draw('delay', 'kill')).toBeUndefined();
    expect({ ...faults.counts }).toEqual({ kill: 1, delay: 2 });
  });

  it('commits each kind once in so many calls that can have it, the kinds apart from each other', () => {
    const faults = new Faults<Kind>();
    faults.every({ hang: 6, kill: 4 });
    const draws = (count: number) => Array.from({ length: count }, () => faults.draw('delay', 'hang', 'kill') ?? '-');
    expect(draws(15).join(' ')).toBe('- kill - - - hang kill - - - kill hang - - kill');
    faults.every({});
    expect(draws(9)).toEqual(Array(9).fill('-'));
  });

  it('commits a fault that is due at the next call that has no other', () => {
    const faults = new Faults<Kind>();
    faults.every({ hang: 2, kill: 2 }, 1);
    expect(Array.from({ length: 4 }, () => faults.draw('hang', 'kill'))).toEqual(['hang', 'kill', 'hang', 'kill']);
  });
});
