import { type MongoEmulator, type MongoFault, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { fold } from '../../projections/fold.js';
import { type Projection, projection } from '../../projections/projection.js';
import type { AnyRecorded } from '../../projections/recorded.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { openMongoReadModels } from './mongo-read-models.js';
import { type Collection, CollectionReplaced, type ReadModels, type Row } from './read-models.js';

interface Tally {
  count: number;
  last: number;
}

const FAULTS: MongoFault[] = [
  'kill',
  'lostAnswer',
  'delay',
  'hang',
  'notPrimary',
  'diskFull',
  'writeConflict',
  'timeExpired',
];

describe('read models in MongoDB, when the server fails', () => {
  let server: MongoEmulator;
  let models: ReadModels;
  let other: ReadModels;
  let serial = 0;
  beforeAll(async () => {
    server = await startMongo();
    models = await openMongoReadModels(server.url, { answerMs: 250 });
    other = await openMongoReadModels(server.url, { answerMs: 250 });
  });
  afterEach(() => server.faults.every({}));
  afterAll(async () => {
    await models.close();
    await other.close();
    await server.stop();
  });
  const fresh = async (): Promise<Collection> => {
    serial += 1;
    const collection = { name: `faults-${serial}`, version: 1, indexes: [['last']] };
    await models.open([collection]);
    await other.open([collection]);
    return collection;
  };

  it.each([...FAULTS, 'halfBatch' as const])('writes every row of a batch once: %s', async (fault) => {
    const collection = await fresh();
    await models.write(collection, [row('a', 3), row('b', 9)]);
    server.faults.next(fault);
    await models.write(collection, [row('a', 5), row('b', 5), row('c', 5), row('d', 5)]);
    expect(await other.rows(collection, ['a', 'b', 'c', 'd'])).toEqual(
      mapOf(row('a', 5), row('b', 9), row('c', 5), row('d', 5)),
    );
  });

  it.each(FAULTS)('answers every other call: %s', async (fault) => {
    const collection = await fresh();
    await models.write(collection, [row('a', 1)]);
    const answers: [() => Promise<unknown>, unknown][] = [
      [() => models.open([collection]), undefined],
      [() => models.installation('ours'), 'ours'],
      [() => models.advance(collection, 4), undefined],
      [() => models.checkpoint(collection), 4],
      [() => models.get(collection, 'a'), { count: 1, last: 1 }],
      [() => models.find(collection, { where: { last: 1 } }), [{ count: 1, last: 1 }]],
      [() => models.count(collection), 1],
      [() => models.list(), expect.arrayContaining([{ name: collection.name, version: 1 }])],
      [() => models.drop(collection), undefined],
    ];
    for (const [call, answer] of answers) {
      server.faults.next(fault);
      expect(await call()).toEqual(answer);
    }
    expect(await other.count(collection)).toBe(0);
  });

  it('finds a result of many batches whose connection breaks', async () => {
    const collection = await fresh();
    const rows = Array.from({ length: 2_500 }, (_, i) => row(String(i).padStart(4, '0'), i + 1));
    await models.write(collection, rows);
    server.faults.every({ kill: 5 });
    const found = await models.find<Tally>(collection);
    expect(found.map(({ last }) => last)).toEqual(rows.map(({ position }) => position));
  });

  it('keeps the newer row when an older one is inserted while it looks', async () => {
    const collection = await fresh();
    server.faults.next('lateInsert');
    const newer = models.write(collection, [row('a', 7)]);
    while (server.faults.counts.lateInsert === 0) await new Promise(setImmediate);
    await other.write(collection, [row('a', 5)]);
    await newer;
    expect(await models.rows(collection, ['a'])).toEqual(mapOf(row('a', 7)));
  });

  it('ends with the newest of each row, whatever order two projectors write in and whatever breaks', async () => {
    const calls = { kill: 33, lostAnswer: 33, halfBatch: 20, notPrimary: 33, lateInsert: 20, delay: 50 };
    const write = fc.record({ id: fc.constantFrom(...'stuvwxyz'), position: fc.integer({ min: 1, max: 99 }) });
    const batches = fc.array(fc.uniqueArray(write, { selector: ({ id }) => id, maxLength: 8 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(batches, batches, fc.nat(50), async (ours, theirs, from) => {
        const collection = await fresh();
        server.faults.every(calls, from);
        const writeAll = async (by: ReadModels, all: typeof ours) => {
          for (const batch of all)
            await by.write(
              collection,
              batch.map(({ id, position }) => row(id, position)),
            );
        };
        await Promise.all([writeAll(models, ours), writeAll(other, theirs)]);
        server.faults.every({});
        const newest = new Map<string, Row<Tally>>();
        for (const { id, position } of [...ours, ...theirs].flat()) {
          if (position > (newest.get(id)?.position ?? 0)) newest.set(id, row(id, position));
        }
        expect(await models.rows(collection, [...'stuvwxyz'])).toEqual(newest);
      }),
      { numRuns: 25 },
    );
  });

  it('never moves a checkpoint back', async () => {
    const collection = await fresh();
    server.faults.every({ kill: 10, lostAnswer: 10, notPrimary: 20, lateInsert: 10, delay: 10 });
    let seen = 0;
    for (let position = 10; position <= 200; position += 10) {
      await Promise.all([models.advance(collection, position), other.advance(collection, position - 15)]);
      const now = await other.checkpoint(collection);
      expect(now).toBeGreaterThanOrEqual(Math.max(seen, position));
      seen = now;
    }
    expect(seen).toBe(200);
  });

  it('never moves a checkpoint past a row that is not written, whoever else writes and whatever breaks', async () => {
    const calls = { kill: 20, lostAnswer: 20, halfBatch: 5, notPrimary: 20, lateInsert: 10, lostCheckpoint: 10 };
    const collection = await fresh();
    const ids = [...'abcdefgh'];
    server.faults.every(calls);
    const foldAll = async (by: ReadModels, step: number) => {
      for (let upTo = step; upTo <= 120; upTo += step) {
        // each row is written by what happened at its own positions
        const rows = ids
          .map((id, i) => row(id, upTo - ((upTo - i) % 8)))
          .filter(({ position }) => position > upTo - step);
        await by.write(collection, rows, upTo);
        const stored = await models.checkpoint(collection);
        const there = await models.rows<Tally>(collection, ids);
        for (const [i, id] of ids.entries()) {
          const due = stored - ((stored - i) % 8);
          if (stored > 0) expect(there.get(id)?.position ?? 0).toBeGreaterThanOrEqual(due);
        }
      }
    };
    await Promise.all([foldAll(models, 8), foldAll(other, 24)]);
  });

  it('writes rows and checkpoint in one call, and apart where another folds too', async () => {
    const received: string[] = [];
    const hear = (command: object) =>
      received.push(
        ...Object.keys(command)
          .slice(0, 1)
          .filter((name) => /find|update/.test(name)),
      );
    const { url, stop } = await startMongo({ hear });
    const [one, another] = [await openMongoReadModels(url), await openMongoReadModels(url)];
    const collection = { name: 'things', version: 1, indexes: [] };
    for (const models of [one, another]) await models.open([collection]);
    await one.write(collection, [row('a', 1)], 1);
    const requestsOf = async (models: ReadModels, position: number) => {
      received.length = 0;
      await models.write(collection, [row('a', position), row('b', position)], position);
      return received;
    };
    expect(await requestsOf(one, 5)).toEqual(['update']);
    await another.checkpoint(collection);
    expect(await requestsOf(another, 3)).toEqual(['update', 'update', 'find', 'update']);
    expect([await one.checkpoint(collection), (await one.rows(collection, ['a'])).get('a')?.position]).toEqual([5, 5]);
    for (const models of [one, another]) await models.close();
    await stop();
  });

  it.each([
    ['it made', async (collection: Collection) => models.advance(collection, 5)],
    [
      'it found',
      async (collection: Collection) => {
        await other.advance(collection, 5);
        await models.checkpoint(collection);
      },
    ],
  ])('makes no checkpoint anew when the one %s was dropped under it', async (_, begin) => {
    const collection = await fresh();
    await begin(collection);
    await other.drop(collection);
    const dropped = `${collection.name}_v1 was dropped while it was folded`;
    await expect(models.advance(collection, 9)).rejects.toThrow(dropped);
    await expect(models.write(collection, [row('a', 9)], 9)).rejects.toThrow(dropped);
    expect(await models.checkpoint(collection)).toBe(0);
    await other.open([collection]);
    await other.advance(collection, 3);
    expect(await models.checkpoint(collection)).toBe(3);
    await expect(models.write(collection, [row('a', 9)], 9)).rejects.toThrow(CollectionReplaced);
  });

  it.each([
    ['that folds alone', async () => {}, 9],
    ['beside which another folds', (collection: Collection) => models.write(collection, [row('a', 1)], 6), 9],
    ['without a checkpoint', async () => {}, undefined],
  ])('stores nothing of what a process %s writes late into a collection that was replaced', async (_, before, upTo) => {
    const collection = await fresh();
    const beside = { ...collection, name: `${collection.name}-beside` };
    await models.write(collection, [row('a', 5)], 5);
    await before(collection);
    await other.open([beside]);
    await other.write(beside, [row('b', 4)], 4);
    await other.replace(beside, collection);
    const late = [row('a', 9), row('b', 9), row('c', 9)];
    await expect(models.write(collection, late, upTo)).rejects.toThrow(CollectionReplaced);
    expect(await other.rows(collection, ['a', 'b', 'c'])).toEqual(mapOf(row('b', 4)));
    expect(await other.checkpoint(collection)).toBe(4);
  });

  it('stores nothing of what is written late into a collection that was dropped', async () => {
    const collection = await fresh();
    await models.write(collection, [row('a', 5)], 5);
    await other.drop(collection);
    await expect(models.write(collection, [row('a', 9)], 9)).rejects.toThrow('was dropped while it was folded');
    await other.open([collection]);
    expect([await other.count(collection), await other.checkpoint(collection)]).toEqual([0, 0]);
  });

  it('takes no checkpoint for dropped that was read before its maker knew that it is made', async () => {
    const collection = await fresh();
    server.faults.next('delay');
    const made = models.advance(collection, 5);
    while ((await models.checkpoint(collection)) === 0) await new Promise(setImmediate);
    await made;
    await models.advance(collection, 9);
    expect(await other.checkpoint(collection)).toBe(9);
  });

  it('folds again what a lost checkpoint forgot, and counts nothing twice', async () => {
    const { name, version, indexes } = await fresh();
    const tally: Projection<unknown> = { ...TALLY, name, version, indexes };
    const events = Array.from({ length: 20 }, (_, i) => happened(i % 3 ? 'a' : 'b', i + 1));
    await fold(models, tally, events.slice(0, 8));
    server.faults.next('lostCheckpoint');
    await fold(models, tally, events.slice(8, 16));
    const checkpoint = await other.checkpoint(tally);
    expect(checkpoint).toBe(8);
    await fold(other, tally, events.slice(checkpoint));
    expect(await other.rows(tally, ['a', 'b'])).toEqual(
      mapOf(
        { id: 'a', position: 20, document: { count: 13, last: 20 } },
        { id: 'b', position: 19, document: { count: 7, last: 19 } },
      ),
    );
  });

  it('waits for a server that comes back, and says when it does not', async () => {
    const collection = await fresh();
    await server.stop();
    const writing = models.write(collection, [row('a', 1)]);
    await server.start();
    await writing;
    const impatient = await openMongoReadModels(server.url, { patienceMs: 100, connectMs: 500 });
    await impatient.open([collection]);
    await server.stop();
    await expect(impatient.count(collection)).rejects.toThrow(StoreUnavailable);
    await expect(impatient.advance(collection, 1)).rejects.toMatchObject({ statusCode: 503 });
    await impatient.close();
    await server.start();
    expect(await models.count(collection)).toBe(1);
  });

  it('gives up a call under way when it is closed', async () => {
    const collection = await fresh();
    const closing = await openMongoReadModels(server.url, { connectMs: 500 });
    await closing.open([collection]);
    await server.stop();
    const givenUp = expect(closing.count(collection)).rejects.toThrow();
    await closing.close();
    await givenUp;
    await server.start();
  });
});

describe('read models in MongoDB', () => {
  it('read what a checkpoint rests on as a majority has it, in the session that wrote it, and all else as it is', async () => {
    const received: Record<string, unknown>[] = [];
    const { url, stop } = await startMongo({ hear: (command) => received.push(command) });
    const models = await openMongoReadModels(url);
    const collection = { name: 'things', version: 1, indexes: [] };
    await models.open([collection]);
    const requestsOf = async (call: () => Promise<unknown>) => {
      received.length = 0;
      await call();
      return received.map(({ readConcern, lsid }) => ({ readConcern, session: JSON.stringify(lsid) }));
    };
    const [written] = await requestsOf(() => models.write(collection, [row('a', 3)]));
    const settled = { readConcern: { level: 'majority' } };
    expect(await requestsOf(() => models.checkpoint(collection))).toMatchObject([settled]);
    expect(await requestsOf(() => models.rows(collection, ['a']))).toEqual([{ ...settled, session: written?.session }]);
    expect(await requestsOf(() => models.get(collection, 'a'))).toMatchObject([{ readConcern: undefined }]);
    // refused by a newer row, which is looked at as a majority has it
    const refused = await requestsOf(() => models.write(collection, [row('a', 1)]));
    expect(refused.at(-1)).toEqual({ ...settled, session: written?.session });
    await models.close();
    await stop();
  });

  it('are one flat document per row, with indexes that hold all a count needs', async () => {
    const { url, stop } = await startMongo();
    const models = await openMongoReadModels(url);
    const collection = { name: 'orders', version: 3, indexes: [['status', 'last'], ['status', 'last'], ['last']] };
    await models.open([collection]);
    await models.write(collection, [row('a', 7), { id: 'b', position: 8, document: null }]);
    const connection = await mongoose.createConnection(url).asPromise();
    const stored = connection.collection('orders_v3');
    expect(await stored.find().toArray()).toEqual([
      { _id: 'a', _position: 7, _alive: true, count: 7, last: 7 },
      { _id: 'b', _position: 8, _alive: false },
    ]);
    expect((await stored.indexes()).map(({ key }) => Object.keys(key).join())).toEqual([
      '_id',
      '_alive,_id',
      '_alive,status,last,_id',
      '_alive,last,_id',
    ]);
    await connection.destroy();
    await models.close();
    await stop();
  });
});

const TALLY = projection<Tally, { type: 'Happened'; data: { to: string } }>({
  name: 'tally',
  version: 1,
  indexes: [],
  categories: ['thing'],
  idsOf: ({ data }) => [data.to],
  evolve: (tally, { position }) => ({ count: (tally?.count ?? 0) + 1, last: position }),
}) as Projection<unknown>;

function happened(to: string, position: number): AnyRecorded {
  return { type: 'Happened', category: 'thing', data: { to }, position } as unknown as AnyRecorded;
}

function row(id: string, position: number): Row<Tally> {
  return { id, position, document: { count: position, last: position } };
}

function mapOf(...rows: Row<Tally>[]): Map<string, Row<Tally>> {
  return new Map(rows.map((one) => [one.id, one]));
}
