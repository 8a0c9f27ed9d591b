import { SlidingLimit } from './limits.js';

const MINUTE = 60_000;

function given(max = 3) {
  const clock = { now: 1_000 * MINUTE };
  const limit = new SlidingLimit({ max, windowMs: 10 * MINUTE, names: 100 }, () => clock.now);
  const count = (times: number, name = 'ada') => {
    for (let i = 0; i < times; i += 1) limit.count(name);
  };
  const isOver = (name = 'ada') => {
    try {
      limit.check(name);
      return false;
    } catch {
      return true;
    }
  };
  return { clock, limit, count, isOver };
}

describe('a sliding limit', () => {
  it('holds once so many were counted, for that name alone', () => {
    const { count, isOver } = given();
    count(2);
    expect(isOver()).toBe(false);
    count(1);
    expect(isOver()).toBe(true);
    expect(isOver('bob')).toBe(false);
  });

  it('says when trying again makes sense', () => {
    const { clock, count, limit } = given();
    count(3);
    clock.now += 4 * MINUTE;
    expect(() => limit.check('ada')).toThrow(
      expect.objectContaining({ code: 'too-many', kind: 'too-many', retryAfter: 360 }),
    );
  });

  it('lets go little by little', () => {
    const { clock, count, isOver } = given();
    count(4);
    clock.now += 11 * MINUTE;
    expect(isOver()).toBe(true);
    clock.now += 3 * MINUTE;
    expect(isOver()).toBe(false);
  });

  it('forgets everything after two windows', () => {
    const { clock, count, isOver } = given();
    count(1_000);
    clock.now += 20 * MINUTE;
    expect(isOver()).toBe(false);
  });

  it('forgets a name at once when told to', () => {
    const { limit, count, isOver } = given();
    count(3);
    limit.forget('ada');
    expect(isOver()).toBe(false);
  });

  it('holds a bounded number of names', () => {
    const { count, isOver } = given();
    count(3);
    for (let i = 0; i < 100; i += 1) count(1, `name-${i}`);
    expect(isOver()).toBe(false);
  });
});
