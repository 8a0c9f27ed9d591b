import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vaultContract } from '@supreme-access/test/contracts/vault.contract.js';
import { Children } from '@supreme-access/test/fixtures/child-process.js';
import { openedIn } from '@supreme-access/test/fixtures/opened-in.js';
import { openEnvironment } from '../event-log/lmdb-environment.js';
import { openLmdbVault } from './lmdb-vault.js';

const masterKey = randomBytes(32);

vaultContract('LMDB', async () => {
  const { now, reopen, close } = await openedIn((directory) => openLmdbVault(directory, masterKey));
  return { vault: now, reopen, close };
});

describe('the vault in LMDB', () => {
  let children: Children;
  const directory = (name: string) => mkdtemp(join(children.directory, name));
  beforeAll(async () => {
    children = await Children.compile(['config', 'stores', 'stores/event-log', 'stores/vault', 'telemetry']);
  });
  afterAll(() => children.close());

  it('writes nothing in clear', async () => {
    const path = await directory('vault-');
    const vault = await openLmdbVault(path, masterKey);
    await vault.put('card', 'card-1', { number: '4242424242424242' });
    await vault.close();
    for (const name of await readdir(path)) expect((await readFile(join(path, name))).includes('424242')).toBe(false);
  });

  it('does not open a record that was moved to another id or made to live longer', async () => {
    const path = await directory('vault-');
    const vault = await openLmdbVault(path, masterKey);
    await vault.put('card', 'card-1', { number: '4242424242424242' });
    await vault.close();
    const environment = openEnvironment(path);
    const records = environment.openDB<Record<string, unknown>, string[]>('records', {});
    const record = records.get(['card', 'card-1']);
    await records.put(['card', 'card-2'], { ...record });
    await records.put(['card', 'card-1'], { ...record, expiresAt: Date.now() + 60_000 });
    await environment.close();
    const reopened = await openLmdbVault(path, masterKey);
    await expect(reopened.get('card', 'card-1')).rejects.toThrow('the record was altered');
    await expect(reopened.get('card', 'card-2')).rejects.toThrow('cannot open card card-2');
    await reopened.close();
  });

  it('is refused when a build before 1.0 has made it, whatever master key is given, and stays as it is', async () => {
    const path = await directory('vault-');
    const old = await openLmdbVault(path, masterKey);
    await old.put('secret', 'system-installation', 'old');
    await old.close();
    const before = await readFile(join(path, 'data.mdb'));
    for (const key of [masterKey, randomBytes(32)]) {
      await expect(openLmdbVault(path, key)).rejects.toThrow(
        'The vault was made by a build before 1.0; start with an empty DATA_DIR.',
      );
    }
    expect((await readFile(join(path, 'data.mdb'))).equals(before)).toBe(true);
  });

  it('keeps every acknowledged record of a process that is killed', async () => {
    const path = await directory('vault-');
    const child = children.start(PUTTING, [path, masterKey.toString('hex')]);
    await child.printed(200);
    await child.kill();
    const vault = await openLmdbVault(path, masterKey);
    for (const id of child.lines) expect(await vault.get('jti', id)).toMatchObject({ value: { id } });
    await vault.close();
  });

  it('refuses what does not fit on the disk and keeps what it had', async () => {
    const path = await directory('vault-');
    const child = children.start(FILLING, [path, masterKey.toString('hex')], 1_024);
    await child.ended;
    const [count, error] = JSON.parse(child.lines.at(-1) ?? '');
    expect(error).toContain('the store could not write');
    const vault = await openLmdbVault(path, masterKey);
    expect(count).toBeGreaterThan(0);
    for (let i = 0; i < count; i += 1) expect(await vault.get('card', `card-${i}`)).toBeDefined();
    expect(await vault.get('card', `card-${count}`)).toBeUndefined();
    await vault.close();
  });
});

const CHILD = `
  import { openLmdbVault } from './stores/vault/lmdb-vault.js';
  const [directory, key] = process.argv.slice(1);
  const vault = await openLmdbVault(directory, Buffer.from(key, 'hex'));
`;

const PUTTING = `${CHILD}
  for (let i = 0; ; i += 8) {
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(async (k) => {
      const id = 'jti-' + (i + k);
      await vault.put('jti', id, { id });
      process.stdout.write(id + '\\n');
    }));
  }
`;

const FILLING = `${CHILD}
  let count = 0;
  try {
    for (; ; count += 1) await vault.put('card', 'card-' + count, 'x'.repeat(20_000));
  } catch (error) {
    console.log(JSON.stringify([count, String(error)]));
    process.exit(0);
  }
`;
