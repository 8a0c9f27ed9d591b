import { SESSION_SECONDS } from '@supreme-access/contract/limits.js';
import { Sessions } from './sessions.js';

const START = Date.UTC(2030, 0, 1);
const LIFE = SESSION_SECONDS * 1_000;

describe('the sessions of a process', () => {
  let now: number;
  let sessions: Sessions;
  beforeEach(() => {
    now = START;
    sessions = new Sessions('a secret of at least thirty-two characters', () => now);
  });

  it('of an older version than the one raised are over, for as long as their tokens live', () => {
    const [old, newer] = [sessions.begin('ada', ['shopper'], 0), sessions.begin('ada', ['shopper'], 1)];
    sessions.raise('ada', 1);
    now += LIFE - 1;
    expect([sessions.check(old), sessions.check(newer)]).toEqual([null, expect.objectContaining({ version: 1 })]);
  });

  it('hold no version longer than the tokens live that it ended', () => {
    for (let i = 0; i < 1_000; i += 1) sessions.raise(`account-${i}`, 1);
    now += LIFE / 2;
    sessions.raise('ada', 1);
    expect(sessions.held).toBe(1_001);
    now += LIFE / 2 + 120_000;
    sessions.raise('bea', 1);
    expect(sessions.held).toBe(2);
  });

  it('need no version that was raised before any token began that still lives', () => {
    sessions.raise('ada', 7, START - LIFE - 120_000);
    expect(sessions.held).toBe(0);
  });

  it('stay ended when an older event is told again', () => {
    const old = sessions.begin('ada', ['shopper'], 1);
    sessions.raise('ada', 2);
    sessions.raise('ada', 1, START - 1_000);
    expect(sessions.check(old)).toBeNull();
  });
});
