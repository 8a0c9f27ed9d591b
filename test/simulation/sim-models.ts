import type { ReadModels } from '../../backend/src/stores/read-models/read-models.js';
import { StoreUnavailable } from '../../backend/src/telemetry/store-unavailable.js';
import type { Connection } from './connection.js';

const CALLS = [
  'open',
  'installation',
  'rows',
  'write',
  'checkpoint',
  'progress',
  'advance',
  'get',
  'find',
  'count',
  'countBy',
  'list',
  'drop',
  'replace',
] as const;

/** One process's connection to the shared read models. */
export function simModels(shared: ReadModels, connection: Connection): ReadModels {
  const away = () => new StoreUnavailable('the read models do not answer');
  const calls = CALLS.map((name) => {
    const call = shared[name].bind(shared) as (...args: unknown[]) => Promise<unknown>;
    return [name, (...args: unknown[]) => connection.carry(() => call(...args), away)];
  });
  return {
    ...(Object.fromEntries(calls) as Omit<ReadModels, 'close'>),
    isElsewhere: true,
    close: async () => undefined,
  };
}
