import fc from 'fast-check';
import { dayAt, isTimeZone, localTime, resolveInstant, startOfDay } from './schedules.js';

const HOUR = 3_600_000;
const NEW_YORK = 'America/New_York';

describe('the instant of a release', () => {
  it.each([
    ['2026-03-05T16:00:00.000Z', Date.UTC(2026, 2, 5, 16)],
    ['2026-03-05T11:00:00-05:00', Date.UTC(2026, 2, 5, 16)],
    ['2026-03-05T11:00-0500', Date.UTC(2026, 2, 5, 16)],
    [1_772_726_400_000, 1_772_726_400_000],
  ])('%s needs no zone', (value, at) => expect(resolveInstant(value)).toEqual({ ok: true, at }));

  it.each([
    ['2026-03-05T11:00', NEW_YORK, Date.UTC(2026, 2, 5, 16)],
    ['2026-07-05T11:00', NEW_YORK, Date.UTC(2026, 6, 5, 15)],
    ['2026-07-05T11:00:30', 'Asia/Tokyo', Date.UTC(2026, 6, 5, 2, 0, 30)],
    ['2026-03-08T03:00', NEW_YORK, Date.UTC(2026, 2, 8, 7)],
    ['2026-11-01T00:59', NEW_YORK, Date.UTC(2026, 10, 1, 4, 59)],
    ['2026-11-01T02:00', NEW_YORK, Date.UTC(2026, 10, 1, 7)],
    ['2026-07-05T24:00', NEW_YORK, undefined],
  ])('%s in %s', (value, zone, at) =>
    expect(resolveInstant(value, zone)).toEqual(at ? { ok: true, at } : { ok: false, problem: 'invalid' }),
  );

  it.each([
    ['2026-03-08T02:30', NEW_YORK],
    ['2026-03-29T01:30', 'Europe/London'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe'],
    ['2011-12-30T12:00', 'Pacific/Apia'],
  ])('%s, which the clocks of %s skip, is refused', (value, zone) =>
    expect(resolveInstant(value, zone)).toEqual({ ok: false, problem: 'nonexistent' }),
  );

  it('which the clocks show twice is refused, with both to choose from', () => {
    const resolved = resolveInstant('2026-11-01T01:30', NEW_YORK);
    const instants = ['2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'];
    expect(resolved).toEqual({ ok: false, problem: 'ambiguous', instants });
    expect(instants.map((text) => resolveInstant(text))).toEqual([
      { ok: true, at: Date.UTC(2026, 10, 1, 5, 30) },
      { ok: true, at: Date.UTC(2026, 10, 1, 6, 30) },
    ]);
  });

  it.each([
    ['2026-07-05T11:00', undefined, 'zone-required'],
    ['2026-07-05T11:00', 'Mars/Olympus', 'zone-unknown'],
    ['2026-07-05T11:00', '+02:00', 'zone-unknown'],
    ['2026-02-30T11:00', NEW_YORK, 'invalid'],
    ['2026-02-30T11:00Z', undefined, 'invalid'],
    ['2026-07-05', NEW_YORK, 'invalid'],
    ['tomorrow', NEW_YORK, 'invalid'],
    ['2026-07-05T11:00+29:00', undefined, 'invalid'],
    ['0001-01-01T00:00Z', undefined, 'invalid'],
    [Number.NaN, undefined, 'invalid'],
    [1.5, undefined, 'invalid'],
    [8.7e15, undefined, 'invalid'],
    [null, undefined, 'invalid'],
  ])('%j in %s is refused: %s', (value, zone, problem) =>
    expect(resolveInstant(value, zone)).toEqual({ ok: false, problem }),
  );

  it('comes back from what the clocks show, or is one of the two shown alike', () => {
    const zones = [NEW_YORK, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'UTC'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), fc.constantFrom(...zones), (minutes, zone) => {
        const at = minutes * 60_000;
        const back = resolveInstant(localTime(at, zone), zone);
        const found = back.ok ? [back.at] : back.problem === 'ambiguous' ? back.instants.map(Date.parse) : [];
        expect(found).toContain(at);
      }),
    );
  });
});

describe('a day of a zone', () => {
  it.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z', 24],
    ['Asia/Kolkata', '2026-11-22', '2026-11-21T18:30:00.000Z', 24],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    // there midnight is skipped, or comes again
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00.000Z', 25],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ])('of %s, %s, starts at %s and has %d hours', (zone, day, startsAt, hours) => {
    const start = startOfDay(day, zone);
    const next = new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10);
    expect([new Date(start).toISOString(), (startOfDay(next, zone) - start) / HOUR]).toEqual([startsAt, hours]);
    if (hours > 0) expect([dayAt(start - 1, zone) < day, dayAt(start, zone)]).toEqual([true, day]);
  });
});

describe('a time zone', () => {
  it('is known by its IANA name', () => {
    expect([NEW_YORK, 'UTC', 'Etc/GMT+5'].every(isTimeZone)).toBe(true);
    expect(['', '+02:00', 'GMT+2', 'America/Nowhere'].some(isTimeZone)).toBe(false);
  });
});
