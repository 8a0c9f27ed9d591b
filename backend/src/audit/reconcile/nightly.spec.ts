import { HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Config } from '../../config/config.js';
import { Startup } from '../../event-sourcing/health-checks.js';
import { NightlyReconciliation } from './nightly.js';

const NIGHT = Date.UTC(2026, 2, 6, 3);

const ALL = { work: true, role: 'all' } as const;

/** After one look; `did`: what came of it. */
async function looked(config: Pick<Config, 'work' | 'role'>, last?: number, trouble?: Error) {
  const did: string[] = [];
  const runs = {
    lastStart: async () => last,
    start: async () => {
      if (trouble) throw trouble;
      did.push('started');
      return { runId: 'run-1' };
    },
  };
  const logger = { error: () => void did.push('trouble') };
  const startup = Object.assign(new Startup(), { isOver: true });
  const nightly = new NightlyReconciliation(runs, startup, config, () => NIGHT, logger);
  await nightly.look();
  return { did, condition: nightly.condition() };
}

describe('the reconciliation of the night', () => {
  it.each<[string, Pick<Config, 'work' | 'role'>, string[]]>([
    ['is begun by a process that does everything', { work: true, role: 'all' }, ['started']],
    ['or by one that works', { work: true, role: 'worker' }, ['started']],
    ['not by one that answers people', { work: true, role: 'api' }, []],
    ['nor by one that folds', { work: true, role: 'projector' }, []],
    ['and by none under WORK=off', { work: false, role: 'all' }, []],
  ])('%s', async (_what, config, outcome) => {
    expect((await looked(config)).did).toEqual(outcome);
  });

  it.each<[string, number, Pick<Config, 'work' | 'role'>, object]>([
    ['nothing while the last one is of last night', 19, ALL, { state: 'fine', todo: null }],
    [
      'that it did not start',
      25,
      ALL,
      {
        state: 'late',
        says: 'The nightly reconciliation did not start. The last one started at 2026-03-05T02:00:00.000Z.',
      },
    ],
    [
      'that two nights went by without one',
      54,
      { work: true, role: 'api' },
      {
        state: 'late',
        says: 'The nightly reconciliation is overdue. The last one started at 2026-03-03T21:00:00.000Z.',
      },
    ],
  ])('tells readiness %s', async (_, hours, config, expected) => {
    const { condition } = await looked(config, NIGHT - hours * HOUR, new Error('no runner'));
    expect(condition).toMatchObject(expected);
  });
});
