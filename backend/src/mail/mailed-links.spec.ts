import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../event-sourcing/ids.js';
import { type LmdbVault, openLmdbVault } from '../stores/vault/lmdb-vault.js';
import { Secrets } from '../stores/vault/secrets.js';
import { MailedLinks } from './mailed-links.js';

const SOON = 4_102_444_800_000;
const LINK = { purpose: 'reset', accountId: 'ada' };

describe('a mailed link', () => {
  let directory: string;
  let vault: LmdbVault;
  let links: MailedLinks;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'links-'));
    vault = await openLmdbVault(directory, randomBytes(32));
    links = new MailedLinks(vault, await Secrets.open(vault, ['mailed-link']));
  });
  afterAll(async () => {
    await vault.close();
    await rm(directory, { recursive: true });
  });
  const tokenOf = async (record: string) => (await links.read<typeof LINK>(record, SOON))?.token ?? '';

  it('is opened by the token that every mail of it carries', async () => {
    const record = await links.make(LINK, SOON);
    const token = await tokenOf(record);
    expect(token).toMatch(/^[\w-]{65}$/);
    expect(await tokenOf(record)).toBe(token);
    expect(await links.open(token)).toEqual({ link: LINK, expiresAt: SOON, token, record });
  });

  it('cannot be followed by who has stolen its record, and all others', async () => {
    const record = await links.make(LINK, SOON);
    const token = await tokenOf(record);
    const stolen = JSON.stringify([record, await vault.get('link', record)]);
    expect(stolen).not.toContain(token.slice(22));
    const tries = [record, sha256(record), record + sha256(record).slice(0, 43), record + 'A'.repeat(43)];
    expect(await Promise.all(tries.map((each) => links.open(each)))).toEqual([null, null, null, null]);
  });

  it('is not opened by the token of another one', async () => {
    const [own, other] = [await links.make(LINK, SOON), await links.make(LINK, SOON)];
    expect(await links.open(own + (await tokenOf(other)).slice(22))).toBeNull();
  });

  it('is over once it is forgotten or has expired', async () => {
    const [used, old] = [await links.make(LINK, SOON), await links.make(LINK, Date.now() - 1)];
    const token = await tokenOf(used);
    await links.forget(used);
    expect(await links.open(token)).toBeNull();
    expect(await links.read(old, 0)).toBeNull();
  });
});
