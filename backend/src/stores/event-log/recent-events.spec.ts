import { events } from '@supreme-access/test/fixtures/event-log.js';
import type { RecordedEvent } from './event-log.js';
import { RecentEvents } from './recent-events.js';

function recorded(first: number, count: number): RecordedEvent[] {
  return events(count).map((event, i) => ({ ...event, stream: 'thing-1', revision: i, position: first + i }));
}

function positions(recent: RecentEvents, after: number, limit = 1_000): number[] | undefined {
  return recent.after(after, limit)?.map(({ position }) => position);
}

describe('recent events', () => {
  let recent: RecentEvents;
  beforeEach(() => {
    recent = new RecentEvents();
    for (const [first, count] of [
      [5, 2],
      [7, 1],
      [8, 3],
    ] as const)
      recent.push(first, recorded(first, count), 100);
  });

  it('gives what follows a position, also from the middle of an append', () => {
    expect(positions(recent, 4)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(positions(recent, 5)).toEqual([6, 7, 8, 9, 10]);
    expect(positions(recent, 8)).toEqual([9, 10]);
    expect(positions(recent, 10)).toEqual([]);
  });

  it('gives whole appends until there are enough', () => {
    expect(positions(recent, 4, 1)).toEqual([5, 6]);
    expect(positions(recent, 4, 3)).toEqual([5, 6, 7]);
    expect(positions(recent, 4, 4)).toEqual([5, 6, 7, 8, 9, 10]);
  });

  it('does not answer for what it no longer or never had', () => {
    expect(positions(recent, 3)).toBeUndefined();
    expect(positions(new RecentEvents(), 0)).toBeUndefined();
  });

  it('forgets the oldest when there are too many', () => {
    recent.push(11, recorded(11, 8_187), 100);
    expect(positions(recent, 5)).toBeUndefined();
    expect(positions(recent, 6, 1)).toEqual([7]);
  });

  it('forgets the oldest when they are too large, even all', () => {
    recent.push(11, recorded(11, 1), 16 * 2 ** 20 - 200);
    expect(positions(recent, 5)).toBeUndefined();
    expect(positions(recent, 6)).toEqual([7, 8, 9, 10, 11]);
    recent.push(12, recorded(12, 1), 17 * 2 ** 20);
    expect(positions(recent, 11)).toBeUndefined();
  });
});
