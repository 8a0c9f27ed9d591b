import { randomBytes } from 'node:crypto';
import { startStandIns } from '@supreme-access/test/standins/stand-ins.js';
import type { Engines } from '../platform/platform.js';
import { openProduction } from './production-stores.js';

/** a call that hangs is given up after this long, ms, so that one in a hundred does not make a spec slow */
const ANSWER_MS = 300;

/** The production engines on stand-ins of their own, one call in a hundred of each kind going wrong. The seed is printed. */
export async function openOnStandIns(): Promise<Engines> {
  const seed = Number(process.env.FAULT_SEED ?? process.env.SPEC_SEED ?? 1);
  process.stdout.write(`stand-ins err with FAULT_SEED=${seed}\n`);
  const { eventstoreUrl, mongodbUrl, ...standIns } = await startStandIns(0.01, seed);
  const engines = await openProduction({ eventstoreUrl, mongodbUrl, masterKey: randomBytes(32), answerMs: ANSWER_MS });
  const close = async () => {
    await engines.close();
    await standIns.stop();
  };
  return { ...engines, close };
}
