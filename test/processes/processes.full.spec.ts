import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { checkInvariants } from '../../backend/src/audit/invariants.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import type { RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { openMongoReadModels } from '../../backend/src/stores/read-models/mongo-read-models.js';
import { startEmulators } from '../emulators/emulators.js';
import { type Api, expectOk } from '../support/api.js';
import { persistently } from '../support/busy-crowd.js';
import { allEvents, createDrop, eventually } from '../support/drops.js';
import { RetailerProcess, StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { BrowserCrypto } from '../support/jwe.js';
import { MovedClock } from '../support/moved-clock.js';
import { person } from '../support/people.js';
import { Program } from '../support/program.js';
import { ADMIN, ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

/** ms, the longest lease of a claim */
const LEASE = 60_000;
const nameOf = ({ name, version }: { name: string; version: number }) => `${name}_v${version}`;

/** two processes per role */
describe('an installation of several processes on EventStoreDB and MongoDB', () => {
  let directory: string;
  let emulators: Awaited<ReturnType<typeof startEmulators>>;
  let retailer: RetailerProcess;
  let stripe: StripeProcess;
  const running = new Set<ServerProcess>();
  let settings: Record<string, string>;
  let left: ServerProcess;
  let right: ServerProcess;
  let workers: ServerProcess[];
  let projectors: ServerProcess[];
  let clock: MovedClock;
  let admin: Api;
  let shopper: Shopper;
  let profileId: string;

  async function start(
    ROLE: string,
    more: Record<string, string> = {},
    begin = ServerProcess.start,
  ): Promise<ServerProcess> {
    // An API process accepts no login before the read models exist, so nobody logs in during its start.
    const email = ROLE === 'api' ? ADMIN.email : 'nobody@example.org';
    const server = await begin({ ...settings, ADMIN_EMAIL: email, ...more, ROLE });
    running.add(server);
    return server;
  }

  const both = (role: string) => Promise.all([start(role), start(role)]);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'processes-'));
    clock = MovedClock.in(directory);
    const port = await freePort();
    emulators = await startEmulators();
    retailer = await RetailerProcess.start(join(directory, 'retailer'), clock.settings);
    const webhooks = `http://127.0.0.1:${port}/api/webhooks/stripe`;
    stripe = await StripeProcess.start(join(directory, 'stripe'), webhooks, clock.settings);
    settings = {
      EVENTSTORE_URL: emulators.eventstoreUrl,
      MONGODB_URL: emulators.mongodbUrl,
      MASTER_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      ...clock.settings,
      ...retailer.settings,
      ...stripe.settings,
    };
    const serving = { PORT: String(port) };
    // In pairs: two cores do not start six processes in time.
    projectors = await both('projector');
    [left, right] = await Promise.all([start('api', serving), start('api')]);
    workers = await both('worker');
    admin = await left.admin();
  });
  afterAll(async () => {
    await Promise.all([...running].map((server) => server.remove()));
    await Promise.all([retailer.stop(), stripe.stop(), emulators.stop()]);
    await rm(directory, { recursive: true, force: true });
  });

  const statusAt = async (server: ServerProcess, orderId: string) => {
    const orders = await expectOk(shopper.api.at(server).get<Order[]>('/api/user/orders'));
    return orders.find((order) => order.orderId === orderId)?.status;
  };

  it('has one admin, although two processes started at once', async () => {
    await expect(right.admin()).resolves.toBeDefined();
    const made = (await allEvents(admin)).filter(({ type }) => type === 'AccountRegistered');
    expect(made).toHaveLength(1);
  });

  it('serves no requests in projectors and workers', async () => {
    for (const server of [...workers, ...projectors]) {
      expect(await server.anyone.get('/api/products')).toMatchObject({ status: 404, code: 'not-found' });
    }
  });

  it('accepts a shopper at one process and answers at another', async () => {
    const crypto = await BrowserCrypto.open(left.anyone);
    shopper = await Shopper.signUp(left.anyone, crypto, person(1));
    await shopper.saveCard();
    profileId = await shopper.addProfile();
    const { productId } = await createDrop(admin, { productTitle: 'Two Doors', totalStock: 5 });
    const reservation = { productId, profileId, size: 'm', style: 'Ink' };
    const { orderId } = (
      await expectOk(shopper.api.at(right).post<{ order: Order }>('/api/checkout/withprofile', reservation))
    ).order;
    await eventually('the order at the other door', 30_000, async () => (await statusAt(left, orderId)) ?? undefined);

    // One worker is killed at the release; the other one checks out.
    await workers.shift()?.kill();
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    for (const door of [left, right]) {
      await eventually('the success', 60_000, async () => (await statusAt(door, orderId)) === 'success' || undefined);
    }
  });

  it('ends a charge once, in the middle of which all who work and fold were killed, while the stores err', async () => {
    workers.push(await start('worker'));
    const third = await shopper.addProfile(person(3));
    const { productId } = await createDrop(admin, { productTitle: 'Cut Off', totalStock: 5 });
    const reservation = { productId, profileId: third, size: 'm', style: 'Ink' };
    const { orderId } = (
      await expectOk(shopper.api.at(left).post<{ order: Order }>('/api/checkout/withprofile', reservation))
    ).order;
    const charges = async () => (await stripe.ledger()).charges.length;
    const before = await charges();
    const about = (type: string) => (event: RecordedEvent) =>
      event.type === type && event.stream === `order-${orderId}`;
    await stripe.fault('error-before', { path: '/confirm', times: 100 });
    emulators.err(100);
    try {
      await persistently(() => admin.post(`/api/admin/products/${productId}/release`));
      await eventually(
        'the claim of the charge',
        60_000,
        async () => (await allEvents(admin).catch(() => [])).some(about('FeeChargeStarted')) || undefined,
      );

      await Promise.all([...workers, ...projectors].map((server) => server.kill()));
      await stripe.noMoreFaults();
      await clock.moveTo(clock.now() + LEASE);
      // A worker starts once a projector has caught up.
      const supervised = (role: string) => start(role, {}, ServerProcess.startSupervised);
      const [worker, projector] = await Promise.all([supervised('worker'), supervised('projector')]);
      [workers, projectors] = [[worker], [projector]];

      await eventually('the success', 60_000, async () => {
        const status = await statusAt(right, orderId).catch(() => 'not known while the stores err');
        return status === 'success' || undefined;
      });
    } finally {
      emulators.err();
    }
    const charged = (await allEvents(admin)).filter(about('FeeCharged'));
    expect([charged.length, await charges()]).toEqual([1, before + 1]);
  });

  it('accepts orders without a projector, and shows them once one runs', async () => {
    const anotherProfile = await shopper.addProfile(person(2));
    await expectOk(shopper.api.get('/api/user/profiles'));
    await Promise.all(projectors.map((projector) => projector.kill()));
    const { productId } = await createDrop(admin, { productTitle: 'In The Dark', totalStock: 5 });
    const reservation = { productId, profileId: anotherProfile, size: 'm', style: 'Ink' };
    const { orderId } = (
      await expectOk(shopper.api.at(left).post<{ order: Order }>('/api/checkout/withprofile', reservation))
    ).order;
    expect(await statusAt(right, orderId)).toBeUndefined();
    // A consistency token of another process is honoured.
    expect(await admin.at(right).get(`/api/admin/products/${productId}`)).toMatchObject({
      status: 200,
      body: { productId, productTitle: 'In The Dark' },
    });
    projectors = [await start('projector')];
    await eventually('the order', 60_000, async () => (await statusAt(right, orderId)) === 'pending' || undefined);
  });

  it('can be audited, and its read models compared with the log, while it serves', async () => {
    const audit = Program.start('backend/dist/programs/audit.js', { EVENTSTORE_URL: emulators.eventstoreUrl }, [
      'verify',
    ]);
    expect({ ...(await audit.ended), text: audit.text }).toMatchObject({
      code: 0,
      text: expect.stringContaining('every chain holds'),
    });
    const rebuild = Program.start('backend/dist/programs/log.js', settings, ['rebuild']);
    expect({ ...(await rebuild.ended), text: rebuild.text }).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^orders version \d+: 3 rows are as the log makes them$/m),
    });
    expect(rebuild.text).toMatch(/^due version \d+: \d+ rows are as the log makes them$/m);
  });

  it('drops read models of earlier versions while it serves', async () => {
    const models = await openMongoReadModels(emulators.mongodbUrl);
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
    expect(checkInvariants(await allEvents(admin), EVENT_SCHEMA, ledgers, clock.now()).filter(({ ok }) => !ok)).toEqual(
      [],
    );
    expect(ledgers.stripe.charges).toHaveLength(2);
  });
});
