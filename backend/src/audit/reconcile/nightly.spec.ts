import type { Config } from '../../platform/config.js';
import { Startup } from '../../platform/platform.js';
import { NightlyReconciliation } from './nightly.js';

const NIGHT = Date.UTC(2026, 2, 6, 3);

async function started(config: Pick<Config, 'work' | 'role'>): Promise<string[]> {
  const did: string[] = [];
  const runs = {
    lastStart: async () => undefined,
    start: async () => {
      did.push('started');
      return { runId: 'run-1' };
    },
  };
  const logger = { error: () => void did.push('trouble') };
  await new NightlyReconciliation(
    runs,
    Object.assign(new Startup(), { isOver: true }),
    config,
    () => NIGHT,
    logger,
  ).look();
  return did;
}

describe('the reconciliation of the night', () => {
  it.each<[string, Pick<Config, 'work' | 'role'>, string[]]>([
    ['is begun by a process that does everything', { work: true, role: 'all' }, ['started']],
    ['or by one that works', { work: true, role: 'worker' }, ['started']],
    ['not by one that answers people', { work: true, role: 'api' }, []],
    ['nor by one that folds', { work: true, role: 'projector' }, []],
    ['and by none under WORK=off', { work: false, role: 'all' }, []],
  ])('%s', async (_what, config, outcome) => {
    expect(await started(config)).toEqual(outcome);
  });

  describe('tells readiness', () => {
    const HOUR = 3_600_000;
    const config = { work: true, role: 'all' } as const;
    const condition = async (lastStart: () => Promise<number | undefined>) => {
      const runs = { lastStart, start: async () => Promise.reject(new Error('no runner')) };
      const nightly = new NightlyReconciliation(
        runs,
        Object.assign(new Startup(), { isOver: true }),
        config,
        () => NIGHT,
        {
          error: () => {},
        },
      );
      await nightly.look();
      return nightly.condition();
    };

    it('nothing while the last one is of last night', async () => {
      expect(await condition(async () => NIGHT - 19 * HOUR)).toMatchObject({ state: 'fine', todo: null });
    });

    it('that it did not start', async () => {
      const says = 'The nightly reconciliation did not start. The last one started at 2026-03-05T02:00:00.000Z.';
      expect(await condition(async () => NIGHT - 25 * HOUR)).toMatchObject({ state: 'late', says });
    });

    it('that two nights went by without one', async () => {
      const runs = { lastStart: async () => NIGHT - 54 * HOUR, start: async () => ({ runId: 'run-1' }) };
      const elsewhere = { work: true, role: 'api' } as const;
      const nightly = new NightlyReconciliation(
        runs,
        Object.assign(new Startup(), { isOver: true }),
        elsewhere,
        () => NIGHT,
        {
          error: () => {},
        },
      );
      await nightly.look();
      const says = 'The nightly reconciliation is overdue. The last one started at 2026-03-03T21:00:00.000Z.';
      expect(nightly.condition()).toMatchObject({ state: 'late', says });
    });
  });
});
