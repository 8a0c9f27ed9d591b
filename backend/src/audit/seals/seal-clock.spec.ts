import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { Startup } from '../../event-sourcing/health-checks.js';
import type { Seal } from './seal.js';
import { SealClock } from './seal-clock.js';

const NOW = Date.UTC(2026, 2, 6, 11);
const HOODIE = { title: 'Hoodie', at: NOW, until: NOW + 1, hasBegun: true };
const ago = (ms: number) => NOW - ms;
const LAST = 2 * HOUR;

interface Given {
  /** ms since the last seal; null: there is none */
  last?: number | null;
  /** ms since the first thing that no seal counts; null: there is none */
  waits?: number | null;
  isNear?: boolean;
  config?: { work?: boolean; role?: 'all' | 'api' | 'worker' | 'projector' };
  trouble?: Error;
}

function given({ last = LAST, waits = LAST - MINUTE, isNear = false, config = {}, trouble }: Given) {
  let now = NOW;
  const did: string[] = [];
  const seal: Seal = { number: 1, size: 1, position: 1, root: '', previous: '', at: 0, keyId: '', signature: '' };
  const seals = {
    last: async () => (last === null ? null : { ...seal, at: ago(last) }),
    newsAfter: async () => (waits === null ? null : ago(waits)),
    seal: async () => {
      if (trouble) throw trouble;
      did.push('sealed');
      return seal;
    },
  };
  const near = { now: async () => (isNear ? [HOODIE] : []) };
  const settings = { work: true, role: 'all' as const, ...config };
  const logger = { error: () => void did.push('trouble') };
  const clock = new SealClock(seals, near, Object.assign(new Startup(), { isOver: true }), settings, () => now, logger);
  const after = (ms: number) => {
    now = NOW + ms;
  };
  return { clock, did, after };
}

describe('the clock that seals', () => {
  it.each<[string, Given, string[]]>([
    ['seals a log that has no seal', { last: null }, ['sealed']],
    ['seals again after an hour', { last: HOUR }, ['sealed']],
    ['waits for the hour', { last: HOUR - MINUTE }, []],
    ['seals nothing where nothing has happened', { waits: null }, []],
    ['waits while a release is near', { isNear: true }, []],
    [
      'does not wait for release after release, where a receipt has promised a seal',
      { last: 21 * HOUR, waits: 20 * HOUR, isNear: true },
      ['sealed'],
    ],
    ['leaves it to others in a process that does no work', { last: null, config: { role: 'api' } }, []],
    ['does nothing under WORK=off', { last: null, config: { work: false } }, []],
    ['goes on where it cannot seal', { trouble: new Error('no') }, ['trouble']],
  ])('%s', async (_what, what, outcome) => {
    const { clock, did } = given(what);
    await clock.look();
    expect(did).toEqual(outcome);
  });

  describe('says of the seals', () => {
    const said = async (what: Given) => {
      const { clock } = given(what);
      await clock.look();
      const { state, says } = clock.condition();
      return `${state}: ${says}`;
    };
    const elsewhere = { role: 'api' } as const;
    const FINE = 'fine: No seal is overdue.';

    it.each<[string, Given, string]>([
      ['that none is overdue before anything was looked at', { waits: null }, FINE],
      ['nothing of one that was just made', {}, FINE],
      ['nothing of one that is due for a few minutes', { config: elsewhere, waits: 69 * MINUTE }, FINE],
      ['nothing while a release holds it back', { config: elsewhere, isNear: true }, FINE],
      [
        'in every process that one is overdue',
        { config: elsewhere },
        'late: The next seal after 2026-03-06T09:00:00.000Z has been overdue since 2026-03-06T10:01:00.000Z.',
      ],
      [
        'that the first one is',
        { config: elsewhere, last: null },
        'late: The first seal has been overdue since 2026-03-06T10:01:00.000Z.',
      ],
      [
        'why it could not be made',
        { trouble: new Error('The log no longer begins with it.') },
        'late: The next seal after 2026-03-06T09:00:00.000Z has been overdue since 2026-03-06T10:01:00.000Z. The last attempt failed: The log no longer begins with it.',
      ],
    ])('%s', async (_what, what, expected) => {
      expect(await said(what)).toBe(expected);
    });

    it('that one is late once its time is over', async () => {
      const { clock, after } = given({ config: elsewhere, waits: 65 * MINUTE });
      await clock.look();
      expect(clock.condition().state).toBe('fine');
      after(5 * MINUTE);
      expect(clock.condition()).toMatchObject({ name: 'Seals', state: 'late', todo: expect.any(String) });
    });
  });
});
