import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkInvariants } from '../../backend/src/audit/invariants.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, allOrders, createDrop, eventually } from '../support/drops.js';
import { RetailerProcess, StripeProcess } from '../support/emulator-processes.js';
import { freePort } from '../support/free-port.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { ROOT } from '../support/root.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

const ORDERS = 6;
/** ms; shorter than a claim's lease */
const SOON = 30_000;

describe('a server whose second thread ends in the middle of charges', () => {
  let directory: string;
  let retailer: RetailerProcess;
  let stripe: StripeProcess;
  let server: ServerProcess;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'thread-ended-'));
    const port = await freePort();
    retailer = await RetailerProcess.start(join(directory, 'retailer'));
    stripe = await StripeProcess.start(join(directory, 'stripe'), `http://127.0.0.1:${port}/api/webhooks/stripe`);
    const preload = pathToFileURL(join(ROOT, 'test/support/preload-crash.js')).href;
    server = await ServerProcess.start({
      ...retailer.settings,
      ...stripe.settings,
      PORT: String(port),
      END_THREAD: join(directory, 'end'),
      NODE_OPTIONS: `--import=${preload}`,
    });
  });
  afterEach(async () => {
    await Promise.all([server?.remove(), retailer?.stop(), stripe?.stop()]);
    await rm(directory, { recursive: true, force: true });
  });

  it('ends with a sentence, and charges each order once when it is restarted', async () => {
    const crypto = await BrowserCrypto.open(server.anyone);
    let admin = await server.admin();
    const { productId } = await createDrop(admin, { productTitle: 'Ended', totalStock: ORDERS });
    await each(range(ORDERS), 3, async (index) => {
      const shopper = await Shopper.signUp(server.anyone, crypto, person(index));
      await shopper.saveCard();
      await shopper.addProfile();
      await shopper.secure(productId, 'l');
    });
    await stripe.fault('delay', { path: '/confirm', times: ORDERS, delayMs: 1_500 });
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    const begun = async () => (await allEvents(admin)).some(({ type }) => type === 'FeeChargeStarted');
    await eventually('a charge that is under way', SOON, async () => (await begun()) || undefined);

    await writeFile(join(directory, 'end'), '');

    const { code, output } = await server.crashed();
    expect(code).toBe(1);
    expect(output).toContain('The thread that follows the event log has ended. Stopping at once.');
    expect(output).toContain('ended by an error that nobody caught');
    expect(output).not.toContain('4242424242424242');

    await rm(join(directory, 'end'));
    await server.again();
    admin = await server.admin();
    const ended = async () => (await allOrders(admin)).every(({ status }) => status === 'success');
    await eventually('the end of every order', SOON, async () => (await ended()) || undefined);
    const ledgers = { retailer: await retailer.ledger(), stripe: await stripe.ledger() };
    expect(ledgers.stripe.charges.filter(({ status }) => status === 'succeeded')).toHaveLength(ORDERS);
    const [events, shown] = [await allEvents(admin), await allOrders(admin)];
    const broken = checkInvariants(events, EVENT_SCHEMA, { ...ledgers, shown }, Date.now()).filter(({ ok }) => !ok);
    expect(broken).toEqual([]);
  });
});
