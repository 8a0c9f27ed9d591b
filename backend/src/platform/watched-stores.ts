import type { EventLog } from './log/event-log.js';
import type { Collection, Query, ReadModels, Row } from './read-models/read-models.js';
import type { StoreCalls } from './store-calls.js';
import type { Vault, VaultKind } from './vault/vault.js';

/** The log, each of whose calls is watched: an append for as long as it takes, a reading step by step, a subscription not at all. */
export function watchedLog(log: EventLog, calls: StoreCalls): EventLog {
  const make = <T>(what: string, call: () => Promise<T>, mayRepeat = true) =>
    calls.make('the event log', what, call, mayRepeat);
  const steps = <T>(what: string, reading: AsyncIterable<T>): AsyncIterable<T> => ({
    [Symbol.asyncIterator]() {
      const iterator = reading[Symbol.asyncIterator]();
      return {
        next: () => make(what, () => iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  });
  return {
    append: (...asked) => make('an append', () => log.append(...asked), false),
    readStream: (...asked) => steps('a stream', log.readStream(...asked)),
    readAll: (...asked) => steps('all events', log.readAll(...asked)),
    head: () => make('its head', () => log.head()),
    subscribe: (options) => log.subscribe(options),
    close: () => log.close(),
  };
}

/** The read models, each of whose calls is watched, but for those that may take minutes. */
export function watchedModels(models: ReadModels, calls: StoreCalls): ReadModels {
  const make = <T>(what: string, call: () => Promise<T>) => calls.make('the read models', what, call);
  return {
    open: (collections) => models.open(collections),
    installation: (ours) => make('the installation', () => models.installation(ours)),
    rows: <D>(of: Collection, ids: readonly string[]) => make('rows', () => models.rows<D>(of, ids)),
    write: <D>(of: Collection, rows: readonly Row<D>[]) => make('a write', () => models.write<D>(of, rows)),
    checkpoint: (of) => make('a checkpoint', () => models.checkpoint(of)),
    advance: (of, position) => make('a checkpoint that moves', () => models.advance(of, position)),
    get: <D>(of: Collection, id: string) => make('a document', () => models.get<D>(of, id)),
    find: <D>(of: Collection, query?: Query) => make('a query', () => models.find<D>(of, query)),
    count: (of, where) => make('a count', () => models.count(of, where)),
    list: () => models.list(),
    drop: (collection) => models.drop(collection),
    close: () => models.close(),
  };
}

/** The vault, each of whose calls is watched, but for those of sweeps. */
export function watchedVault(vault: Vault, calls: StoreCalls): Vault {
  const make = <T>(what: string, call: () => Promise<T>) => calls.make('the vault', what, call);
  return {
    put: (...asked) => make('a record that is put', () => vault.put(...asked)),
    getMany: <T>(kind: VaultKind, ids: readonly string[]) => make('records', () => vault.getMany<T>(kind, ids)),
    get: <T>(kind: VaultKind, id: string) => make('a record', () => vault.get<T>(kind, id)),
    has: (...asked) => make('which records there are', () => vault.has(...asked)),
    erase: (...asked) => make('an erasure', () => vault.erase(...asked)),
    list: (kind) => vault.list(kind),
    removeExpired: (now) => vault.removeExpired(now),
    close: () => vault.close(),
  };
}
