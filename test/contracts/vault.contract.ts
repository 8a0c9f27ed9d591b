import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Vault, VaultEntry, VaultKind } from '../../backend/src/stores/vault/vault.js';

export interface OpenedVault {
  vault: Vault;
  /** closes the vault and opens what it left; missing where that makes no sense */
  reopen?(): Promise<Vault>;
  close(): Promise<void>;
}

/** Every promise of the `Vault` port. The vault may hold other records, but no other user may work in it meanwhile. */
export function vaultContract(name: string, open: () => Promise<OpenedVault>): void {
  describe(`vault: ${name}`, () => {
    let opened: OpenedVault;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const vault = () => opened.vault;
    describe('put and get', () => putPromises(vault));
    describe('erase', () => erasePromises(vault));
    describe('expiry', () => expiryPromises(vault));
    describe('list', () => listPromises(vault));
    it('behaves as a map, whatever the calls and their order', () => randomUse(vault));
    describe('opened again', () => {
      it('holds what it held', async () => {
        if (!opened.reopen) return;
        const [kept, gone] = [randomUUID(), randomUUID()];
        await Promise.all([vault().put('secret', kept, { a: 1 }), vault().erase('secret', gone)]);
        opened.vault = await opened.reopen();
        expect(await vault().get('secret', kept)).toMatchObject({ value: { a: 1 } });
        expect(await vault().get('secret', gone)).toBe('erased');
      });
    });
  });
}

function putPromises(vault: () => Vault): void {
  it('gives back what was put, and when', async () => {
    const id = randomUUID();
    const value = { number: '4242', list: [1, null, true], text: 'Zoë 💶' };
    const before = Date.now();
    expect(await vault().put('card', id, value)).toBe(true);
    const entry = (await vault().get('card', id)) as VaultEntry;
    expect(entry).toEqual({ value, createdAt: expect.any(Number) });
    expect(entry.createdAt).toBeGreaterThanOrEqual(before);
    expect(entry.createdAt).toBeLessThanOrEqual(Date.now());
  });

  it('knows nothing of an id that was never put', async () => {
    expect(await vault().get('card', randomUUID())).toBeUndefined();
  });

  it('never overwrites', async () => {
    const id = randomUUID();
    await vault().put('card', id, 'first');
    expect(await vault().put('card', id, 'second')).toBe(false);
    expect(await vault().get('card', id)).toMatchObject({ value: 'first' });
  });

  it('lets exactly one of many at once put an id', async () => {
    const id = randomUUID();
    const puts = await Promise.all(Array.from({ length: 40 }, (_, i) => vault().put('jti', id, i)));
    expect(puts.filter(Boolean)).toHaveLength(1);
    expect(await vault().get('jti', id)).toMatchObject({ value: puts.indexOf(true) });
  });

  it('keeps kinds apart', async () => {
    const id = randomUUID();
    await vault().put('card', id, 'card');
    expect(await vault().put('code', id, 'code')).toBe(true);
    await vault().erase('code', id);
    expect(await vault().get('card', id)).toMatchObject({ value: 'card' });
  });

  it('says which of many are there: erased, expired and unknown ones are not', async () => {
    const [kept, erased, expired, unknown] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await vault().put('code', kept, '123');
    await vault().erase('code', erased);
    await vault().put('code', expired, '456', { expiresAt: Date.now() - 1 });
    expect([...(await vault().has('code', [kept, erased, expired, unknown]))]).toEqual([kept]);
  });

  it('gives many at once: erased ones as such, unknown and expired ones not', async () => {
    const [kept, erased, expired, unknown] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await vault().put('card', kept, 1);
    await vault().erase('card', erased);
    await vault().put('card', expired, 2, { expiresAt: Date.now() - 1 });
    const found = await vault().getMany('card', [kept, erased, expired, unknown]);
    expect([...found.keys()].sort()).toEqual([kept, erased].sort());
    expect(found.get(kept)).toMatchObject({ value: 1 });
    expect(found.get(erased)).toBe('erased');
  });

  it.each([
    ['empty', ''],
    ['too long', 'ü'.repeat(1_000)],
    ['with a control character', 'a\u0000b'],
    ['that is no Unicode', 'a\ud800'],
  ])('refuses an id %s', async (_, id) => {
    await expect(vault().put('card', id, 1)).rejects.toThrow(RangeError);
    await expect(vault().get('card', id)).rejects.toThrow(RangeError);
    await expect(vault().erase('card', id)).rejects.toThrow(RangeError);
  });
}

function erasePromises(vault: () => Vault): void {
  it('leaves a tombstone for ever, where something was and where nothing was', async () => {
    const [was, never] = [randomUUID(), randomUUID()];
    await vault().put('password', was, 'hash');
    for (const id of [was, never, was]) await vault().erase('password', id);
    for (const id of [was, never]) {
      expect(await vault().get('password', id)).toBe('erased');
      expect(await vault().put('password', id, 'again')).toBe(false);
      await vault().removeExpired(Number.MAX_SAFE_INTEGER);
      expect(await vault().get('password', id)).toBe('erased');
    }
  });

  it('wins over a put that is under way', async () => {
    const id = randomUUID();
    await Promise.all([vault().put('link', id, 1), vault().erase('link', id)]);
    expect(await vault().get('link', id)).toBe('erased');
  });
}

function expiryPromises(vault: () => Vault): void {
  it('makes a record absent and its id free', async () => {
    const id = randomUUID();
    await vault().put('jti', id, 1, { expiresAt: Date.now() - 1 });
    expect(await vault().get('jti', id)).toBeUndefined();
    expect(await vault().put('jti', id, 2, { expiresAt: Date.now() + 60_000 })).toBe(true);
    expect(await vault().get('jti', id)).toMatchObject({ value: 2, expiresAt: expect.any(Number) });
    expect(await vault().put('jti', id, 3)).toBe(false);
  });

  it('removes what has expired, and nothing else', async () => {
    await vault().removeExpired(Date.now());
    const soon = Date.now() + 60_000;
    const [early, late, ever] = [randomUUID(), randomUUID(), randomUUID()];
    await vault().put('jti', early, 1, { expiresAt: soon });
    await vault().put('jti', late, 1, { expiresAt: soon + 1 });
    await vault().put('jti', ever, 1);
    expect(await vault().removeExpired(soon)).toBeGreaterThanOrEqual(1);
    expect(await vault().get('jti', early)).toBeUndefined();
    expect(await vault().get('jti', late)).toBeDefined();
    expect(await vault().get('jti', ever)).toBeDefined();
    expect(await vault().removeExpired(soon)).toBe(0);
  });
}

function listPromises(vault: () => Vault): void {
  it('lists the living records of a kind, many of them', async () => {
    const expiresAt = Date.now() + 60_000;
    const before = await listed(vault(), 'link');
    const own = Array.from({ length: 1_200 }, (): string => randomUUID());
    await Promise.all(own.map((id, i) => vault().put('link', id, i, i % 2 ? { expiresAt } : {})));
    await vault().put('link', randomUUID(), 1, { expiresAt: Date.now() - 1 });
    await vault().put('jti', randomUUID(), 1);
    await vault().erase('link', own[7] as string);
    const fresh = (await listed(vault(), 'link')).filter((id) => !before.includes(id));
    expect(fresh.sort()).toEqual(own.filter((_, i) => i !== 7).sort());
    for await (const { id, createdAt, expiresAt: at } of vault().list('link')) {
      if (!own.includes(id)) continue;
      expect(createdAt).toBeLessThanOrEqual(Date.now());
      expect(at).toBe(own.indexOf(id) % 2 ? expiresAt : undefined);
    }
  });
}

const did = fc.record({
  does: fc.constantFrom('put' as const, 'put expired' as const, 'erase' as const, 'get' as const, 'sweep' as const),
  kind: fc.constantFrom<VaultKind>('card', 'code'),
  id: fc.nat(3),
  value: fc.jsonValue(),
});

/** A map of what is alive and a set of what is erased; an expired record is as good as none. */
async function randomUse(vault: () => Vault): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(did, { maxLength: 25 }), async (steps) => {
      const own = Array.from({ length: 4 }, () => randomUUID());
      const [alive, erased] = [new Map<string, unknown>(), new Set<string>()];
      for (const { does, kind, id: nth, value } of steps) {
        const [id, name] = [own[nth] as string, `${kind}/${nth}`];
        const free = !alive.has(name) && !erased.has(name);
        if (does === 'put') {
          expect(await vault().put(kind, id, value)).toBe(free);
          if (free) alive.set(name, JSON.parse(JSON.stringify(value)));
        } else if (does === 'put expired') {
          expect(await vault().put(kind, id, value, { expiresAt: Date.now() - 1 })).toBe(free);
        } else if (does === 'erase') {
          await vault().erase(kind, id);
          alive.delete(name);
          erased.add(name);
        } else if (does === 'sweep') {
          await vault().removeExpired(Date.now());
        }
        const got = await vault().get(kind, id);
        if (alive.has(name)) expect(got).toMatchObject({ value: alive.get(name) });
        else expect(got).toBe(erased.has(name) ? 'erased' : undefined);
      }
    }),
    { numRuns: 60 },
  );
}

async function listed(vault: Vault, kind: VaultKind): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of vault.list(kind)) found.push(id);
  return found;
}
