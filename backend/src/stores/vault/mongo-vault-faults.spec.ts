import { randomBytes, randomUUID } from 'node:crypto';
import { type MongoEmulator, type MongoFault, startMongo } from '@supreme-access/test/emulators/mongo/server.js';
import mongoose from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { openMongoVault } from './mongo-vault.js';
import type { Vault } from './vault.js';

const masterKey = randomBytes(32);
const FAULTS: MongoFault[] = ['kill', 'lostAnswer', 'delay', 'hang', 'notPrimary'];

describe('the vault in MongoDB, when the server fails', () => {
  let server: MongoEmulator;
  let vault: Vault;
  let other: Vault;
  beforeAll(async () => {
    server = await startMongo();
    vault = await openMongoVault(server.url, masterKey, { answerMs: 250 });
    other = await openMongoVault(server.url, masterKey);
  });
  afterAll(async () => {
    await vault.close();
    await other.close();
    await server.stop();
  });

  it.each(FAULTS)('puts a record once and says so: %s', async (fault) => {
    const id = randomUUID();
    server.faults.next(fault);
    expect(await vault.put('card', id, 'mine')).toBe(true);
    expect(await other.put('card', id, 'theirs')).toBe(false);
    expect(await vault.get('card', id)).toMatchObject({ value: 'mine' });
  });

  it.each(FAULTS)('says that an id is taken: %s', async (fault) => {
    const id = randomUUID();
    await other.put('card', id, 'theirs');
    server.faults.next(fault, 2);
    expect(await vault.put('card', id, 'mine')).toBe(false);
    expect(await vault.get('card', id)).toMatchObject({ value: 'theirs' });
  });

  it.each(FAULTS)('reads, erases and sweeps: %s', async (fault) => {
    const [kept, erased, expired] = [randomUUID(), randomUUID(), randomUUID()];
    await vault.put('code', kept, 1);
    await vault.put('code', expired, 2, { expiresAt: Date.now() - 1 });
    for (const call of [() => vault.erase('code', erased), () => vault.removeExpired(Date.now())]) {
      server.faults.next(fault);
      await call();
    }
    server.faults.next(fault);
    const found = await vault.getMany('code', [kept, erased, expired]);
    expect([found.get(kept), found.get(erased), found.get(expired)]).toMatchObject([{ value: 1 }, 'erased', undefined]);
  });

  it('knows its own record behind a tombstone that came between', async () => {
    const id = randomUUID();
    const before = server.faults.counts.lostAnswer;
    server.faults.next('lostAnswer');
    const put = vault.put('link', id, 1);
    while (server.faults.counts.lostAnswer === before) await new Promise(setImmediate);
    await other.erase('link', id);
    expect(await put).toBe(true);
    expect(await vault.get('link', id)).toBe('erased');
  });

  it('lets exactly one of many put an id while answers are lost, connections break and inserts come late', async () => {
    server.faults.every({ lostAnswer: 5, kill: 10, notPrimary: 10, lateInsert: 10 });
    for (let round = 0; round < 5; round += 1) {
      const id = randomUUID();
      const puts = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => (i % 2 ? vault : other).put('jti', id, i)));
      expect(puts.filter(Boolean)).toHaveLength(1);
      expect(await vault.get('jti', id)).toMatchObject({ value: puts.indexOf(true) });
    }
    server.faults.every({});
  });

  it('waits for a server that comes back, and says when it does not', async () => {
    const id = randomUUID();
    await server.stop();
    const put = vault.put('secret', id, 1);
    await server.start();
    expect(await put).toBe(true);
    const impatient = await openMongoVault(server.url, masterKey, { patienceMs: 100, connectMs: 500 });
    await server.stop();
    await expect(impatient.get('secret', id)).rejects.toThrow(StoreUnavailable);
    await impatient.close();
    await server.start();
    expect(await vault.get('secret', id)).toMatchObject({ value: 1 });
  });
});

describe('the vault in MongoDB', () => {
  let server: MongoEmulator;
  beforeEach(async () => {
    server = await startMongo();
  });
  afterEach(() => server.stop());

  it('keeps its records in a database of its own, in which nothing is in clear', async () => {
    const vault = await openMongoVault(server.url, masterKey);
    await vault.put('card', 'card-1', { number: '4242424242424242' });
    await vault.close();
    const connection = await mongoose.createConnection(`${server.url}_vault`).asPromise();
    const stored = await connection.collection('records').find().toArray();
    await connection.destroy();
    expect(stored).toMatchObject([{ _id: 'card/card-1', sealed: expect.any(String), createdAt: expect.any(Number) }]);
    expect(JSON.stringify(stored)).not.toContain('424242');
  });
});
