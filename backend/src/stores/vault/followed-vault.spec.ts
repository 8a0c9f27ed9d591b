import { randomBytes, randomUUID } from 'node:crypto';
import { MessageChannel } from 'node:worker_threads';
import { vaultContract } from '@supreme-access/test/contracts/vault.contract.js';
import { type OpenedIn, openedIn } from '@supreme-access/test/fixtures/opened-in.js';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { ThreadPort } from '../thread-port.js';
import { followVault, serveVault } from './followed-vault.js';
import { openLmdbVault } from './lmdb-vault.js';
import type { VaultKind } from './vault.js';

const masterKey = randomBytes(32);

async function open(directory: string) {
  const { port1, port2 } = new MessageChannel();
  const [ours, theirs] = [new ThreadPort(port1), new ThreadPort(port2)];
  const forgotten: { here: string[]; there: string[] } = { here: [], there: [] };
  const noted = (list: string[]) => (kind: VaultKind, id: string) => void list.push(`${kind} ${id}`);
  const written = await openLmdbVault(directory, masterKey);
  const writer = serveVault(written, ours, noted(forgotten.here));
  const vault = await followVault(directory, masterKey, theirs, noted(forgotten.there));
  const close = async () => {
    await vault.close();
    theirs.close();
    ours.close();
    await writer.close();
  };
  return { vault, writer, forgotten, ours, theirs, close };
}

vaultContract('LMDB, through a port', async () => {
  const files = await openedIn(open);
  const reopen = async () => (await files.reopen()).vault;
  return { vault: files.now.vault, reopen, close: files.close };
});

describe('a vault through a port', () => {
  let files: OpenedIn<Awaited<ReturnType<typeof open>>>;
  beforeEach(async () => {
    files = await openedIn(open);
  });
  afterEach(() => files.close());

  it('shows at once what the other side writes', async () => {
    const { vault, writer } = files.now;
    const [one, two] = [randomUUID(), randomUUID()];
    expect(await vault.get('card', one)).toBeUndefined();
    await writer.put('card', one, { number: 1 });
    expect(await vault.get('card', one)).toMatchObject({ value: { number: 1 } });
    await vault.put('card', two, { number: 2 });
    expect(await writer.get('card', two)).toMatchObject({ value: { number: 2 } });
    expect(await writer.put('card', two, { number: 3 })).toBe(false);
  });

  it.each(['vault', 'writer'] as const)('answers an erasure by the %s once both sides have forgotten', async (side) => {
    const { forgotten } = files.now;
    await files.now.vault.put('subject-key', 'account-1', 'k');
    await files.now[side].erase('subject-key', 'account-1');
    expect(forgotten).toEqual({ here: ['subject-key account-1'], there: ['subject-key account-1'] });
    expect(await files.now.vault.get('subject-key', 'account-1')).toBe('erased');
    expect(await files.now.writer.get('subject-key', 'account-1')).toBe('erased');
  });

  it('does not answer an erasure while the other side has not forgotten', async () => {
    const { writer, theirs } = files.now;
    let isForgotten = false;
    theirs.serve('vault.forget', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isForgotten = true;
    });
    await writer.erase('subject-key', 'account-1');
    expect(isForgotten).toBe(true);
  });

  it('erases without the other side once that has ended, and notifies the other side that it is alone', async () => {
    const { vault, writer, ours, forgotten } = files.now;
    ours.close();
    await writer.erase('subject-key', 'account-1');
    expect(forgotten.here).toEqual(['subject-key account-1']);
    await expect(vault.erase('subject-key', 'account-2')).rejects.toThrow(StoreUnavailable);
  });
});
