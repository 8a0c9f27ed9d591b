import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { order } from '../orders/order.js';
import { subjectOf } from '../orders/orders.js';
import { Commands } from '../platform/commands.js';
import { readConfig } from '../platform/config.js';
import { randomId } from '../platform/ids.js';
import { workerOrigin } from '../platform/origins.js';
import type { Vault } from '../platform/vault/vault.js';
import { facts, request } from '../products/product.fixture.js';
import { CreateProduct, product } from '../products/product.js';
import { activeSlots, ReserveSlot } from '../products/slots.js';
import { CardVault } from '../profiles/card-vault.js';
import { openEmbedded } from '../start/embedded-stores.js';
import { type ProductServer, startServer } from '../start/server.js';
import { acceptLoss } from './accept-loss.js';

const quiet = () => undefined;
const PASSWORD = 'correct horse 7';
const card = { name: 'Ada', number: '4242424242424242', code: '123', month: 12, year: 2040 };
const checked = { ...card, brand: 'visa', last4: '4242' } as const;
const DROP = randomId();

describe('npm run log -- accept-loss', () => {
  let directory = '';
  let server: ProductServer | undefined;
  /** positions up to which what happened is folded */
  let folded: Arrivals<number>;
  beforeEach(async () => {
    folded = new Arrivals();
    directory = await mkdtemp(join(tmpdir(), 'loss-'));
  });
  afterEach(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });
  const data = () => join(directory, 'data');

  async function start(): Promise<ProductServer> {
    await server?.stop();
    server = await startServer(readConfig({ DATA_DIR: data(), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' }));
    await server.ready;
    const { dueWork, projector } = server.platform;
    projector.onBatch((batch) => folded.push(...batch.map(({ position }) => position)));
    dueWork.start();
    return server;
  }
  async function run(accepted: boolean) {
    const said: string[] = [];
    const engines = await openEmbedded(data(), quiet, quiet);
    try {
      return { code: await acceptLoss(engines, accepted, (text) => said.push(text)), text: said.join('\n') };
    } finally {
      await engines.close();
    }
  }
  const backup = () => cp(join(data(), 'vault'), join(directory, 'backup'), { recursive: true });
  async function restore(): Promise<void> {
    await rm(join(data(), 'vault'), { recursive: true });
    await cp(join(directory, 'backup'), join(data(), 'vault'), { recursive: true });
  }
  async function post({ url }: ProductServer, path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  async function register(at: ProductServer, email: string): Promise<string> {
    return String((await post(at, '/register', { email, name: 'Ada', password: PASSWORD })).body.uuid);
  }
  async function holdSlot({ app }: ProductServer, nth: number, accountId: string | null): Promise<string> {
    const [orderId, commands] = [randomId(), app.get(Commands)];
    const kept = await app.get(CardVault).keep(checked);
    const payer = { customerId: '', paymentMethodId: '' };
    const profileId = accountId === null ? orderId : randomId();
    const asked = { ...request(nth), ...kept, orderId, accountId, payer, profileId };
    const personal = { email: 'ada@example.com', name: 'Ada' };
    const slot = { ...asked, subject: subjectOf({ accountId, orderId, profileId }), keyed: true, personal };
    await commands.execute(product, new ReserveSlot(DROP, slot, workerOrigin('spec')));
    return orderId;
  }
  /** Once it is so, asked again after each thing that happens; the spec's own time is the limit. */
  const becomes = <T>(ask: () => Promise<T>, wanted: T) =>
    folded.becomes(async () => JSON.stringify(await ask()) === JSON.stringify(wanted));
  const keyOf = async (vault: Vault, subject: string) => {
    const entry = await vault.get('subject-key', subject);
    return typeof entry === 'object' ? 'there' : (entry ?? 'absent');
  };

  it('lets a server start again whose vault could not be put back: whoever was lost counts as erased, and what waited on them ends', async () => {
    const first = await start();
    await first.app
      .get(Commands)
      .execute(product, new CreateProduct(DROP, { ...facts, releaseAt: null }, workerOrigin('spec')));
    const old = await register(first, 'old@example.org');
    await first.stop();
    await backup();
    const second = await start();
    const lost = await register(second, 'lost@example.org');
    const own = await holdSlot(second, 1, lost);
    const guest = await holdSlot(second, 2, null);
    await second.stop();
    await restore();
    await expect(start()).rejects.toThrow('npm run log -- accept-loss');

    const dry = await run(false);
    expect(dry.code).toBe(1);
    for (const text of ['the keys of 2 people', `account-${lost}`, `guest-${guest}`, 'Nothing was changed']) {
      expect(dry.text).toContain(text);
    }
    expect(dry.text).not.toContain(old);
    await expect(start()).rejects.toThrow('The vault is older than the event log.');
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('Accepted') });

    const third = await start();
    const commands = third.app.get(Commands);
    const withdrawn = async () => {
      const orders = await Promise.all([own, guest].map((id) => commands.state(order, id)));
      return orders.map((one) => [one.withdrawn !== null, one.erased]);
    };
    await becomes(withdrawn, [
      [true, true],
      [true, true],
    ]);
    expect(activeSlots(await commands.state(product, DROP))).toBe(0);
    expect(await keyOf(third.platform.vault, `account-${lost}`)).toBe('erased');
    expect((await post(third, '/login', { email: 'old@example.org', password: PASSWORD })).status).toBe(200);
    expect((await post(third, '/login', { email: 'lost@example.org', password: PASSWORD })).status).toBe(401);
    // The address is free again: they can come back.
    await becomes(
      async () =>
        (await post(third, '/register', { email: 'lost@example.org', name: 'Ada', password: PASSWORD })).status,
      200,
    );
    await third.stop();
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to accept') });
  });
});
