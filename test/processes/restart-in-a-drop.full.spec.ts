import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkInvariants } from '../../backend/src/audit/invariants.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { type Api, expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, allOrders, createDrop, eventually } from '../support/drops.js';
import { RetailerProcess } from '../support/emulator-processes.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

const HOLDERS = 12;
/** ms of the retailer's answer, less than a stop's grace */
const ANSWERS_AFTER = 2_000;
/** ms; shorter than a claim's lease */
const SOON = 30_000;

describe('a server in the minute of a drop', () => {
  let directory: string;
  let retailer: RetailerProcess;
  let server: ServerProcess;
  let admin: Api;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'retailer-'));
    const latency = JSON.stringify({ min: ANSWERS_AFTER, max: ANSWERS_AFTER });
    retailer = await RetailerProcess.start(directory, { SANDBOX_LATENCY: latency });
    server = await ServerProcess.start(retailer.settings);
    admin = await server.admin();
  });
  afterEach(async () => {
    await server.remove();
    await retailer.stop();
    await rm(directory, { recursive: true });
  });

  const streamsOf = async (type: string) =>
    (await allEvents(admin)).filter((event) => event.type === type).map(({ stream }) => stream);

  /** A release whose orders are all claimed and unanswered. */
  async function released(): Promise<void> {
    const crypto = await BrowserCrypto.open(server.anyone);
    const { productId } = await createDrop(admin, { productTitle: 'Restarted', totalStock: HOLDERS });
    await each(range(HOLDERS), 4, async (index) => {
      const shopper = await Shopper.signUp(server.anyone, crypto, person(index));
      await shopper.saveCard();
      await shopper.addProfile();
      await shopper.secure(productId, 'l');
    });
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    const claimed = async () => (await streamsOf('CheckoutStarted')).length === HOLDERS;
    await eventually('a claim of every order', SOON, async () => (await claimed()) || undefined);
  }

  async function ended(): Promise<void> {
    admin = await server.admin();
    const areEnded = async () => (await allOrders(admin)).every(({ status }) => status === 'success');
    await eventually('the end of every order', SOON, async () => (await areEnded()) || undefined);
    const [events, shown] = [await allEvents(admin), await allOrders(admin)];
    expect(checkInvariants(events, EVENT_SCHEMA, { shown }, Date.now()).filter(({ ok }) => !ok)).toEqual([]);
    const { references } = await retailer.ledger();
    expect(references.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(HOLDERS);
    expect(new Set(await streamsOf('FeeCharged')).size).toBe(HOLDERS);
  }

  it('that is stopped records the retailer’s answers during its grace, and charges after its start', async () => {
    await released();
    const { code, ms } = await server.stop();
    expect([code, ms < 10_000]).toEqual([0, true]);
    // The stop has recorded every answer, so no order is left to a lease.
    await server.again({ WORK: 'off' });
    admin = await server.admin();
    expect(await streamsOf('CheckoutSucceeded')).toHaveLength(HOLDERS);
    expect(await streamsOf('CheckoutOutcomeUnknown')).toEqual([]);
    await server.stop();
    await server.again();
    await ended();
  });

  it('that is killed looks each order up at the retailer as soon as it runs again', async () => {
    await released();
    await server.kill();
    await server.again();
    await ended();
  });
});
