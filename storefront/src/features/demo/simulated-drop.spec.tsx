import { SIMULATED, simulatedDrop } from './simulated-drop.js';

const START = Date.UTC(2026, 2, 6, 11, 0, 0);
const after = (seconds: number) => simulatedDrop(START, START + seconds * 1_000);

describe('the simulated drop', () => {
  it('waits until it is started', () => {
    expect(simulatedDrop(null, START)).toMatchObject({ moments: [], tone: 'draft', holdsSlot: false, over: false });
  });

  it('releases ten seconds after its start', () => {
    expect(new Set([0, 5, 12].map((seconds) => after(seconds).releaseAt))).toEqual(
      new Set(['2026-03-06T11:00:10.000Z']),
    );
  });

  it('issues the ticket when the slot is secured, and keeps it', () => {
    expect([2, 3, 5].map((seconds) => after(seconds).tone)).toEqual(['draft', 'fresh', 'kept']);
  });

  it('charges only after the checkout', () => {
    const stamped = (seconds: number) =>
      after(seconds)
        .stamps.filter(({ at }) => at)
        .map(({ label }) => label);
    expect(stamped(12)).toEqual(['Reserved']);
    expect(stamped(13)).toEqual(['Reserved', 'Checked out']);
    expect(stamped(14)).toEqual(['Reserved', 'Checked out', 'Charged']);
    expect(after(14).over).toBe(true);
  });

  it('never releases a slot, and keeps some free to the end', () => {
    const taken = Array.from({ length: 60 }, (_, seconds) => after(seconds).reserved);
    expect(taken).toEqual(taken.toSorted((a, b) => a - b));
    expect(taken.at(-1)).toBeLessThan(SIMULATED.totalStock);
  });
});
