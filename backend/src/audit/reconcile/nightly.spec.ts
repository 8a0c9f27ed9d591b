import type { Config } from '../../platform/config.js';
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
  await new NightlyReconciliation(runs, { isOver: true }, config, () => NIGHT, logger).look();
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
});
