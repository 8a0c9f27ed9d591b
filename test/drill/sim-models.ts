import type { ReadModels } from '../../backend/src/platform/read-models/read-models.js';
import { StoreUnavailable } from '../../backend/src/platform/store-unavailable.js';
import type { Line } from './line.js';

const CALLS = [
  'open',
  'installation',
  'rows',
  'write',
  'checkpoint',
  'known',
  'advance',
  'get',
  'find',
  'count',
  'list',
  'drop',
  'replace',
] as const;

/** The read models that all processes share, as one of them has them. */
export function simModels(shared: ReadModels, line: Line): ReadModels {
  const away = () => new StoreUnavailable('the read models do not answer');
  const calls = CALLS.map((name) => {
    const call = shared[name].bind(shared) as (...asked: unknown[]) => Promise<unknown>;
    return [name, (...asked: unknown[]) => line.carry(() => call(...asked), away)];
  });
  return {
    ...(Object.fromEntries(calls) as Omit<ReadModels, 'close'>),
    isElsewhere: true,
    close: async () => undefined,
  };
}
