import { randomUUID } from 'node:crypto';
import { type Answer, type Api, tally } from '../support/api.js';
import { each, range } from '../support/crowd.js';
import { allOrders, createDrop } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { CARDS, person } from '../support/people.js';
import { ServerProcess } from '../support/server-process.js';
import { type Reserved, Shopper } from '../support/shopper.js';

const ACCOUNTS = 20;
const PROFILES_EACH = 50;

describe('one hot product, over HTTP', () => {
  let server: ServerProcess;
  let admin: Api;
  /** 1,000 people with a profile each, all with different cards and addresses */
  let people: { shopper: Shopper; profileId: string }[];

  beforeAll(async () => {
    server = await ServerProcess.start();
    admin = await server.admin();
    const crypto = await BrowserCrypto.open(server.anyone);
    const shoppers = await each(range(ACCOUNTS), 4, async (index) => {
      const shopper = await Shopper.signUp(server.anyone, crypto, person(index, 'account'));
      await shopper.saveCard();
      return shopper;
    });
    people = await each(range(ACCOUNTS * PROFILES_EACH), 16, async (index) => {
      const shopper = shoppers[index % ACCOUNTS] as Shopper;
      return { shopper, profileId: await shopper.addProfile(person(index)) };
    });
  });
  afterAll(() => server.remove());

  const rush = (requests: readonly (() => Promise<Answer<Reserved>>)[]) => Promise.all(requests.map((ask) => ask()));

  it('sells 10 slots to 1,000 people exactly ten times', async () => {
    const { productId } = await createDrop(admin, { productTitle: 'Ten of a kind', totalStock: 10 });

    const answers = await rush(
      people.map(
        ({ shopper, profileId }) =>
          () =>
            shopper.reserve({ productId, profileId, size: 'm', style: 'Ink' }),
      ),
    );

    expect(tally(answers)).toEqual({ ok: 10, 'sold-out': 990 });
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['409 sold out']),
    );
    const numbers = answers.filter(({ ok }) => ok).map(({ body }) => body.order.slotNumber ?? 0);
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await admin.get(`/api/admin/products/${productId}`)).body).toMatchObject({ reserved: 10, remaining: 0 });
  });

  it('gives one profile one slot, however many keys it sends', async () => {
    const { productId } = await createDrop(admin, { productTitle: 'One each', totalStock: 600 });
    const [{ shopper, profileId }] = people as [(typeof people)[0]];

    const reservation = { productId, profileId, size: 'm', style: 'Ink' };
    const answers = await rush(range(500).map(() => () => shopper.reserve(reservation, randomUUID())));

    expect(tally(answers)).toEqual({ ok: 1, duplicate: 499 });
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ error }) => error))).toEqual(new Set(['duplicate']));
  });

  it('answers 500 repeats of one key with the same order', async () => {
    const { productId } = await createDrop(admin, { productTitle: 'Once only', totalStock: 600 });
    const [{ shopper, profileId }] = people as [(typeof people)[0]];
    const key = randomUUID();

    const reservation = { productId, profileId, size: 'm', style: 'Ink' };
    const answers = await rush(range(500).map(() => () => shopper.reserve(reservation, key)));

    expect(tally(answers)).toEqual({ ok: 500 });
    const orderIds = new Set(answers.map(({ body }) => body.order.orderId));
    expect(orderIds.size).toBe(1);
    const orders = (await allOrders(admin)).filter((order) => order.productId === productId);
    expect(orders.map(({ orderId }) => orderId)).toEqual([...orderIds]);
  });

  it('knows the same person behind another account and another profile', async () => {
    const { productId } = await createDrop(admin, { productTitle: 'One per person', totalStock: 600 });
    const who = person(5_000);
    const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
    const held = await first.shopper.addProfile(who, CARDS.pays);
    const again = await second.shopper.addProfile(
      { ...who, address: { ...who.address, address1: who.address.address1.toUpperCase() } },
      CARDS.pays,
    );

    const reservation = { productId, size: 'm', style: 'Ink' };
    const answers = await rush([
      ...range(50).map(() => () => first.shopper.reserve({ ...reservation, profileId: held })),
      ...range(50).map(() => () => second.shopper.reserve({ ...reservation, profileId: again })),
    ]);

    expect(tally(answers)).toEqual({ ok: 1, duplicate: 99 });
  });
});
