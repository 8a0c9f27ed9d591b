import { metBy, type Result, ratioOf } from './results.js';
import { type Target, targetOf } from './targets.js';

const ROW: Result = { name: 'a row', value: 30, unit: 'ms', p50: 20, p99: 60, bare: 10 };
const LESS: Target = { judged: 'value', better: '<=', must: 30, goal: 15 };
const MORE: Target = { judged: 'value', better: '>=', must: 30, goal: 40 };

describe('a row of the benchmarks', () => {
  it('is compared by its ratio to the bare twin', () => {
    expect(ratioOf(ROW)).toBe(3);
    expect(ratioOf({ value: 30 })).toBeUndefined();
  });

  it.each<[string, Target, string]>([
    ['its value, which may be the bound', LESS, 'must'],
    ['a value below the goal', { ...LESS, goal: 31 }, 'goal'],
    ['a value above the bound', { ...LESS, must: 29 }, 'missed'],
    ['a value that must be at least so much', MORE, 'must'],
    ['a value that is too little', { ...MORE, must: 31 }, 'missed'],
    ['the 99th percentile', { ...LESS, judged: 'p99' }, 'missed'],
    ['the ratio', { ...LESS, judged: 'ratio', must: 4, goal: 2 }, 'must'],
  ])('is judged by %s', (_, target, met) => {
    expect(metBy(ROW, target)).toBe(met);
  });

  it('misses a target for what it does not say', () => {
    expect(metBy({ name: 'a row', value: 1, unit: 'ms' }, { ...LESS, judged: 'p99' })).toBe('missed');
  });

  it('has a requirement of its own where none is listed', () => {
    expect(metBy({ ...ROW, must: ['in words', true] }, undefined)).toBe('must');
    expect(metBy({ ...ROW, must: ['in words', false] }, undefined)).toBe('missed');
    expect(metBy(ROW, undefined)).toBe('');
  });

  it('has the bounds of its size alone', () => {
    const bound = { judged: 'value', better: '<=', must: 3, goal: 2 };
    expect(targetOf('ready after a start, 100,000 orders')).toEqual(bound);
    expect(targetOf('ready after a start, 10,000 orders')).toBeUndefined();
  });
});
