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

  it('commits each kind at its rate, the same ones for the same seed', () => {
    const faults = new Faults<Kind>();
    const draws = (seed: number) => {
      faults.rates({ hang: 0.1, kill: 0.02 }, seed);
      return Array.from({ length: 5_000 }, () => faults.draw('delay', 'hang', 'kill'));
    };
    const first = draws(7);
    expect(draws(7)).toEqual(first);
    expect(draws(8)).not.toEqual(first);
    const share = (wanted: Kind) => first.filter((kind) => kind === wanted).length / 5_000;
    expect(Math.abs(share('hang') - 0.1)).toBeLessThan(0.02);
    expect(Math.abs(share('kill') - 0.02)).toBeLessThan(0.01);
    expect(first).not.toContain('delay');
  });
});
