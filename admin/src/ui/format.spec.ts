/** @jest-environment node */
import {
  bothTimes,
  clock,
  dropTime,
  instant,
  instantOf,
  sentence,
  viewerCity,
  viewerTime,
  zoneName,
} from './format.js';

const RELEASE = '2026-11-20T16:00:03.120Z';
const NEW_YORK = 'America/New_York';

describe('formatting', () => {
  it('times are in the given zone', () => {
    expect(instant(RELEASE, NEW_YORK)).toBe('20 Nov 2026, 11:00:03');
    expect(instant('2026-11-20T05:00:00Z', NEW_YORK)).toBe('20 Nov 2026, 00:00:00');
    expect(zoneName(RELEASE, NEW_YORK)).toBe('EST');
    expect(clock(RELEASE, NEW_YORK, true)).toBe('11:00:03.120');
  });

  it("a drop's times are in the viewer's zone and the drop's, named by cities", () => {
    const there = '20 Nov 2026, 21:45:03 Kathmandu';
    expect(viewerTime(RELEASE)).toBe(`${instant(RELEASE)} ${viewerCity()}`);
    expect(dropTime(RELEASE, 'Asia/Kathmandu')).toBe(there);
    expect(bothTimes(RELEASE, 'Asia/Kathmandu')).toBe(`${viewerTime(RELEASE)} (${there})`);
    expect(dropTime(RELEASE, null)).toBeNull();
    expect(bothTimes(RELEASE, null)).toBe(viewerTime(RELEASE));
  });

  it('an unknown zone is shown as UTC', () => {
    expect(instant(RELEASE, 'Antarctica/Newtown')).toBe('20 Nov 2026, 16:00:03');
    expect(bothTimes(RELEASE, 'Antarctica/Newtown')).toMatch(/20 Nov 2026, 16:00:03 UTC\)?$/);
    expect(zoneName(RELEASE, 'Antarctica/Newtown')).toBe('UTC');
  });

  it('an input is an instant, or stays unchanged where it is none', () => {
    const local = '2026-11-20T11:00';
    expect(instantOf(local)).toBe(new Date(local).toISOString());
    for (const other of ['', '20266-11-20T11:00']) expect(instantOf(other)).toBe(other);
    expect(instantOf(null)).toBe('');
  });

  it('event names read as sentences', () => {
    expect(sentence('CheckoutOutcomeUnknown')).toBe('Checkout outcome unknown');
  });
});
