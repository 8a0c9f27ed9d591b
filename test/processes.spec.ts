import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/api-types.js';
import { checkInvariants } from '../backend/src/audit/invariants.js';
import { openMongoReadModels } from '../backend/src/platform/read-models/mongo-read-models.js';
import { EVENT_SCHEMA } from '../backend/src/start/event-schema.js';
import { startStandIns } from './standins/stand-ins.js';
import { type Api, expectOk } from './support/api.js';
import { allEvents, createDrop, eventually } from './support/drops.js';
import { freePort } from './support/free-port.js';
import { BrowserCrypto } from './support/jwe.js';
import { RetailerProcess, StripeProcess } from './support/partner-processes.js';
import { person } from './support/people.js';
import { Program } from './support/program.js';
import { ADMIN, ServerProcess } from './support/server-process.js';
import { Shopper } from './support/shopper.js';

const nameOf = ({ name, version }: { name: string; version: number }) => `${name}_v${version}`;

/** two that serve, one that folds, one that works */
describe('an installation of several processes on EventStoreDB and MongoDB', () => {
  let directory: string;
  let standIns: Awaited<ReturnType<typeof startStandIns>>;
  let retailer: RetailerProcess;
  let stripe: StripeProcess;
  const running = new Set<ServerProcess>();
  let settings: Record<string, string>;
  let left: ServerProcess;
  let right: ServerProcess;
  let worker: ServerProcess;
  let projector: ServerProcess;
  let admin: Api;
  let shopper: Shopper;
  let profileId: string;

  async function start(ROLE: string, more: Record<string, string> = {}): Promise<ServerProcess> {
    // Who serves nobody signs nobody in: its start is not waited for by the admin's login.
    const email = ROLE === 'api' ? ADMIN.email : 'nobody@example.org';
    const server = await ServerProcess.start({ ...settings, ADMIN_EMAIL: email, ...more, ROLE });
    running.add(server);
    return server;
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'processes-'));
    const port = await freePort();
    standIns = await startStandIns(0, 1);
    retailer = await RetailerProcess.start(join(directory, 'retailer'));
    stripe = await StripeProcess.start(join(directory, 'stripe'), `http://127.0.0.1:${port}/api/webhooks/stripe`);
    settings = {
      EVENTSTORE_URL: standIns.eventstoreUrl,
      MONGODB_URL: standIns.mongodbUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      ...retailer.settings,
      ...stripe.settings,
    };
    const serving = { PORT: String(port) };
    [left, right, worker, projector] = await Promise.all([
      start('api', serving),
      start('api'),
      start('worker'),
      start('projector'),
    ]);
    admin = await left.admin();
  });
  afterAll(async () => {
    await Promise.all([...running].map((server) => server.remove()));
    await Promise.all([retailer.stop(), stripe.stop(), standIns.stop()]);
    await rm(directory, { recursive: true, force: true });
  });

  const statusAt = async (server: ServerProcess, orderId: string) => {
    const orders = await expectOk(shopper.api.at(server).get<Order[]>('/api/user/orders'));
    return orders.find((order) => order.orderId === orderId)?.status;
  };

  it('has one admin, although two began at once', async () => {
    await expect(right.admin()).resolves.toBeDefined();
    const made = (await allEvents(admin)).filter(({ type }) => type === 'AccountRegistered');
    expect(made).toHaveLength(1);
  });

  it('serves nobody where it folds or works', async () => {
    for (const server of [worker, projector]) {
      expect(await server.anyone.get('/api/products')).toMatchObject({ status: 404, code: 'not-found' });
    }
  });

  it('takes a shopper at one door and answers at the other', async () => {
    const crypto = await BrowserCrypto.open(left.anyone);
    shopper = await Shopper.signUp(left.anyone, crypto, person(1));
    await shopper.saveCard();
    profileId = await shopper.addProfile();
    const { productId } = await createDrop(admin, { productTitle: 'Two Doors', totalStock: 5 });
    const wish = { productId, profileId, size: 'm', style: 'Ink' };
    const { orderId } = (
      await expectOk(shopper.api.at(right).post<{ order: Order }>('/api/checkout/withprofile', wish))
    ).order;
    await eventually('the order at the other door', 30_000, async () => (await statusAt(left, orderId)) ?? undefined);

    // The one who works is gone when the drop releases; another takes over.
    await worker.kill();
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    worker = await start('worker');
    for (const door of [left, right]) {
      await eventually('the success', 60_000, async () => (await statusAt(door, orderId)) === 'success' || undefined);
    }
  });

  it('takes orders while nobody folds, and shows them once somebody does', async () => {
    const anotherProfile = await shopper.addProfile(person(2));
    await expectOk(shopper.api.get('/api/user/profiles'));
    await projector.kill();
    const { productId } = await createDrop(admin, { productTitle: 'In The Dark', totalStock: 5 });
    const wish = { productId, profileId: anotherProfile, size: 'm', style: 'Ink' };
    const { orderId } = (await expectOk(shopper.api.at(left).post<{ order: Order }>('/api/checkout/withprofile', wish)))
      .order;
    expect(await statusAt(right, orderId)).toBeUndefined();
    // What the asker has seen elsewhere is not denied here.
    expect(await admin.at(right).get(`/api/admin/products/${productId}`)).toMatchObject({
      status: 200,
      body: { productId, productTitle: 'In The Dark' },
    });
    projector = await start('projector');
    await eventually('the order', 60_000, async () => (await statusAt(right, orderId)) === 'pending' || undefined);
  });

  it('can be audited, and its read models compared with the log, while it serves', async () => {
    const audit = Program.start('backend/dist/programs/audit.js', { EVENTSTORE_URL: standIns.eventstoreUrl }, [
      'verify',
    ]);
    expect({ ...(await audit.ended), text: audit.text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('every chain holds'),
    });
    const rebuild = Program.start('backend/dist/programs/log.js', settings, ['rebuild']);
    expect({ ...(await rebuild.ended), text: rebuild.text }).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^orders version \d+: 2 rows are as the log makes them$/m),
    });
    expect(rebuild.text).toMatch(/^due version \d+: \d+ rows are as the log makes them$/m);
  });

  it('lets go of read models of earlier versions, while it serves', async () => {
    const models = await openMongoReadModels(standIns.mongodbUrl);
    const [old, names] = [{ name: 'orders', version: 0, indexes: [] }, async () => (await models.list()).map(nameOf)];
    await models.open([old]);
    const before = await names();
    const prune = Program.start('backend/dist/programs/log.js', settings, ['prune']);
    expect({ ...(await prune.ended), text: prune.text }).toMatchObject({ code: 0, text: 'orders version 0: dropped' });
    expect(await names()).toEqual(before.filter((name) => name !== nameOf(old)));
    await models.close();
  });

  it('keeps every invariant', async () => {
    const ledgers = { retailer: await retailer.ledger(), stripe: await stripe.ledger() };
    expect(checkInvariants(await allEvents(admin), EVENT_SCHEMA, ledgers).filter(({ ok }) => !ok)).toEqual([]);
    expect(ledgers.stripe.charges).toHaveLength(1);
  });
});
