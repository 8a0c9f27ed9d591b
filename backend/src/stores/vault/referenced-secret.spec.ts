import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sealer } from '../../event-sourcing/sealer.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { type LmdbVault, openLmdbVault } from './lmdb-vault.js';
import { referencedSecret, referencedSecrets, StaleVault, stillMissing } from './referenced-secret.js';
import { Secrets } from './secrets.js';

const HOUR = 3_600_000;
const link = { purpose: 'reset' };

describe('what the log names in the vault', () => {
  let directory: string;
  let vault: LmdbVault;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'named-'));
    vault = await openLmdbVault(directory, Buffer.alloc(32, 7));
  });
  afterEach(async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  });

  it('is there, or was erased; what is absent is neither, and readiness shows it until it is back', async () => {
    await vault.put('card', 'kept', 1);
    await vault.erase('card', 'erased');
    expect(await referencedSecret(vault, 'card', 'kept')).toMatchObject({ value: 1 });
    expect((await referencedSecrets(vault, 'card', ['kept', 'erased'])).get('erased')).toBe('erased');
    expect(await stillMissing(vault)).toEqual([]);
    await expect(referencedSecret(vault, 'card', 'lost')).rejects.toThrow('the vault knows nothing of card lost');
    await expect(referencedSecrets(vault, 'code', ['gone too'])).rejects.toThrow(StaleVault);
    expect(await stillMissing(vault)).toEqual(['card lost', 'code gone too']);
    await Promise.all([vault.put('card', 'lost', 1), vault.erase('code', 'gone too')]);
    expect(await stillMissing(vault)).toEqual([]);
  });

  it('holds the key of everybody whom the log knows: none is made for them', async () => {
    const existing = new Set(['account-known']);
    const sealer = () => new Sealer(vault, async (subject) => existing.has(subject));
    const keyOf = async (subject: string) => (await sealer().keysToSeal(new Set([subject]))).get(subject);
    await expect(keyOf('account-known')).rejects.toThrow('the vault knows nothing of subject-key account-known');
    expect(await vault.get('subject-key', 'account-known')).toBeUndefined();
    const made = await keyOf('account-new');
    existing.add('account-new');
    expect(await keyOf('account-new')).toEqual(made);
  });

  it('leaves no copies to discard where no event has named its person', async () => {
    const sealer = new Sealer(vault, async (subject) => subject === 'account-known');
    const discarded: string[] = [];
    for (const subject of ['guest-refused', 'account-known']) {
      sealer.discardCopies = async () => void discarded.push(subject);
      await sealer.erase(subject);
    }
    expect(discarded).toEqual(['account-known']);
  });

  it('has been put there by another process that was faster, although the vault lacked it when it was asked', async () => {
    const sealer = new Sealer(vault, async (subject) => {
      await vault.put('subject-key', subject, Buffer.alloc(32, 1).toString('base64url'));
      return true;
    });
    expect((await sealer.keysToSeal(new Set(['account-1']))).get('account-1')).toEqual(Buffer.alloc(32, 1));
  });

  it('is a link until it has expired: then it is absent, and over', async () => {
    const links = new MailedLinks(vault, await Secrets.open(vault, ['mailed-link']));
    const record = await links.make(link, Date.now() + HOUR);
    expect(await links.read(record, Date.now() + HOUR)).toMatchObject({ link });
    expect(await links.read('expired', Date.now() + 30_000)).toBeNull();
    await expect(links.read('lost', Date.now() + HOUR)).rejects.toThrow(StaleVault);
  });

  it('leaves open what a link is that nobody knows, once the vault is known to lack something', async () => {
    const links = new MailedLinks(vault, await Secrets.open(vault, ['mailed-link']));
    const { token = '' } = (await links.read(await links.make(link, Date.now() + HOUR), 0)) ?? {};
    await vault.removeExpired(Date.now() + 2 * HOUR);
    expect(await links.open(token)).toBeNull();
    await expect(referencedSecret(vault, 'card', 'lost')).rejects.toThrow(StaleVault);
    await expect(links.open(token)).rejects.toThrow(StaleVault);
  });
});
