import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@supreme-access/test/standins/mongo/server.js';
import mongoose from 'mongoose';
import { Children } from '../child-process.fixture.js';
import { openEnvironment } from '../log/lmdb-environment.js';
import { KeyRotation, type RotatingVault } from './key-rotation.js';
import { openLmdbVault } from './lmdb-vault.js';
import { masterKeyOf } from './master-key.js';
import { keyBesideItsVault, MasterKeys } from './master-keys.js';
import { openMongoVault } from './mongo-vault.js';
import { sealRecord } from './sealed-record.js';
import type { Vault } from './vault.js';
import { VaultKeys } from './vault-keys.js';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const CARD = { number: '4242424242424242' };

interface Place {
  open(...keys: Buffer[]): Promise<Vault & RotatingVault>;
  /** puts a record as programs before data keys did: sealed by the master key itself */
  asBefore(masterKey: Buffer, kind: 'card', id: string, value: unknown): Promise<void>;
  /** which keys the stored records name */
  keyIds(): Promise<(string | undefined)[]>;
  close(): Promise<void>;
}

async function embedded(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'rotation-'));
  const inside = async <T>(work: (environment: ReturnType<typeof openEnvironment>) => Promise<T>) => {
    const environment = openEnvironment(directory);
    try {
      return await work(environment);
    } finally {
      await environment.close();
    }
  };
  return {
    open: (...keys) => openLmdbVault(directory, MasterKeys.of(...keys)),
    asBefore: (masterKey, kind, id, value) =>
      inside(async (environment) => {
        const record = sealRecord(VaultKeys.ofBefore(masterKeyOf(masterKey)), kind, id, value, {});
        await environment.openDB<object, string[]>('records', {}).put([kind, id], record);
      }),
    keyIds: () =>
      inside(async (environment) => {
        const records = environment.openDB<{ key?: string }, string[]>('records', {});
        return [...records.getRange({})].map(({ value }) => value.key);
      }),
    close: () => rm(directory, { recursive: true }),
  };
}

async function onMongo(): Promise<Place> {
  const { url, stop } = await startMongo();
  const inside = async <T>(work: (connection: mongoose.Connection) => Promise<T>) => {
    const connection = await mongoose.createConnection(`${url}_vault`).asPromise();
    try {
      return await work(connection);
    } finally {
      await connection.destroy();
    }
  };
  return {
    open: (...keys) => openMongoVault(url, MasterKeys.of(...keys)),
    asBefore: (masterKey, kind, id, value) =>
      inside(async (connection) => {
        const keys = VaultKeys.ofBefore(masterKeyOf(masterKey));
        const proof = { _id: 'master-key' as never, ...sealRecord(keys, 'secret', 'master-key', 'master-key', {}) };
        await connection.collection('about').insertOne(proof);
        const record = { _id: `${kind}/${id}` as never, ...sealRecord(keys, kind, id, value, {}) };
        await connection.collection('records').insertOne(record);
      }),
    keyIds: () =>
      inside(async (connection) => {
        const records = await connection.collection<{ _id: string; key?: string }>('records').find().toArray();
        return records.map(({ key }) => key);
      }),
    close: stop,
  };
}

describe.each([
  ['in LMDB', embedded],
  ['in MongoDB', onMongo],
])('the master key of a vault %s', (_, make) => {
  let place: Place;
  beforeEach(async () => {
    place = await make();
  });
  afterEach(() => place.close());
  const rotate = (vault: RotatingVault, ...keys: Buffer[]) =>
    new KeyRotation(vault, MasterKeys.of(...keys), 0).rotate();
  const withVault = async <T>(keys: Buffer[], work: (vault: Vault & RotatingVault) => Promise<T>): Promise<T> => {
    const vault = await place.open(...keys);
    try {
      return await work(vault);
    } finally {
      await vault.close();
    }
  };
  const card = (...keys: Buffer[]) => withVault(keys, (vault) => vault.get('card', 'ada'));

  it('is rotated: everything is sealed anew under a new data key, and the old master key opens nothing', async () => {
    const done = await withVault([OLD], async (vault) => {
      await vault.put('card', 'ada', CARD, { expiresAt: Date.now() + 60_000 });
      await vault.erase('card', 'bea');
      const before = await vault.get('card', 'ada');
      const rotated = await rotate(vault, NEW, OLD);
      expect(await vault.get('card', 'ada')).toEqual(before);
      expect(await vault.get('card', 'bea')).toBe('erased');
      await vault.put('card', 'later', CARD);
      return rotated;
    });
    expect(done).toEqual({ masterKey: masterKeyOf(NEW).id, records: 1, wasUnfinished: false });
    expect(await card(NEW)).toMatchObject({ value: CARD, expiresAt: expect.any(Number) });
    expect((await place.keyIds()).map((id) => id?.split('-')[0])).toEqual(['2', undefined, '2']);
    await expect(card(OLD)).rejects.toThrow('MASTER_KEY');
  });

  it('opens what programs sealed with it before there were data keys, and is rotated away from that too', async () => {
    await place.asBefore(OLD, 'card', 'ada', CARD);
    expect(await card(OLD)).toMatchObject({ value: CARD });
    await expect(card(NEW)).rejects.toThrow('MASTER_KEY is not the one this vault was sealed with');
    expect(await card(NEW, OLD)).toMatchObject({ value: CARD });
    await withVault([NEW, OLD], async (vault) => {
      await vault.put('card', 'bea', CARD);
      expect(await rotate(vault, NEW, OLD)).toMatchObject({ masterKey: masterKeyOf(NEW).id, records: 2 });
    });
    expect(await card(NEW)).toMatchObject({ value: CARD });
    await expect(card(OLD)).rejects.toThrow('MASTER_KEY');
  });

  it('stays as it is where no newer one is given', async () => {
    await withVault([OLD], async (vault) => {
      await vault.put('card', 'ada', CARD);
      await expect(rotate(vault, OLD)).rejects.toMatchObject({ code: 'no-newer-key', kind: 'conflict' });
    });
    expect(await card(OLD)).toMatchObject({ value: CARD });
  });

  it('is rotated again and again, and each time only the newest opens the vault', async () => {
    const third = Buffer.alloc(32, 3);
    await withVault([OLD], (vault) => vault.put('card', 'ada', CARD));
    await withVault([NEW, OLD], (vault) => rotate(vault, NEW, OLD));
    await withVault([third, NEW], (vault) => rotate(vault, third, NEW));
    expect(await card(third)).toMatchObject({ value: CARD });
    await expect(card(NEW, OLD)).rejects.toThrow('MASTER_KEY');
  });

  it('goes on where a rotation was broken off before records were sealed anew, and writes meanwhile are kept', async () => {
    await withVault([OLD], async (vault) => {
      await vault.put('card', 'ada', CARD);
      expect(await vault.replaceKeys((await vault.readKeys()).rotated(masterKeyOf(NEW)))).toBe(true);
      await vault.put('card', 'bea', CARD);
    });
    expect(await card(NEW)).toMatchObject({ value: CARD });
    await withVault([NEW], async (vault) => {
      expect(await rotate(vault, NEW)).toMatchObject({ records: 1, wasUnfinished: true });
      await new KeyRotation(vault, MasterKeys.of(NEW), 0).finish();
      expect(vault.keys.isSealing).toBe(false);
    });
    expect((await place.keyIds()).every((id) => id?.startsWith('2-'))).toBe(true);
  });

  it('seals nothing anew that is erased while it is rotated', async () => {
    await withVault([OLD], async (vault) => {
      const ids = Array.from({ length: 300 }, (_, n) => `card-${n}`);
      await Promise.all(ids.map((id) => vault.put('card', id, CARD)));
      const [, ...erasures] = await Promise.all([rotate(vault, NEW, OLD), ...ids.map((id) => vault.erase('card', id))]);
      expect(erasures).toHaveLength(300);
      const found = await vault.getMany('card', ids);
      expect([...found.values()].every((entry) => entry === 'erased')).toBe(true);
    });
  });
});

describe('a master key that several processes share', () => {
  it('is followed by those that were given the new one, and the others say what they lack', async () => {
    const { url, stop } = await startMongo();
    const keys = MasterKeys.of(NEW, OLD);
    const late = await openMongoVault(url, OLD);
    const [first, second] = [await openMongoVault(url, keys), await openMongoVault(url, keys)];
    await second.put('card', 'ada', CARD);
    const rotations = await Promise.allSettled([first, second].map((each) => new KeyRotation(each, keys, 0).rotate()));
    expect(rotations.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
    await first.put('card', 'bea', CARD);
    await second.put('card', 'cyd', CARD);
    for (const id of ['ada', 'bea', 'cyd']) {
      expect([await first.get('card', id), await second.get('card', id)]).toMatchObject([
        { value: CARD },
        { value: CARD },
      ]);
    }
    await expect(late.get('card', 'bea')).rejects.toMatchObject({ statusCode: 503 });
    await expect(late.get('card', 'bea')).rejects.toThrow(`master key ${masterKeyOf(NEW).id}`);
    await Promise.all([first.close(), second.close(), late.close()]);
    await stop();
  });

  it('is rotated while answers are lost and connections break', async () => {
    const server = await startMongo();
    const vault = await openMongoVault(server.url, MasterKeys.of(NEW, OLD), { answerMs: 250 });
    const ids = Array.from({ length: 40 }, (_, n) => `card-${n}`);
    for (const id of ids) await vault.put('card', id, { ...CARD, id });
    const before = vault.keys.masterKey.id;
    server.faults.rates({ lostAnswer: 0.3, kill: 0.1, notPrimary: 0.1 }, 7);
    const rotation = new KeyRotation(vault, MasterKeys.of(randomBytes(32), NEW), 0);
    const { masterKey } = await rotation.rotate();
    server.faults.rates({}, 0);
    expect(masterKey).not.toBe(before);
    const found = await vault.getMany<{ id: string }>('card', ids);
    expect([...found].every(([id, entry]) => entry !== 'erased' && entry.value.id === id)).toBe(true);
    await vault.close();
    await server.stop();
  });
});

describe('a program that is killed in the middle of a rotation', () => {
  let children: Children;
  beforeAll(async () => {
    children = await Children.compile(['.', 'log', 'vault']);
  });
  afterAll(() => children.close());

  it.each([
    ['once the new key is in its file', 'replaceKeys', false],
    ['once the vault names it', 'sealAnew', true],
    ['when a part of the records is sealed anew', 'page', true],
  ])('%s finds everything at its next start, and can end it', async (_, step, isNamed) => {
    const directory = await mkdtemp(join(children.directory, 'killed-'));
    const child = children.start(ROTATING, [directory, step]);
    await child.printed(1);
    await child.kill();

    const masterKeys = await MasterKeys.embedded({ given: [], file: null }, join(directory, 'master.key'));
    const vault = await openLmdbVault(join(directory, 'vault'), masterKeys);
    expect(masterKeys.all).toHaveLength(2);
    expect(vault.keys.masterKey.id === masterKeys.all[0]?.id).toBe(isNamed);
    const ids = Array.from({ length: 1_000 }, (_, n) => `card-${n}`);
    const whole = async () => {
      const found = await vault.getMany<number>('card', ids);
      return ids.every((id, n) => (found.get(id) as { value: number }).value === n);
    };
    expect(await whole()).toBe(true);
    const { masterKey } = await new KeyRotation(vault, masterKeys, 0).rotate();
    expect([masterKey, masterKeys.all.length, vault.keys.isSealing]).toEqual([masterKeys.all[0]?.id, 2, false]);
    expect(await whole()).toBe(true);
    await vault.close();
  });
});

const ROTATING = `
  import { KeyRotation } from './vault/key-rotation.js';
  import { openLmdbVault } from './vault/lmdb-vault.js';
  import { MasterKeys } from './vault/master-keys.js';
  const [directory, step] = process.argv.slice(1);
  const keys = await MasterKeys.embedded({ given: [], file: null }, directory + '/master.key');
  const vault = await openLmdbVault(directory + '/vault', keys);
  await Promise.all(Array.from({ length: 1000 }, (_, n) => vault.put('card', 'card-' + n, n)));
  const stop = () => { console.log(step); return new Promise(() => setInterval(() => {}, 1000)); };
  const sealAnew = vault.sealAnew;
  if (step === 'page') vault.sealAnew = () => sealAnew.call(vault, stop);
  else vault[step] = stop;
  await new KeyRotation(vault, keys, 0).rotate();
`;

describe('a backup of before a rotation', () => {
  it('is worthless to a thief without its key, opens with the old key that was kept, and is rotated in its turn', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'backup-'));
    const file = join(directory, 'master.key');
    const masterKeys = await MasterKeys.embedded({ given: [], file: null }, file);
    const vault = await openLmdbVault(join(directory, 'vault'), masterKeys);
    await vault.put('card', 'ada', CARD);
    await vault.close();
    await cp(join(directory, 'vault'), join(directory, 'backup'), { recursive: true });
    const live = await openLmdbVault(join(directory, 'vault'), masterKeys);
    await new KeyRotation(live, masterKeys, 0).rotate();
    await live.close();

    const stolen = await Promise.all(
      (await readdir(join(directory, 'backup'))).map((name) => readFile(join(directory, 'backup', name))),
    );
    expect(stolen.some((bytes) => bytes.includes('424242') || bytes.includes(masterKeys.all[1]?.key ?? 'x'))).toBe(
      false,
    );
    const [newest, old] = (await MasterKeys.embedded({ given: [], file: null }, file)).all;
    await expect(openLmdbVault(join(directory, 'backup'), newest?.key ?? OLD)).rejects.toThrow(
      'which is none of those given',
    );
    await expect(openLmdbVault(join(directory, 'vault'), old?.key ?? OLD)).rejects.toThrow(
      'which is none of those given',
    );
    const restored = await openLmdbVault(join(directory, 'backup'), masterKeys);
    expect(await restored.get('card', 'ada')).toMatchObject({ value: CARD });
    expect(await new KeyRotation(restored, masterKeys, 0).rotate()).toMatchObject({
      masterKey: newest?.id,
      records: 1,
    });
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

  it('move out of the data directory: the one that lies there is used until the next is made where it should lie', async () => {
    const [before] = (await MasterKeys.embedded({ given: [], file: null }, inside())).all;
    const moved = await MasterKeys.embedded({ given: [], file: outside() }, inside());
    expect(moved.all).toEqual([before]);
    const next = await moved.after(before?.id ?? '');
    expect(next).toMatchObject({ file: outside() });
    expect(moved.all.map(({ id }) => id)).toEqual([next.id, before?.id]);
    expect(await moved.after(before?.id ?? '')).toEqual(next);
  });

  it('are made where the settings say, when there is none', async () => {
    const keys = await MasterKeys.embedded({ given: [], file: outside() }, inside());
    expect([keys.all.length, await readdir(directory)]).toEqual([1, ['elsewhere.key']]);
    expect((await MasterKeys.embedded({ given: [OLD], file: null }, inside())).all.map(({ key }) => key)).toEqual([
      OLD,
    ]);
    expect(await readdir(directory)).toEqual(['elsewhere.key']);
  });

  it('are never made where processes share them', async () => {
    await expect(MasterKeys.shared({ given: [], file: outside() })).rejects.toThrow(
      'MASTER_KEY_FILE: there is no file',
    );
    await writeFile(outside(), `# ours\n${NEW.toString('hex')}\n${OLD.toString('base64')}\n`);
    const shared = await MasterKeys.shared({ given: [], file: outside() });
    expect(shared.all.map(({ key }) => key)).toEqual([NEW, OLD]);
    await expect(shared.after(masterKeyOf(NEW).id)).rejects.toMatchObject({ code: 'no-newer-key' });
    await writeFile(outside(), 'not a key\n');
    await expect(MasterKeys.shared({ given: [], file: outside() })).rejects.toThrow('is no master key');
  });

  it('beside what they open are warned of, loudly', () => {
    const warned = (file: string | null) => keyBesideItsVault({ file }, '/srv/data');
    expect([warned('/srv/data/master.key'), warned('/srv/data/x/y.key')]).toEqual([
      expect.stringContaining('WHOEVER COPIES THAT DIRECTORY CAN READ EVERYTHING'),
      expect.stringContaining('MASTER_KEY_FILE'),
    ]);
    expect(['/etc/master.key', '/srv/data-2/master.key', null].map(warned)).toEqual([null, null, null]);
  });
});
