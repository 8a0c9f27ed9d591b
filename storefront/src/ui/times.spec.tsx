import { zoneCity } from '@supreme-access/contract/labels.js';
import { clockTime, day, dropTime, stampTime } from './times.js';

const AT = '2026-03-06T16:00:03Z';

describe('times', () => {
  it('are formatted in the requested zone', () => {
    expect([day(AT, 'America/New_York'), clockTime(AT, 'America/New_York')]).toEqual(['Fri 6 Mar', '11:00']);
    expect([day(AT, 'Asia/Tokyo'), clockTime(AT, 'Asia/Tokyo')]).toEqual(['Sat 7 Mar', '01:00']);
    expect(clockTime('2026-03-06T00:05:00Z', 'UTC')).toBe('00:05');
  });

  it('of a stamp are exact to the second', () => {
    expect(stampTime(AT)).toMatch(/^\d{2}:\d{2}:03$/);
  });

  it("include the drop's own where they differ, and UTC where the browser does not know its zone", () => {
    expect(dropTime(AT, 'Asia/Kathmandu')).toBe('Fri 6 Mar 21:45 Kathmandu');
    expect(dropTime(AT, null)).toBeNull();
    const unknown = [dropTime(AT, 'Antarctica/Newtown'), `${day(AT)} ${clockTime(AT)}`];
    expect(unknown).toContain(`Fri 6 Mar 16:00${unknown[0] ? ' UTC' : ''}`);
  });

  it('name a zone by its city', () => {
    expect(['America/New_York', 'UTC'].map(zoneCity)).toEqual(['New York', 'UTC']);
  });
});
