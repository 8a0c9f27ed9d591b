import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreCalls } from '../store-calls.js';
import { watchedModels } from '../watched-stores.js';
import { openLmdbReadModels } from './lmdb-read-models.js';
import { readModelsContract } from './read-models.contract.js';
import type { Collection, ReadModels, Row } from './read-models.js';

const KEY = Buffer.alloc(32, 7);
const identify = async (position: number): Promise<string | undefined> => `event ${position}`;

async function opened() {
  const directory = await mkdtemp(join(tmpdir(), 'read-models-'));
  const models = await openLmdbReadModels(join(directory, 'read-models'), KEY, { identify });
  const close = async () => {
    await models.close();
    await rm(directory, { recursive: true });
  };
  return { models, close };
}

const RUNS = 30;

readModelsContract('LMDB, before anything is on the disk', opened, RUNS);

readModelsContract(
  'LMDB, every other write on the disk and the rest above it',
  async () => {
    const { models, close } = await opened();
    let writes = 0;
    const write = async <D>(collection: Collection, rows: readonly Row<D>[], upTo = 0, event?: string) => {
      await models.write(collection, rows, upTo, event);
      writes += 1;
      if (writes % 2 === 1) await models.written();
    };
    const calls = new StoreCalls();
    return { models: { ...watchedModels(models, calls), write }, close };
  },
  RUNS,
);

describe('read models on the disk', () => {
  const PEOPLE = { name: 'people', version: 1, indexes: [['size'], ['email']], lists: ['words'], personal: ['email'] };
  const ZOE = { id: 'zoe', size: 7, email: 'zoe.zimmer@example.test', words: ['zoe', 'zimmer'] };
  let directory: string;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'read-models-')), 'read-models');
  });
  afterEach(() => rm(dirname(directory), { recursive: true }));

  async function start({ key = KEY, log = identify, collection = PEOPLE as Collection } = {}) {
    const said: string[] = [];
    const known: unknown[] = [];
    const say = (text: string) => said.push(text);
    const beyond = async (position: number, event: string) => void known.push([position, event]);
    const models = await openLmdbReadModels(directory, key, { identify: log, say, beyond });
    await models.open([collection]);
    return { models, said, known };
  }

  async function filled(log = identify) {
    const { models } = await start({ log });
    await models.write(PEOPLE, [{ id: 'zoe', position: 4, document: ZOE }]);
    await models.advance(PEOPLE, 5);
    return models;
  }

  it('are there after a start, with the checkpoint', async () => {
    await (await filled()).close();
    const { models, said } = await start();
    expect([await models.checkpoint(PEOPLE), await models.find(PEOPLE, { where: { size: 7 } })]).toEqual([5, [ZOE]]);
    expect(await models.find(PEOPLE, { where: { email: { prefix: 'zoe' } }, sort: [['email', 'desc']] })).toEqual([
      ZOE,
    ]);
    expect(said).toEqual([]);
    await models.close();
  });

  it('are written by themselves, soon after they were folded', async () => {
    let models: ReadModels | undefined;
    const checkpoint = await new Promise<number>((resolve) => {
      const log = async (position: number) => {
        resolve(position);
        return identify(position);
      };
      void filled(log).then((opened) => {
        models = opened;
      });
    });
    expect(checkpoint).toBe(5);
    await models?.close();
  });

  it.each([
    ['another key', { key: Buffer.alloc(32, 8) }, 'sealed with another key'],
    ['a log that ends before their checkpoint', { log: async () => undefined }, 'restored from a backup'],
  ])('are made anew with %s, and it is said', async (_, changed, text) => {
    await (await filled()).close();
    const { models, said } = await start(changed);
    expect([await models.checkpoint(PEOPLE), await models.count(PEOPLE)]).toEqual([0, 0]);
    expect(said).toEqual([expect.stringMatching(`${text}.*made anew`)]);
    await models.close();
  });

  it('are refused, and left as they are, with a log that has another event at their checkpoint', async () => {
    await (await filled()).close();
    await expect(start({ log: async () => 'another' })).rejects.toThrow('The event log is another one');
    const { models } = await start();
    expect(await models.known(PEOPLE)).toEqual({ position: 5, event: 'event 5' });
    await models.close();
  });

  it('are refused with a log that has another event at the checkpoint of one, and does not reach that of another', async () => {
    const models = await filled();
    const others = { ...PEOPLE, name: 'stock' };
    await models.open([others]);
    await models.advance(others, 4);
    await models.close();
    const shorter = async (position: number) => (position > 4 ? undefined : 'another');
    await expect(start({ log: shorter })).rejects.toThrow('The event log is another one');
    const { models: left, said } = await start();
    expect([await left.checkpoint(PEOPLE), said]).toEqual([5, []]);
    await left.close();
  });

  it('say what the one that went furthest knows, of those that the log does not reach', async () => {
    const models = await filled();
    const others = ['orders', 'stock', 'works'].map((name, nth) => ({
      ...PEOPLE,
      name,
      checkpoint: [6, 8, 7][nth] ?? 0,
    }));
    await models.open(others);
    for (const other of others) await models.advance(other, other.checkpoint);
    await models.close();
    const shorter = async (position: number) => (position > 5 ? undefined : identify(position));
    const { models: anew, known, said } = await start({ log: shorter });
    expect([known, said]).toEqual([[[8, 'event 8']], [expect.stringMatching(/restored from a backup.*made anew/)]]);
    await anew.close();
  });

  it('are made anew where one of them alone says another event than the log, which the others know: it is damaged', async () => {
    const models = await filled();
    const other = { ...PEOPLE, name: 'others' };
    await models.open([other]);
    await models.advance(other, 4);
    await models.close();
    const flipped = async (position: number) => (position === 4 ? 'flipped' : identify(position));
    const { models: anew, said } = await start({ log: flipped });
    expect([await anew.checkpoint(PEOPLE), said]).toEqual([0, [expect.stringMatching(/cannot be read.*made anew/)]]);
    await anew.close();
  });

  it('begin with nothing in a new version, or when their folder was deleted', async () => {
    await (await filled()).close();
    const next = { ...PEOPLE, version: 2 };
    const second = await start({ collection: next });
    expect([await second.models.checkpoint(next), await second.models.count(next)]).toEqual([0, 0]);
    await second.models.close();
    await rm(directory, { recursive: true });
    const third = await start();
    expect([await third.models.checkpoint(PEOPLE), third.said]).toEqual([0, []]);
    await third.models.close();
  });

  it('can be read by their owner only, and hold no name that could be read', async () => {
    const models = await filled();
    await models.write(PEOPLE, [{ id: 'zoe', position: 6, document: { ...ZOE, size: 8 } }]);
    await models.advance(PEOPLE, 6);
    await models.close();
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await modeOf(directory)).toBe(0o700);
    for (const file of await readdir(directory)) {
      expect(await modeOf(join(directory, file))).toBe(0o600);
      expect((await readFile(join(directory, file), 'latin1')).toLowerCase()).not.toMatch(/zimmer|example\.test/);
    }
  });

  it('are counted once each while they are being written', async () => {
    const models = await filled();
    await models.written();
    const row = (id: string, position: number, size: number | null) => {
      return { id, position, document: size === null ? null : { ...ZOE, id, size } };
    };
    const counts = async (wanted: readonly number[]) => {
      let isWritten = false;
      const writing = models.written().finally(() => {
        isWritten = true;
      });
      while (!isWritten) {
        await nextTurn();
        // Long enough for LMDB's thread to commit, of which this one hears in a later turn.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        const all = await models.count(PEOPLE);
        expect([all, await models.count(PEOPLE, { size: 7 }), await models.count(PEOPLE, { size: 8 })]).toEqual(wanted);
      }
      await writing;
    };
    await models.write(PEOPLE, [row('zoe', 6, 8), row('ada', 6, 7)], 6);
    await counts([2, 1, 1]);
    await models.write(PEOPLE, [row('zoe', 7, null)], 7);
    await counts([1, 1, 0]);
    await models.close();
  });

  it('leave nothing of a row that is done', async () => {
    const models = await filled();
    await models.write(PEOPLE, [{ id: 'zoe', position: 6, document: null }]);
    await models.advance(PEOPLE, 6);
    await models.close();
    const { models: again } = await start();
    expect(await again.rows(PEOPLE, ['zoe'])).toEqual(new Map());
    await again.write(PEOPLE, [{ id: 'zoe', position: 4, document: ZOE }]);
    expect(await again.get(PEOPLE, 'zoe')).toBeUndefined();
    await again.close();
  });
});
