import { checkInvariants } from '../../backend/src/audit/invariants.js';
import { EVENT_SCHEMA } from '../../backend/src/server/event-schema.js';
import { expectOk } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allEvents, allOrders, createDrop, eventually } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

/** ms; shorter than a claim's lease */
const SOON = 30_000;

/** `kill.full.spec.ts` kills nine times, with lost answers of the partners, to the end of the 72 hours. */
describe('a server that is killed while its orders are at the retailer', () => {
  let server: ServerProcess;
  afterEach(() => server.remove());

  it('buys and charges each of them once and keeps every invariant as soon as it is restarted', async () => {
    server = await ServerProcess.start();
    let admin = await server.admin();
    const crypto = await BrowserCrypto.open(server.anyone);
    const { productId } = await createDrop(admin, { productTitle: 'Killed', totalStock: 3 });
    await each(range(3), 3, async (index) => {
      const shopper = await Shopper.signUp(server.anyone, crypto, person(index));
      await shopper.saveCard();
      await shopper.addProfile();
      await shopper.secure(productId, 'l');
    });
    await expectOk(admin.post(`/api/admin/products/${productId}/release`));
    const attempted = async () => (await allEvents(admin)).some(({ type }) => type === 'CheckoutStarted');
    await eventually('an attempt in the log', 30_000, async () => (await attempted()) || undefined);

    await server.kill();
    await server.again();

    admin = await server.admin();
    const ended = async () => (await allOrders(admin)).every(({ status }) => status === 'success');
    await eventually('the end of every order', SOON, async () => (await ended()) || undefined);
    const [events, shown] = [await allEvents(admin), await allOrders(admin)];
    const of = (type: string) => events.filter((event) => event.type === type).map(({ stream }) => stream);
    for (const type of ['CheckoutSucceeded', 'FeeCharged']) expect(new Set(of(type)).size).toBe(of(type).length);
    expect(of('FeeCharged')).toHaveLength(3);
    expect(checkInvariants(events, EVENT_SCHEMA, { shown }, Date.now()).filter(({ ok }) => !ok)).toEqual([]);
  });
});
