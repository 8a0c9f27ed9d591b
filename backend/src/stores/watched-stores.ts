import type { EventLog, Position } from './event-log/event-log.js';
import type { Collection, Query, ReadModels, Row } from './read-models/read-models.js';
import type { MakeOptions, StoreCalls } from './store-calls.js';
import type { Vault, VaultKind } from './vault/vault.js';

const WRITES = { writes: true };

export function watchedLog(log: EventLog, calls: StoreCalls): EventLog {
  const store = 'the event log';
  const steps = <T>(what: string, of: string, reading: AsyncIterable<T>): AsyncIterable<T> => ({
    [Symbol.asyncIterator]() {
      const iterator = reading[Symbol.asyncIterator]();
      calls.count(store, what, of);
      return {
        next: () => calls.make(store, what, () => iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  });
  return {
    append: (stream, ...args) => {
      calls.count(store, 'an append', categoryOf(stream));
      return calls.make(store, 'an append', () => log.append(stream, ...args), { mayRepeat: false, writes: true });
    },
    readStream: (stream, ...args) => steps('a stream', categoryOf(stream), log.readStream(stream, ...args)),
    wasCut: (stream) => {
      calls.count(store, 'whether a stream was cut', categoryOf(stream));
      return calls.make(store, 'whether a stream was cut', () => log.wasCut(stream));
    },
    readAll: (...args) => steps('all events', '', log.readAll(...args)),
    at: (position) => calls.make(store, 'an event', () => log.at(position)),
    lookBack: (options) => calls.make(store, 'a look back', () => log.lookBack(options)),
    head: () => {
      calls.count(store, 'its head', '');
      return calls.make(store, 'its head', () => log.head());
    },
    subscribe: (options) => log.subscribe(options),
    close: () => log.close(),
  };
}

function categoryOf(stream: string): string {
  return stream.slice(0, stream.indexOf('-'));
}

export function watchedModels(models: ReadModels, calls: StoreCalls): ReadModels {
  const make = <T>(what: string, of: string, call: () => Promise<T>, options?: MakeOptions) => {
    calls.count('the read models', what, of);
    return calls.make('the read models', what, call, options);
  };
  return {
    isElsewhere: models.isElsewhere === true,
    open: (collections) => models.open(collections),
    installation: (ours) => make('the installation', '', () => models.installation(ours)),
    rows: <D>(of: Collection, ids: readonly string[]) => make('rows', of.name, () => models.rows<D>(of, ids)),
    write: <D>(of: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string) =>
      make('a write', of.name, () => models.write<D>(of, rows, upTo, event), WRITES),
    checkpoint: (of) => make('a checkpoint', of.name, () => models.checkpoint(of)),
    progress: (of) => make('a checkpoint', of.name, () => models.progress(of)),
    advance: (of, ...args) => make('a checkpoint that moves', of.name, () => models.advance(of, ...args), WRITES),
    get: <D>(of: Collection, id: string) => make('a document', of.name, () => models.get<D>(of, id)),
    find: <D>(of: Collection, query?: Query) => make('a query', of.name, () => models.find<D>(of, query)),
    count: (of, where) => make('a count', of.name, () => models.count(of, where)),
    countBy: (of, ...args) => make('a count', of.name, () => models.countBy(of, ...args)),
    list: () => models.list(),
    drop: (collection) => models.drop(collection),
    replace: (beside, live) => models.replace(beside, live),
    close: () => models.close(),
  };
}

export function watchedVault(vault: Vault, calls: StoreCalls): Vault {
  const make = <T>(what: string, kind: VaultKind, call: () => Promise<T>, options?: MakeOptions) => {
    calls.count('the vault', what, kind);
    return calls.make('the vault', what, call, options);
  };
  return {
    put: (kind, ...args) => make('a record that is put', kind, () => vault.put(kind, ...args), WRITES),
    getMany: <T>(kind: VaultKind, ids: readonly string[]) => make('records', kind, () => vault.getMany<T>(kind, ids)),
    get: <T>(kind: VaultKind, id: string) => make('a record', kind, () => vault.get<T>(kind, id)),
    has: (kind, ...args) => make('which records there are', kind, () => vault.has(kind, ...args)),
    erase: (kind, ...args) => make('an erasure', kind, () => vault.erase(kind, ...args), WRITES),
    list: (kind) => vault.list(kind),
    removeExpired: (now) => vault.removeExpired(now),
    close: () => vault.close(),
  };
}
