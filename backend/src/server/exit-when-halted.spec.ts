import { jest } from '@jest/globals';
import { exitWhenHalted } from './exit-when-halted.js';

describe('a process that only folds', () => {
  let halted: boolean;
  let exits: number;
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
    [halted, exits] = [false, 0];
    const exit = () => {
      exits += 1;
    };
    exitWhenHalted({ isHalted: () => halted }, exit);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes on for as long as it folds', () => {
    jest.advanceTimersByTime(3_600_000);
    expect(exits).toBe(0);
  });

  it('goes once nothing has been folded for a minute, and not before', () => {
    halted = true;
    jest.advanceTimersByTime(59_000);
    expect(exits).toBe(0);
    jest.advanceTimersByTime(3_000);
    expect(exits).toBeGreaterThan(0);
  });

  it('stays when it has folded in between: the minute begins anew', () => {
    for (const state of [true, false, true]) {
      halted = state;
      jest.advanceTimersByTime(50_000);
    }
    expect(exits).toBe(0);
  });
});
