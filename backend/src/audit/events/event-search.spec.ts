import { happens, logOf } from '@supreme-access/test/fixtures/history.js';
import { type EventLog, NoSuchPosition } from '../../stores/event-log/event-log.js';
import { typeOf } from './event-filter.js';
import { axisOf, EventSearches } from './event-search.js';

/** ten orders' events, at positions that cannot be guessed */
const EVENTS = logOf(Array.from({ length: 10 }, (_, n) => happens(n, 'OrderClosed', { reason: 'sold-out' }))).map(
  (event) => ({ ...event, position: event.position * 1_000 }),
);

/** Another event is there with each look at the log. */
function growingLog(length: number): EventLog {
  const there = () => EVENTS.slice(0, length++);
  const log: Pick<EventLog, 'head' | 'lookBack' | 'at'> = {
    head: async () => there().at(-1)?.position ?? 0,
    at: async (position) => there().find((event) => event.position === position),
    async lookBack({ before, count }) {
      const events = there();
      if (before !== undefined && !events.some(({ position }) => position === before)) throw new NoSuchPosition('none');
      const passed = events.filter(({ position }) => before === undefined || position < before).slice(-count);
      const reached = passed.length < count ? null : (passed[0]?.position ?? null);
      return { events: passed.toReversed(), reached, passed: passed.length };
    },
  };
  return log as EventLog;
}

const NEWEST = { filter: {}, isBack: true, cursor: undefined, limit: 50 };

describe('a search through the log', () => {
  it('begins at its end, wherever that moves meanwhile', async () => {
    const { events, next, searched } = await new EventSearches(growingLog(3)).page(NEWEST);
    expect([events.map(({ position }) => position), next, searched]).toEqual([[3_000, 2_000, 1_000], null, 3]);
  });

  it('finds what streams of one kind hold', async () => {
    const found = async (streamKind: string) =>
      (await new EventSearches(growingLog(3)).page({ ...NEWEST, filter: { streamKind } })).events.length;
    expect([await found('order'), await found('product'), await found('ord')]).toEqual([3, 0, 0]);
  });

  it.each(['FeeCharged', 'fee charged', 'FEE  charged', 'feecharged', 'The service fee was charged.'])(
    'finds events of a type by its name as people read and write it: %s',
    (typed) => expect(typeOf(typed)).toBe('FeeCharged'),
  );

  it('takes the name of a type that it does not know as it is', () => {
    expect(typeOf('NothingOfThatName')).toBe('NothingOfThatName');
  });

  it('refuses a place that no page gave', async () => {
    const pending = new EventSearches(growingLog(3)).page({ ...NEWEST, cursor: 1_500 });
    await expect(pending).rejects.toMatchObject({ code: 'event-query-invalid' });
  });
});

describe('a time axis', () => {
  it('counts what is found by time, over all of it', async () => {
    const { from, until, bars, events, isWhole } = await new EventSearches(growingLog(10)).axis({ filter: {} });
    const times = EVENTS.map(({ metadata }) => new Date(metadata.recordedAt).toISOString());
    expect([from, until, events, isWhole]).toEqual([times[0], times.at(-1), 10, true]);
    expect([bars.length, bars[0]]).toEqual([60, 10]);
  });

  it('spans the times of the filter only where the search reached them', () => {
    const filter = { from: 1_000, until: 61_000 };
    expect(axisOf([31_000], filter, true)).toMatchObject({ from: '1970-01-01T00:00:01.000Z', events: 1 });
    expect(axisOf([31_000], filter, true).bars[30]).toBe(1);
    expect(axisOf([31_000], filter, false)).toMatchObject({ from: '1970-01-01T00:00:31.000Z', isWhole: false });
    expect(axisOf([], {}, true)).toMatchObject({ from: null, until: null, events: 0 });
  });
});
