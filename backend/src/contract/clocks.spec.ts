import { supportedZone, timeText, viewerZone, zoneNames } from './clocks.js';

const AT = '2026-03-06T16:00:03Z';
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

/** What a viewer with these languages reads. */
function seenBy<T>(languages: readonly string[], look: () => T): T {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages } });
  try {
    return look();
  } finally {
    if (original) Object.defineProperty(globalThis, 'navigator', original);
    else Reflect.deleteProperty(globalThis, 'navigator');
  }
}

describe('times', () => {
  it.each([
    [['en-US'], '4:00\u00a0PM'],
    [['en-GB', 'en'], '16:00'],
    [['de'], '16:00'],
    [['en-US@posix', 'en-GB'], '16:00'],
  ])('are written as the viewer with %j writes them', (languages, expected) => {
    expect(seenBy(languages, () => timeText(AT, { ...CLOCK, timeZone: 'UTC' }))).toBe(expected);
  });

  it('are of UTC where the engine does not know the zone', () => {
    const inZone = (timeZone: string) => seenBy(['en-GB'], () => timeText(AT, { ...CLOCK, timeZone }));
    expect(inZone('Asia/Tokyo')).toBe('01:00');
    expect(inZone('Antarctica/Newtown')).toBe('16:00');
    expect(['Asia/Tokyo', 'Antarctica/Newtown', '', '+25:00'].map(supportedZone)).toEqual([
      'Asia/Tokyo',
      'UTC',
      'UTC',
      'UTC',
    ]);
  });

  it.each(['', 'soon', '2026-13-40'])('that are none (%j) are a dash', (text) => {
    expect(timeText(text, CLOCK)).toBe('–');
  });
});

describe('the zones to choose from', () => {
  it("hold UTC, the viewer's and the one that was chosen, each once", () => {
    const names = zoneNames('Asia/Calcutta');
    expect(names).toEqual(expect.arrayContaining(['UTC', viewerZone(), 'Asia/Calcutta', 'Europe/Berlin']));
    expect(new Set(names).size).toBe(names.length);
  });
});
