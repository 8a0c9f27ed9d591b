import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { MASTER_KEY_BYTES } from '../config/key-file.js';
import type { Discovered } from '../event-sourcing/discovered.js';
import type { Projector } from '../projections/projector.js';
import { openLmdbVault } from '../stores/vault/lmdb-vault.js';
import type { Vault, VaultKind } from '../stores/vault/vault.js';
import { VaultSweep } from './vault-sweep.js';

const DAY = 24 * 3_600_000;
const WORKS = { work: true, role: 'all' } as const;

describe('the sweep of the vault', () => {
  let directory = '';
  let vault: Vault;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sweep-'));
    vault = await openLmdbVault(directory, Buffer.alloc(MASTER_KEY_BYTES));
  });
  afterEach(async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  });

  /** Sweeps so much later; of the cards, `named` is named. `whole`: what the read models are, each time they are looked at. */
  async function sweep(
    later: number,
    whole: readonly boolean[] = [],
    config: Partial<Config> = {},
  ): Promise<VaultSweep> {
    const looks = [...whole];
    const projector = { isWhole: async () => looks.shift() ?? true } as Projector;
    const keepers = ['named', 'named too'].map((own) => ({
      records: ['card'],
      named: async (_: VaultKind, records: readonly string[]) => new Set(records.filter((record) => record === own)),
    }));
    const discovered = { of: () => keepers } as unknown as Discovered;
    const one = new VaultSweep(vault, projector, () => Date.now() + later, discovered, { ...WORKS, ...config });
    await one.sweep();
    return one;
  }
  const put = (kind: VaultKind, id: string, options = {}) => vault.put(kind, id, 'secret', options);
  async function left(kind: VaultKind): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of vault.list(kind)) ids.push(id);
    return ids;
  }

  it('takes what no event has named within a day, for good', async () => {
    await Promise.all([put('card', 'named'), put('card', 'named too'), put('card', 'orphan')]);
    await sweep(DAY + 1_000);
    expect(await left('card')).toEqual(['named', 'named too']);
    expect(await vault.get('card', 'orphan')).toBe('erased');
  });

  it('leaves what may be named still', async () => {
    await put('card', 'orphan');
    await sweep(DAY - 60_000);
    expect(await left('card')).toEqual(['orphan']);
  });

  it('leaves kinds alone that nobody answers for', async () => {
    await put('subject-key', 'account-1');
    await sweep(9 * DAY);
    expect(await left('subject-key')).toEqual(['account-1']);
  });

  it.each([
    ['while the read models are not whole', [false]],
    ['once they are not whole any more', [true, false, false]],
  ])('takes nothing %s', async (_, whole) => {
    await Promise.all([put('card', 'orphan'), put('card', 'other')]);
    await sweep(9 * DAY, whole);
    expect(await left('card')).toEqual(['orphan', 'other']);
  });

  it('takes nothing under WORK=off but what has expired', async () => {
    await Promise.all([put('card', 'orphan'), put('repeat', 'codes', { expiresAt: Date.now() + DAY })]);
    const off = await sweep(9 * DAY, [], { work: false });
    expect(await left('card')).toEqual(['orphan']);
    await off.removeExpired();
    expect([await left('card'), await left('repeat')]).toEqual([['orphan'], []]);
  });

  it.each<[string, Partial<Config>, string[], string[]]>([
    ['the thread that answers', { part: 'answers' }, ['orphan'], []],
    ['the thread that follows', { part: 'follows' }, [], ['codes']],
    ['a process that answers', { role: 'api' }, ['orphan'], []],
    ['a process that works', { role: 'worker' }, [], []],
  ])('is done once: %s leaves to the other what that does', async (_, config, orphans, expired) => {
    await Promise.all([put('card', 'orphan'), put('repeat', 'codes', { expiresAt: Date.now() + DAY })]);
    await (await sweep(9 * DAY, [], config)).removeExpired();
    expect([await left('card'), await left('repeat')]).toEqual([orphans, expired]);
  });

  it('takes every ten minutes what has expired', () => {
    const every = Reflect.getMetadata('SCHEDULE_INTERVAL_OPTIONS', VaultSweep.prototype.removeExpired);
    expect(every).toEqual({ timeout: 600_000 });
  });

  it('looks records up by the page, not one by one', async () => {
    const own = Array.from({ length: 1_100 }, (_, index) => `record-${String(index).padStart(4, '0')}`);
    await Promise.all(own.map((id) => put('card', id)));
    const requests: number[] = [];
    const keeper = {
      records: ['card'],
      named: async (_: VaultKind, records: readonly string[]) => {
        requests.push(records.length);
        return new Set(records.slice(1));
      },
    };
    const projector = { isWhole: async () => true } as Projector;
    const discovered = { of: () => [keeper] } as unknown as Discovered;
    await new VaultSweep(vault, projector, () => Date.now() + 2 * DAY, discovered, WORKS).sweep();
    expect(requests).toEqual([500, 500, 100]);
    const kept = new Set(await left('card'));
    expect(own.filter((id) => !kept.has(id))).toEqual(['record-0000', 'record-0500', 'record-1000']);
  });

  it('takes what has expired', async () => {
    await put('link', 'old', { expiresAt: Date.now() + DAY });
    await put('link', 'valid', { expiresAt: Date.now() + 3 * DAY });
    await (await sweep(2 * DAY)).removeExpired();
    expect(await left('link')).toEqual(['valid']);
    expect(await put('link', 'old')).toBe(true);
  });
});
