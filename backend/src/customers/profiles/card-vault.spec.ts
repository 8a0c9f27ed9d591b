import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LmdbVault, openLmdbVault } from '../../stores/vault/lmdb-vault.js';
import { StaleVault, stillMissing } from '../../stores/vault/referenced-secret.js';
import type { Vault } from '../../stores/vault/vault.js';
import { CardVault, ownCodeOf } from './card-vault.js';

const source = 'code-1';
const own = ownCodeOf('o-1', source);

describe('the code of an order', () => {
  let directory: string;
  let stored: LmdbVault;
  let vault: Vault;
  let cards: CardVault;
  /** runs before the nth read */
  let before: Record<number, () => Promise<void>>;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'card-vault-'));
    stored = await openLmdbVault(directory, randomBytes(32));
    before = {};
    let reads = 0;
    const atRead = async () => {
      reads += 1;
      await before[reads]?.();
    };
    vault = Object.assign<Vault, Pick<Vault, 'get' | 'has' | 'getMany'>>(Object.create(stored), {
      get: (kind, id) => atRead().then(() => stored.get(kind, id)),
      has: (kind, ids) => atRead().then(() => stored.has(kind, ids)),
      getMany: (kind, ids) => atRead().then(() => stored.getMany(kind, ids)),
    });
    cards = new CardVault(vault);
  });
  afterEach(async () => {
    await stored.close();
    await rm(directory, { recursive: true });
  });
  const onFile = async () => [...(await cards.codesOnFile([own]))];
  const forgotten = async () => {
    await new CardVault(stored).copyCode(source, [own]);
    await stored.erase('code', source);
  };

  it.each([1, 2, 3])('is there while its profile’s is copied and erased, before read %i', async (nth) => {
    await stored.put('code', source, '123');
    before[nth] = forgotten;
    expect(await cards.code(own)).toMatchObject({ code: '123' });
  });

  it.each([1, 2, 3, 4])('is on file while its profile’s is copied and erased, before read %i', async (nth) => {
    await stored.put('code', source, '123');
    before[nth] = forgotten;
    expect(await onFile()).toEqual([own]);
  });

  it('is gone once its own record was erased, be its profile’s there, and once its profile’s was', async () => {
    await stored.put('code', source, '123');
    await stored.erase('code', own);
    expect([await cards.code(own), await onFile()]).toEqual([null, []]);
    const other = ownCodeOf('o-2', source);
    await stored.erase('code', source);
    expect([await cards.code(other), [...(await cards.codesOnFile([other]))]]).toEqual([null, []]);
  });

  it.each([own, source])('is missed by its own name until %s is back', async (back) => {
    await expect(cards.code(own)).rejects.toThrow(StaleVault);
    await expect(onFile()).rejects.toThrow(`nothing of code ${own}`);
    expect(await stillMissing(vault)).toEqual([`code ${own}`]);
    await stored.put('code', back, '123');
    expect(await stillMissing(vault)).toEqual([]);
  });
});
