import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MongoEmulator, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import { loadKeyFile, masterKeyIn } from '../../config/key-file.js';
import { openLmdbVault } from './lmdb-vault.js';
import { keyBesideItsVault, MasterKeys } from './master-keys.js';
import { openMongoVault } from './mongo-vault.js';
import { type ResealableVault, Resealing } from './resealing.js';
import type { Vault } from './vault.js';

const [OLD, NEW, THIRD] = [1, 2, 3].map((fill) => Buffer.alloc(32, fill)) as [Buffer, Buffer, Buffer];
const CARD = { number: '4242424242424242' };
const quiet = { info: () => undefined, error: () => undefined };
const idOf = (key: Buffer) => MasterKeys.of(key).first.id;
type Kept = Vault & ResealableVault;

interface Place {
  open(...keys: Buffer[]): Promise<Kept>;
  close(): Promise<void>;
}
async function embedded(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'resealing-'));
  const close = () => rm(directory, { recursive: true });
  return { open: (...keys) => openLmdbVault(directory, MasterKeys.of(...keys)), close };
}
/** A busy machine answers more than a thousand calls at once in more than the usual five seconds. */
async function onMongo(): Promise<Place> {
  const { url, stop } = await startMongo();
  return { open: (...keys) => openMongoVault(url, MasterKeys.of(...keys), { answerMs: 60_000 }), close: stop };
}

describe.each([
  ['LMDB', embedded],
  ['MongoDB', onMongo],
])('the master keys of a vault in %s', (_, make) => {
  let place: Place;
  beforeEach(async () => {
    place = await make();
  });
  afterEach(() => place.close());

  async function withVault<T>(keys: Buffer[], work: (vault: Kept) => Promise<T>): Promise<T> {
    const vault = await place.open(...keys);
    try {
      return await work(vault);
    } finally {
      await vault.close();
    }
  }
  const card = (...keys: Buffer[]) => withVault(keys, (vault) => vault.get('card', 'ada'));
  async function reseal(vault: Kept): Promise<Resealing> {
    const resealing = new Resealing(vault, quiet);
    for (const _ of ['sealed', 'counted', 'counted again']) await resealing.run();
    return resealing;
  }

  it('are one by default, and another one is refused by the id of the one that is missing', async () => {
    await withVault([OLD], (vault) => vault.put('card', 'ada', CARD));
    await expect(card(NEW)).rejects.toThrow(`master key ${idOf(OLD)}, which is none of those given (MASTER_KEY`);
    expect(await card(OLD)).toMatchObject({ value: CARD });
  });

  it('open what any of them sealed; all is sealed anew with the first one, and then the others may go', async () => {
    const expiresAt = Date.now() + 60_000;
    await withVault([OLD], async (vault) => {
      await vault.put('card', 'ada', CARD, { expiresAt });
      await vault.put('card', 'bea', CARD);
      await vault.erase('card', 'bea');
    });
    await withVault([NEW, OLD], async (vault) => {
      const before = await vault.get('card', 'ada');
      await vault.put('card', 'cyd', CARD);
      expect((await reseal(vault)).left).toBe(0);
      expect(await vault.get('card', 'ada')).toEqual(before);
    });
    await withVault([NEW], async (vault) => {
      const found = await vault.getMany('card', ['ada', 'bea', 'cyd']);
      expect(Object.fromEntries(found)).toMatchObject({
        ada: { value: CARD, expiresAt },
        bea: 'erased',
        cyd: { value: CARD },
      });
    });
    await expect(card(OLD)).rejects.toThrow(idOf(NEW));
    // And back again.
    await withVault([OLD, NEW], reseal);
    expect(await card(OLD)).toMatchObject({ value: CARD });
  });

  it('are all needed until the last record is sealed anew, wherever that was broken off', async () => {
    const ids = Array.from({ length: 1_100 }, (__, nth) => `card-${nth}`);
    await withVault([OLD], async (vault) => void (await Promise.all(ids.map((id) => vault.put('card', id, id)))));
    await withVault([NEW, OLD], async (vault) => {
      const { value } = await vault.older()[Symbol.asyncIterator]().next();
      expect(value.count).toBe(500);
      await value.sealAnew();
      await vault.put('card', 'ada', CARD);
    });
    await expect(card(NEW)).rejects.toThrow(idOf(OLD));
    await withVault([THIRD, NEW, OLD], async (vault) => {
      expect((await reseal(vault)).left).toBe(0);
    });
    await withVault([THIRD], async (vault) => {
      const found = await vault.getMany<string>('card', ids);
      expect([...found].filter(([id, entry]) => entry !== 'erased' && entry.value === id)).toHaveLength(1_100);
    });
  });

  it('seal nothing anew that is erased meanwhile', async () => {
    const ids = Array.from({ length: 300 }, (__, nth) => `card-${nth}`);
    await withVault([OLD], async (vault) => void (await Promise.all(ids.map((id) => vault.put('card', id, CARD)))));
    await withVault([NEW, OLD], async (vault) => {
      await Promise.all([reseal(vault), ...ids.map((id) => vault.erase('card', id))]);
      const found = await vault.getMany('card', ids);
      expect([...found.values()].filter((entry) => entry === 'erased')).toHaveLength(300);
    });
  });
});

describe('sealing a vault anew', () => {
  it('reports how many records are left, ends between two pages when it is stopped, and goes on at its next run', async () => {
    const warnings: unknown[][] = [];
    const sealed: number[] = [];
    let resealing: Resealing;
    const page = (count: number) => ({
      count,
      sealAnew: async () => {
        sealed.push(resealing.left ?? -1);
        if (sealed.length === 1) void resealing.stop();
      },
    });
    let left = [3, 2];
    const vault: ResealableVault = {
      keys: MasterKeys.of(NEW, OLD),
      async *older() {
        for (const count of left) yield page(count);
      },
      forgetOlderKeys: async () => void warnings.push(['forgotten']),
    };
    const logger = { ...quiet, info: (...line: unknown[]) => void warnings.push(line) };
    resealing = new Resealing(vault, logger as never);
    await Promise.all([resealing.run(), resealing.run()]);
    expect([sealed, resealing.left, warnings.length]).toEqual([[5], 2, 1]);
    const sentence = `Records are sealed with the master key ${idOf(NEW)}`;
    expect(resealing.condition()).toMatchObject({
      says: `${sentence}; 2 are not yet.`,
      todo: expect.stringContaining(`Keep ${idOf(OLD)} after the first one (MASTER_KEY=new,old`),
    });
    left = [2];
    resealing = new Resealing(vault, logger as never);
    await resealing.run();
    expect([sealed, resealing.left]).toEqual([[5, 2], 0]);
    expect(resealing.condition().says).toBe(
      `${sentence}; none was found that is not, and they are counted again within the hour.`,
    );
    left = [];
    for (const _ of [1, 2, 3]) await resealing.run();
    expect(resealing.condition()).toMatchObject({
      says: `${sentence}. Only backups need ${idOf(OLD)} any more.`,
      todo: expect.stringContaining(`Take ${idOf(OLD)} out of MASTER_KEY`),
    });
    const over = [{ first: idOf(NEW), others: [idOf(OLD)] }, expect.any(String)];
    expect(warnings.slice(2)).toEqual([['forgotten'], over, ['forgotten']]);
  });

  it('forgets a key once two counts in a row find none of its records, for another process may still seal with it', async () => {
    const found = [0, 1, 0, 0, 3];
    const forgotten: number[] = [];
    let run = 0;
    const vault: ResealableVault = {
      keys: MasterKeys.of(NEW, OLD),
      async *older() {
        const count = found[run] ?? 0;
        if (count > 0) yield { count, sealAnew: async () => undefined };
      },
      forgetOlderKeys: async () => void forgotten.push(run),
    };
    const resealing = new Resealing(vault, quiet);
    for (; run < found.length; run += 1) await resealing.run();
    expect(forgotten).toEqual([3]);
    expect(resealing.condition().says).toContain('counted again within the hour');
  });

  it('counts no further once it is stopped', async () => {
    let counted = 0;
    let resealing: Resealing;
    const vault: ResealableVault = {
      keys: MasterKeys.of(NEW, OLD),
      async *older() {
        for (;;) {
          counted += 1;
          if (counted === 3) void resealing.stop();
          yield { count: 1, sealAnew: async () => undefined };
        }
      },
      forgetOlderKeys: async () => undefined,
    };
    resealing = new Resealing(vault, quiet);
    await resealing.run();
    expect([counted, resealing.left]).toEqual([3, null]);
  });

  it('goes on while answers are lost and connections break, beside a process that was not given the new key', async () => {
    const server: MongoEmulator = await startMongo();
    const late = await openMongoVault(server.url, OLD);
    const ids = Array.from({ length: 40 }, (_, nth) => `card-${nth}`);
    for (const id of ids) await late.put('card', id, id);
    const keys = MasterKeys.of(NEW, OLD);
    const [one, other] = [
      await openMongoVault(server.url, keys, { answerMs: 250 }),
      await openMongoVault(server.url, keys),
    ];
    server.faults.every({ lostAnswer: 3, kill: 10, notPrimary: 10 });
    await Promise.all([one, other].map((vault) => new Resealing(vault, quiet).run()));
    server.faults.every({});
    const found = await other.getMany<string>('card', ids);
    expect([...found].filter(([id, entry]) => entry !== 'erased' && entry.value === id)).toHaveLength(40);
    await expect(late.get('card', 'card-1')).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringContaining(`master key ${idOf(NEW)}`),
    });
    await Promise.all([one.close(), other.close(), late.close()]);
    await server.stop();
  });

  it('leaves a backup of before that is worthless without its own key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'backup-'));
    const [live, backup] = [join(directory, 'vault'), join(directory, 'backup')];
    const vault = await openLmdbVault(live, OLD);
    await vault.put('card', 'ada', CARD);
    await vault.close();
    await cp(live, backup, { recursive: true });
    const stolen = await Promise.all((await readdir(backup)).map((name) => readFile(join(backup, name))));
    expect(stolen.filter((bytes) => bytes.includes('424242') || bytes.includes(OLD))).toEqual([]);
    await expect(openLmdbVault(backup, NEW)).rejects.toThrow(idOf(OLD));
    const restored = await openLmdbVault(backup, MasterKeys.of(NEW, OLD));
    expect(await restored.get('card', 'ada')).toMatchObject({ value: CARD });
    await restored.close();
    await rm(directory, { recursive: true });
  });
});

describe('master keys', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'keys-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const inside = () => join(directory, 'master.key');
  const outside = () => join(directory, 'elsewhere.key');
  const embeddedKeys = (file: string | null, ...given: Buffer[]) => MasterKeys.embedded({ given, file }, inside());

  it('are made at the first start, one in a file for its owner only, and read at the next', async () => {
    const { all } = await embeddedKeys(null);
    expect(all).toMatchObject([{ file: inside(), key: expect.any(Buffer) }]);
    expect((await stat(inside())).mode & 0o777).toBe(0o600);
    expect((await embeddedKeys(null)).all).toEqual(all);
    expect(await readdir(directory)).toEqual(['master.key']);
  });

  it('move out of the data directory: one is made where it should lie, and the one that lay there only opens', async () => {
    const { first: before } = await embeddedKeys(null);
    const { all } = await embeddedKeys(outside());
    expect(all).toMatchObject([{ file: outside() }, before]);
    expect((await embeddedKeys(outside())).all).toEqual(all);
    await rm(inside());
    expect((await embeddedKeys(outside())).all).toEqual([all[0]]);
  });

  it('that are given are used as they are, and each once', async () => {
    expect((await embeddedKeys(null, NEW, OLD, NEW)).all.map(({ key }) => key)).toEqual([NEW, OLD]);
    expect(await readdir(directory)).toEqual([]);
  });

  it('are never made where processes share them', async () => {
    const shared = () => MasterKeys.shared({ given: [], file: outside() });
    await expect(shared()).rejects.toThrow('MASTER_KEY: there is no file');
    await writeFile(outside(), `# ours\n${NEW.toString('hex')}\n${OLD.toString('base64')}\n`);
    expect((await shared()).all.map(({ key }) => key)).toEqual([NEW, OLD]);
    await writeFile(outside(), 'not a key\n');
    await expect(shared()).rejects.toThrow('is no master key');
  });

  it('are one when several processes ask for it first', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => loadKeyFile(inside())));
    for (const key of keys) expect(key).toEqual(keys[0]);
  });

  it('are refused in a file that holds anything else, which is left alone, and not made where they cannot be read', async () => {
    const wrong = `${NEW.toString('hex').slice(2)}\n`;
    await writeFile(inside(), wrong);
    await expect(loadKeyFile(inside())).rejects.toThrow(`${inside()} is no master key: it has not 32 bytes`);
    expect(await readFile(inside(), 'utf8')).toBe(wrong);
    await expect(loadKeyFile(join(directory, 'missing', 'master.key'))).rejects.toThrow('ENOENT');
    await expect(loadKeyFile(directory)).rejects.toThrow('EISDIR');
  });

  it.each(['hex', 'base64', 'base64url'] as const)('are read as %s', (encoding) => {
    expect(masterKeyIn(NEW.toString(encoding))).toEqual(NEW);
  });

  it.each(['', 'secret', 'ab'.repeat(31), Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
    'are not read in %s',
    (text) => {
      expect(masterKeyIn(text)).toBeNull();
    },
  );

  it('have 32 bytes', () => {
    expect(() => MasterKeys.of(Buffer.alloc(31))).toThrow(RangeError);
  });

  it('beside what they open are warned of, loudly', () => {
    const warned = (file: string | null) => keyBesideItsVault({ file }, '/srv/data');
    expect([warned('/srv/data/master.key'), warned('/srv/data/x/y.key')]).toEqual([
      expect.stringContaining('WHOEVER COPIES THAT DIRECTORY CAN READ EVERYTHING'),
      expect.stringContaining('MASTER_KEY=file:/path'),
    ]);
    expect(['/etc/master.key', '/srv/data-2/master.key', null].map(warned)).toEqual([null, null, null]);
  });
});
