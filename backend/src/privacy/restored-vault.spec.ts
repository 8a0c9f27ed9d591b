import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts, request } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { ReserveSlot } from '../catalogue/products/slots.js';
import { readConfig } from '../config/config.js';
import { CardVault } from '../customers/profiles/card-vault.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { randomId } from '../event-sourcing/ids.js';
import { VaultMarks } from '../event-sourcing/marks.js';
import { GuestErasure } from '../orders/guest-erasure.js';
import { subjectOf } from '../orders/orders.js';
import { openEmbedded } from '../server/embedded-stores.js';
import { type ProductServer, startServer } from '../server/server.js';
import { RestoredVault } from './restored-vault.js';

const quiet = () => undefined;
const PASSWORD = 'correct horse 7';
const card = { name: 'Ada', number: '4242424242424242', code: '123', month: 12, year: 2040 };
const checked = { ...card, brand: 'visa', last4: '4242' } as const;
const personal = { email: 'ada@example.com', name: 'Ada Lovelace' };

describe('a vault that was restored from before an erasure, which its newest mark does not cover', () => {
  let directory = '';
  let server: ProductServer | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'restored-'));
  });
  afterEach(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  /** `dies`: it does not live to mark its vault when it ends. */
  async function start({ dies = false } = {}): Promise<ProductServer> {
    await server?.stop();
    const data = join(directory, 'data');
    const config = readConfig({ DATA_DIR: data, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const started = await startServer(config, { engines: () => openEmbedded(data, quiet, quiet) });
    server = started;
    await started.ready;
    if (dies) started.app.get(VaultMarks).end = async () => undefined;
    return started;
  }
  const vault = () => join(directory, 'data', 'vault');
  const backup = () => cp(vault(), join(directory, 'backup'), { recursive: true });
  async function restore(): Promise<void> {
    await rm(vault(), { recursive: true });
    await cp(join(directory, 'backup'), vault(), { recursive: true });
  }

  const post = async ({ url }: ProductServer, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  /** A slot with its card and code in the vault; without an account it is a guest's. */
  async function holdSlot({ app }: ProductServer, accountId: string | null) {
    const [orderId, commands] = [randomId(), app.get(Commands)];
    const metadata = () => workerMetadata('spec');
    const drop = randomId();
    await commands.execute(product, new CreateProduct(drop, { ...facts, releaseAt: null }, metadata()));
    const records = await app.get(CardVault).keep(checked);
    const payer = { customerId: '', paymentMethodId: '' };
    const profileId = accountId === null ? orderId : randomId();
    const input = { ...request(1), ...records, orderId, accountId, payer, profileId };
    const data = { ...input, subject: subjectOf({ accountId, orderId, profileId }), keyed: true, personal };
    await commands.execute(product, new ReserveSlot(drop, data, metadata()));
    return { orderId, ...records };
  }
  const settled = async ({ platform: { log, projector } }: ProductServer) => projector.passed(await log.head(), 60_000);
  /** What is left of these records, `kind:id`. */
  async function alive({ platform }: ProductServer, ...records: [kind: 'card' | 'code' | 'subject-key', id: string][]) {
    const found = await Promise.all(records.map(([kind, id]) => platform.vault.get(kind, id)));
    return found.filter((entry) => entry !== 'erased').length;
  }
  async function passwords({ platform }: ProductServer): Promise<number> {
    let count = 0;
    for await (const _ of platform.vault.list('password')) count += 1;
    return count;
  }

  it('revives nobody: neither an account nor a guest', async () => {
    const first = await start();
    const { token, uuid } = await post(first, '/register', { ...personal, password: PASSWORD });
    const own = await holdSlot(first, String(uuid));
    const guest = await holdSlot(first, null);
    await settled(first);

    const second = await start({ dies: true });
    await backup();
    const erased = await post(second, '/api/user/erase', { password: PASSWORD }, String(token));
    expect(erased).toEqual({ success: true, finished: true });
    await second.app.get(GuestErasure).erase(guest.orderId, workerMetadata('spec'));
    await second.stop();
    await restore();

    const third = await start();
    const records: Parameters<typeof alive>[1][] = [
      ['subject-key', `account-${uuid}`],
      ['subject-key', `guest-${guest.orderId}`],
      ['card', own.cardRecord],
      ['code', own.codeRecord],
      ['card', guest.cardRecord],
      ['code', guest.codeRecord],
    ];
    expect([await alive(third, ...records), await passwords(third)]).toEqual([0, 0]);
    await third.app.get(RestoredVault).eraseAgain();
  });

  it('learns only of what came after the mark: nobody is erased again at every start', async () => {
    const first = await start();
    const { token } = await post(first, '/register', { ...personal, password: PASSWORD });
    await post(first, '/api/user/erase', { password: PASSWORD }, String(token));
    const second = await start();
    const erased: string[] = [];
    const { vault: stored } = second.platform;
    const erase = stored.erase.bind(stored);
    stored.erase = async (kind, id) => {
      erased.push(id);
      return erase(kind, id);
    };
    await second.app.get(RestoredVault).eraseAgain();
    expect(erased).toEqual([]);
  });

  it('is refused from before its newest mark, and nothing is changed', async () => {
    const first = await start();
    await first.stop();
    await backup();
    const second = await start();
    const head = await second.platform.log.head();
    await second.stop();
    await restore();
    await expect(start()).rejects.toThrow('The vault is older than the event log.');
    const engines = await openEmbedded(join(directory, 'data'), quiet, quiet);
    expect(await engines.log.head()).toBe(head + 1);
    await engines.close();
  });

  it('keeps who was not erased', async () => {
    const first = await start();
    const { uuid } = await post(first, '/register', { ...personal, password: PASSWORD });
    const { cardRecord, codeRecord } = await holdSlot(first, String(uuid));
    await settled(first);
    const only = await start();
    const records: Parameters<typeof alive>[1][] = [
      ['subject-key', `account-${uuid}`],
      ['card', cardRecord],
      ['code', codeRecord],
    ];
    expect([await alive(only, ...records), await passwords(only)]).toEqual([3, 1]);
  });
});
