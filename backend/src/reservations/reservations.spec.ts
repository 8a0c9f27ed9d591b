import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { created, facts, ID, reserve } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, type ProductEvent, product } from '../catalogue/products/product.js';
import { FreeSlot, ReserveSlot } from '../catalogue/products/slots.js';
import { CreatePromo, promo } from '../catalogue/promos/promo.js';
import { ReturnRedemptions } from '../catalogue/promos/return-redemption.worker.js';
import type { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import { orderOf, type ReservationRequest, Reservations } from './reservations.js';

type Asking = () => Promise<unknown>;

describe('the redemption of a reservation', () => {
  let server: CatalogueUnderTest;
  let reservations: Reservations;
  let count = 0;
  /** What happens instead of the next asking for a slot; it may ask for it. */
  let instead: ((ask: Asking) => Promise<unknown>) | null = null;
  beforeAll(async () => {
    server = await startCatalogue();
    const execute = (decider: never, command: ReserveSlot) => {
      const [ask, meddle] = [() => server.commands.execute(decider, command as never), instead];
      if (!(command instanceof ReserveSlot) || meddle === null) return ask();
      instead = null;
      return meddle(ask);
    };
    const commands = Object.assign(Object.create(server.commands) as Commands, { execute });
    reservations = new Reservations(commands, server.platform.secrets, server.platform.clock, server.platform.config);
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    instead = null;
  });

  /** A drop with one slot, and a code that is good once. */
  async function given() {
    count += 1;
    const [productId, code] = [`hoodie-${count}`, `ONCE-${count}`];
    const data = { ...facts, totalStock: 1, styles: ['One Style'], releaseAt: server.now() + 3_600_000 };
    await server.commands.execute(product, new CreateProduct(productId, data, server.metadata()));
    const made = { percent: 10, startsAt: null, endsAt: null, limit: 1, limitPerAccount: null };
    await server.commands.execute(promo, new CreatePromo(code, made, server.metadata()));
    const metadata = server.metadata();
    const orderId = orderOf(metadata, productId);
    const request: ReservationRequest = {
      productId,
      size: 'm',
      style: 'One Style',
      accountId: `account-${count}`,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      profile: {
        profileId: `profile-${count}`,
        revision: 0,
        cardRecord: `card-${count}`,
        codeRecord: null,
        personKey: `key-${count}`,
        poBox: false,
      },
      payer: { customerId: 'cus_1', paymentMethodId: 'pm_1' },
      promoCode: code,
    };
    return {
      productId,
      reserve: () => reservations.reserve(request, reservations.command(request, { metadata, keyed: true })),
      isHeld: async () => (await server.commands.state(promo, code)).redeemed.has(orderId),
      redemptions: async () => {
        const types: string[] = [];
        for await (const { type } of server.platform.log.readStream(`promo-${code}`)) types.push(type);
        return types.filter((type) => type.startsWith('PromoRede'));
      },
      look: () =>
        server.app
          .get(ReturnRedemptions)
          .work({ kind: 'release-promo', id: `${code}:${orderId}`, dueAt: 0, attempt: 0, cause: 'e-1' }),
    };
  }

  it('stands with the slot', async () => {
    const { reserve, isHeld } = await given();
    expect(await reserve()).toMatchObject({ promo: { percent: 10 }, price: 3_150 });
    expect(await isHeld()).toBe(true);
  });

  it('is given back when somebody else was faster to the last slot', async () => {
    const { productId, reserve, isHeld } = await given();
    instead = async (ask) => {
      await server.reserve(productId, 900 + count);
      return ask();
    };
    await expect(reserve()).rejects.toMatchObject({ code: 'sold-out' });
    expect(await isHeld()).toBe(false);
  });

  const away = new Refused('outcome-unknown', 'unavailable', 'The outcome is not known yet.');
  it.each([
    ['refused as unknown', away],
    ['broken', new Error('the connection broke')],
  ])(
    'is kept while nobody knows whether the slot came, the answer being %s, and found by the next try',
    async (_, error) => {
      const { reserve, isHeld, redemptions } = await given();
      instead = async (ask) => {
        await ask();
        throw error;
      };
      await expect(reserve()).rejects.toBe(error);
      expect(await isHeld()).toBe(true);
      expect(await reserve()).toMatchObject({ promo: { percent: 10 } });
      expect(await redemptions()).toEqual(['PromoRedeemed']);
    },
  );

  it.each([
    ['refused as unknown', away],
    ['broken', new Error('the connection broke')],
  ])('is kept for the worker, which gives it back where no slot came, the answer being %s', async (_, error) => {
    const { reserve, isHeld, look } = await given();
    instead = async () => {
      throw error;
    };
    await expect(reserve()).rejects.toBe(error);
    expect(await isHeld()).toBe(true);
    await look();
    expect(await isHeld()).toBe(false);
    await expect(reserve()).rejects.toMatchObject({ code: 'reservation-expired' });
    expect(await isHeld()).toBe(false);
  });

  it('of an earlier try, whose outcome nobody knows, is not given back by the refusal of a later one', async () => {
    const { reserve, isHeld } = await given();
    let late: Asking = async () => undefined;
    instead = async (ask) => {
      late = ask;
      throw away;
    };
    await expect(reserve()).rejects.toBe(away);
    const refusal = new Refused('sold-out', 'conflict', 'sold-out');
    instead = async () => {
      throw refusal;
    };
    await expect(reserve()).rejects.toBe(refusal);
    expect(await isHeld()).toBe(true);
    await late();
    expect(await reserve()).toMatchObject({ promo: { percent: 10 } });
  });

  it('is given back only once no other try of the same request can come to a slot with it, and all hear the same', async () => {
    const { productId, reserve, isHeld } = await given();
    let late: Asking = async () => undefined;
    instead = async (ask) => {
      late = ask;
      await server.reserve(productId, 900 + count);
      return ask();
    };
    await expect(reserve()).rejects.toMatchObject({ code: 'sold-out' });
    await server.giveBack(productId, `order-${900 + count}`);
    await expect(late()).rejects.toMatchObject({ code: 'sold-out' });
    await expect(reserve()).rejects.toMatchObject({ code: 'sold-out' });
    expect(await isHeld()).toBe(false);
  });
});

describe('a reservation that is foreseen on cached state', () => {
  const now = AT + 1_000;
  const { fold, answer } = decisions(product);
  const since = (...commands: Parameters<typeof answer>[0][]) => {
    const events: ProductEvent[] = [created({ styles: ['Ink'] })];
    for (const command of commands) events.push(...answer(command, fold(...events), AT));
    return events;
  };
  /** What is foreseen of a second click of the shopper of the first slot. */
  async function secondClick(cached: readonly ProductEvent[], current: readonly ProductEvent[]) {
    const commands = { cached: async () => fold(...cached), state: async () => fold(...current) };
    const secrets = { get: () => Buffer.alloc(32) };
    const foreseen = new Reservations(commands as never, secrets as never, () => now, { limitPerAccount: 20 });
    const wanted = reserve(1, { orderId: 'second-click' }, false);
    return foreseen.foresee({ promoCode: null } as ReservationRequest, wanted);
  }
  const held = since(reserve(1));
  const free = new FreeSlot(ID, { orderId: 'order-1', reason: 'withdrawn' }, metadata);

  it('is the slot of the first click', async () => {
    expect(await secondClick(held, held)).toMatchObject({ orderId: 'order-1' });
  });

  it('is a new one where the log knows that the first was given back', async () => {
    expect(await secondClick(held, since(reserve(1), free))).toBeUndefined();
  });
});
