import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModelsContract } from '@supreme-access/test/contracts/read-models.contract.js';
import { StorageFull, StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { SqliteDatabase, type SqlRow } from './sqlite-database.js';
import { memoryReadModels, openSqliteReadModels, type SqliteOptions, SqliteReadModels } from './sqlite-read-models.js';

const RUNS = 120;

readModelsContract(
  'SQLite',
  async () => {
    const models = memoryReadModels();
    return { models, close: () => models.close() };
  },
  RUNS,
);

describe('read models in a file of SQLite', () => {
  const PEOPLE = { name: 'people', version: 1, indexes: [['size'], ['email']], lists: ['words'], isPersonal: true };
  const ZOE = { id: 'zoe', size: 7, email: 'zoe.zimmer@example.test', words: ['zoe', 'zimmer'] };
  const KEY = 'ab'.repeat(32);
  let directory: string;
  let file: string;
  let said: string[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'read-models-'));
    file = join(directory, 'read-models', 'data.sqlite');
    said = [];
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function start(options: Partial<SqliteOptions> = {}) {
    const say = (text: string) => void said.push(text);
    const models = await openSqliteReadModels(file, { key: KEY, say, isToBeRead: true, ...options });
    await models.open([PEOPLE]);
    return models;
  }
  async function filled(options: Partial<SqliteOptions> = {}) {
    const models = await start(options);
    await models.write(PEOPLE, [{ id: 'zoe', position: 4, document: ZOE }], 5, 'five');
    return models;
  }
  const contents = async () => {
    const names = await readdir(join(directory, 'read-models'));
    const read = names.map((name) => readFile(join(directory, 'read-models', name), 'latin1'));
    return { names, bytes: (await Promise.all(read)).join('') };
  };

  it('are there after a start, with the checkpoint, in one file', async () => {
    await (await filled()).close();
    expect((await contents()).names).toEqual(['data.sqlite']);
    const models = await start();
    expect([await models.progress(PEOPLE), await models.find(PEOPLE, { where: { size: 7 } }), said]).toEqual([
      { position: 5, event: 'five' },
      [ZOE],
      [],
    ]);
    await models.close();
  });

  it('are not made anew under the thread that has them open', async () => {
    const models = await filled({ isShared: true });
    await expect(start({ isShared: true, isOpen: true, key: 'cd'.repeat(32) })).rejects.toThrow('cannot be read');
    expect([await models.get(PEOPLE, 'zoe'), (await contents()).names, said]).toEqual([
      ZOE,
      expect.arrayContaining(['data.sqlite', 'data.sqlite-wal']),
      [],
    ]);
    await models.close();
    const again = await start();
    expect(await again.get(PEOPLE, 'zoe')).toEqual(ZOE);
    await again.close();
  });

  it.each<[string, () => Promise<unknown>, Partial<SqliteOptions>]>([
    ['the key is another one', async () => undefined, { key: 'cd'.repeat(32) }],
    ['something else lies there', () => writeFile(file, Buffer.alloc(50_000, 'no such file')), {}],
    ['its pages are damaged', () => flip(2_003), {}],
    ['its pages say something else of themselves', () => flip(5), {}],
  ])('are made anew where %s, and it is said', async (_, damage, options) => {
    const models = await filled();
    const rows = Array.from({ length: 100 }, (_, row) => ({
      id: `${row}`,
      position: 6,
      document: { ...ZOE, size: row },
    }));
    await models.write(PEOPLE, rows, 6);
    await models.close();
    await damage();
    const anew = await start(options);
    expect([await anew.checkpoint(PEOPLE), await anew.count(PEOPLE), said]).toEqual([
      0,
      0,
      [expect.stringContaining('rebuilt from the log')],
    ]);
    await anew.close();
  });

  async function flip(offset: number): Promise<void> {
    const bytes = await readFile(file);
    for (let at = 2 * 4_096 + offset; at < bytes.length; at += 4_096) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    await writeFile(file, bytes);
  }

  it('can be read by their owner alone, who finds no name in the file or in what is to be written to it', async () => {
    const models = await filled();
    const { names, bytes } = await contents();
    for (const name of names) expect((await stat(join(directory, 'read-models', name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'read-models'))).mode & 0o777).toBe(0o700);
    expect(names).toContain('data.sqlite-wal');
    expect(bytes).not.toMatch(/zimmer|example\.test/);
    await models.close();
  });

  it.each([
    ['emptied', { ...ZOE, email: '', words: [] }],
    ['removed', null],
  ])(
    'hold nothing of a person any more whose row was %s, as bytes, by the time the write is answered',
    async (_, document) => {
      const models = await filled({ key: null });
      expect((await contents()).bytes).toMatch(/zimmer/);
      await models.write(PEOPLE, [{ id: 'zoe', position: 6, document }], 6);
      expect((await contents()).bytes).not.toMatch(/zimmer/);
      expect(await models.find(PEOPLE, { where: { words: { hasPrefixes: ['zi'] } } })).toEqual([]);
      await models.close();
    },
  );

  it('hold nothing of a person any more once their collection was dropped', async () => {
    const models = await filled({ key: null });
    await models.drop(PEOPLE);
    expect((await contents()).bytes).not.toMatch(/zimmer/);
    await models.close();
  });

  describe('whose write-ahead log cannot be emptied', () => {
    const erased = { id: 'zoe', position: 6, document: null };
    const refused = (code: string) => Object.assign(new Error('the disk'), { code });

    async function onDisk(answer: () => SqlRow[]) {
      await (await filled({ key: null })).close();
      let isSpoilt = false;
      class SpoiltDatabase extends SqliteDatabase {
        override all(...args: Parameters<SqliteDatabase['all']>): SqlRow[] {
          return isSpoilt && args[0].includes('wal_checkpoint') ? answer() : super.all(...args);
        }
      }
      const models = new SqliteReadModels(new SpoiltDatabase(file, null));
      await models.open([PEOPLE]);
      return {
        models,
        spoil: (spoilt: boolean) => {
          isSpoilt = spoilt;
        },
      };
    }

    it.each<[string, () => SqlRow[], new (...given: never[]) => Error]>([
      ['the disk is full', () => fail(refused('SQLITE_FULL')), StorageFull],
      ['the disk fails', () => fail(refused('SQLITE_IOERR_FSYNC')), StoreUnavailable],
      ['somebody reads', () => [[1, 8, 3]], StoreUnavailable],
    ])('refuse the removal until they can: %s', async (_, answer, kind) => {
      const { models, spoil } = await onDisk(answer);
      spoil(true);
      for (let time = 0; time < 2; time += 1)
        await expect(models.write(PEOPLE, [erased], 6)).rejects.toBeInstanceOf(kind);
      spoil(false);
      await models.write(PEOPLE, [erased], 6);
      expect((await contents()).bytes).not.toMatch(/zimmer/);
      await models.close();
    });

    it('hold nothing of a person any more after a start', async () => {
      const { models, spoil } = await onDisk(() => fail(refused('SQLITE_IOERR_FSYNC')));
      spoil(true);
      await models.write(PEOPLE, [erased], 6).catch(() => undefined);
      expect((await contents()).bytes).toMatch(/zimmer/);
      const killed = join(directory, 'killed');
      await cp(join(directory, 'read-models'), killed, { recursive: true });
      spoil(false);
      await models.close();
      await rm(join(directory, 'read-models'), { recursive: true });
      await cp(killed, join(directory, 'read-models'), { recursive: true });
      const next = await start({ key: null });
      expect([(await contents()).bytes.includes('zimmer'), await next.checkpoint(PEOPLE)]).toEqual([false, 6]);
      await next.close();
    });
  });

  it('are replaced at once: the rows of before are removed afterwards, before they are closed', async () => {
    const models = await filled();
    const rows = Array.from({ length: 1_100 }, (_, row) => ({ id: `${row}`, position: 6, document: { size: row } }));
    await models.write(PEOPLE, rows, 6);
    const beside = { ...PEOPLE, name: 'people-beside' };
    await models.open([beside]);
    await models.write(beside, [{ id: 'zoe', position: 4, document: ZOE }], 6);
    const names = async (of: typeof models) => (await of.list()).map(({ name }) => name);
    await models.replace(beside, PEOPLE);
    expect([await names(models), await models.find(PEOPLE)]).toEqual([['dropped-1', 'people'], [ZOE]]);
    await models.close();
    const next = await start();
    expect([await names(next), await next.find(PEOPLE)]).toEqual([['people'], [ZOE]]);
    await next.close();
  });

  it('empty the write-ahead log for removed words alone: added ones cost nothing', async () => {
    const models = await filled();
    const document = { ...ZOE, words: [...ZOE.words, 'zweite'] };
    await models.write(PEOPLE, [{ id: 'zoe', position: 6, document }], 6);
    expect((await stat(join(directory, 'read-models', 'data.sqlite-wal'))).size).toBeGreaterThan(0);
    await models.close();
  });

  it('leave nothing of a row that is done once the checkpoint has passed it', async () => {
    const models = await filled();
    await models.write(PEOPLE, [{ id: 'zoe', position: 6, document: null }], 6);
    expect(await models.rows(PEOPLE, ['zoe'])).toEqual(new Map());
    await models.close();
  });

  it('are given whole, in order, where they are replaced while more are asked for than are read at once', async () => {
    const models = await start();
    const found = await readWhileReplaced(models, models);
    expect(found.map(({ size }) => size)).toEqual(Array.from({ length: 4_000 }, (_, row) => 3_999 - row));
    await models.close();
  });

  async function readWhileReplaced(reader: SqliteReadModels, writer: SqliteReadModels) {
    const rows = Array.from({ length: 4_000 }, (_, row) => ({ id: `${row}`, position: 6, document: { size: row } }));
    const beside = { ...PEOPLE, name: 'people-anew' };
    await writer.open([beside]);
    for (const one of [PEOPLE, beside]) await writer.write(one, rows, 6);
    const finding = reader.find<{ size: number }>(PEOPLE, { sort: [['size', 'desc']] });
    await writer.replace(beside, PEOPLE);
    return await finding;
  }

  describe('that two threads open', () => {
    it('are given whole, though the other thread replaces them meanwhile', async () => {
      const { reader, writer } = await opened(() => reader.readAnew());
      expect(await readWhileReplaced(reader, writer)).toHaveLength(4_001);
      await writer.close();
      await reader.close();
    });

    async function opened(onRenamed = async (): Promise<void> => undefined) {
      const reader = await filled({ isShared: true });
      await reader.readOnly();
      const writer = await start({ isShared: true, onRenamed });
      return { reader, writer };
    }

    it('are read as they are written, and written by one alone', async () => {
      const { reader, writer } = await opened();
      expect(await reader.get(PEOPLE, 'zoe')).toEqual(ZOE);
      await writer.write(PEOPLE, [{ id: 'zoe', position: 6, document: { ...ZOE, size: 8 } }], 6);
      expect([await reader.get(PEOPLE, 'zoe'), await reader.checkpoint(PEOPLE)]).toEqual([{ ...ZOE, size: 8 }, 6]);
      await reader.open([PEOPLE]);
      await expect(reader.advance(PEOPLE, 9)).rejects.toThrow('readonly');
      await writer.close();
      await reader.close();
    });

    it('have forgotten what was removed, though the other thread has read it', async () => {
      const { reader, writer } = await opened();
      expect(await reader.find(PEOPLE, { where: { words: { has: 'zimmer' } } })).toEqual([ZOE]);
      await writer.write(PEOPLE, [{ id: 'zoe', position: 6, document: null }], 6);
      expect(await reader.find(PEOPLE, { where: { words: { has: 'zimmer' } } })).toEqual([]);
      expect((await stat(`${file}-wal`)).size).toBe(0);
      await writer.close();
      await reader.close();
    });

    it('are removed under their old name once the reader reads the new one', async () => {
      const read: unknown[] = [];
      const { reader, writer } = await opened(async () => {
        await reader.readAnew();
        read.push(await reader.get(PEOPLE, 'zoe'));
      });
      const beside = { ...PEOPLE, name: 'people-anew' };
      await writer.open([beside]);
      await writer.write(beside, [{ id: 'zoe', position: 4, document: { ...ZOE, size: 9 } }], 5);
      expect(await reader.get(PEOPLE, 'zoe')).toEqual(ZOE);
      await writer.replace(beside, PEOPLE);
      expect([read, await reader.get(PEOPLE, 'zoe')]).toEqual([[{ ...ZOE, size: 9 }], { ...ZOE, size: 9 }]);
      await writer.close();
      await reader.close();
    });
  });
});

function fail(error: Error): never {
  throw error;
}
