import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { requestedMails } from '@supreme-access/test/fixtures/mailbox.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CancelDrop, CreateProduct, type ProductFacts, product, StartRelease } from '../catalogue/products/product.js';
import { activeSlots } from '../catalogue/products/slots.js';
import { JoinWaitlist } from '../catalogue/products/waitlist.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Streams } from '../event-sourcing/streams.js';
import { order } from '../orders/order.js';
import { statusOf } from '../orders/order-status.js';
import { Orders } from '../orders/orders.js';
import { StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { CancelDrops } from './cancel-drop.worker.js';
import { StartReleases } from './start-release.worker.js';

const HOUR = 3_600_000;

describe('the workers of a product', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    server.clock.ahead = 0;
  });

  const row = (id: string) => ({ kind: 'work', id, dueAt: 0, attempt: 0, cause: 'e-1' });
  const never = new AbortController().signal;
  async function aDrop(changes: Partial<ProductFacts> = {}): Promise<string> {
    count += 1;
    const id = `drop-${count}`;
    const data = { ...facts, totalStock: 100, styles: ['One Style'], releaseAt: server.now() + HOUR, ...changes };
    await server.commands.execute(product, new CreateProduct(id, data, server.metadata()));
    return id;
  }
  const stateOf = (id: string) => server.commands.state(product, id);

  describe('that starts releases', () => {
    const start = (id: string) => server.app.get(StartReleases).work(row(id));

    it('starts one at its time, once, whoever else does so too', async () => {
      const id = await aDrop();
      server.clock.ahead = HOUR;
      const positions = await Promise.all([start(id), start(id)]);
      const { startedAt, releaseAt } = await stateOf(id);
      expect(startedAt).toBeGreaterThanOrEqual(releaseAt ?? Number.POSITIVE_INFINITY);
      expect(positions[0]).toBe(positions[1]);
    });

    it('leaves one alone whose time has not come', async () => {
      const id = await aDrop();
      const before = await server.platform.log.head();
      await start(id);
      expect(await server.platform.log.head()).toBe(before);
    });

    it('folds ahead what leaves within the hour', async () => {
      const [soon, later] = [
        await aDrop({ releaseAt: server.now() + HOUR / 2 }),
        await aDrop({ releaseAt: server.now() + 2 * HOUR }),
      ];
      await server.settled();
      const read: string[] = [];
      const streams = server.app.get(Streams);
      const original = streams.read.bind(streams);
      streams.read = (decider, id) => {
        read.push(id);
        return original(decider, id);
      };
      await server.app.get(StartReleases).loadAhead();
      streams.read = original;
      expect(read).toContain(soon);
      expect(read).not.toContain(later);
    });
  });

  describe('that clears cancelled drops away', () => {
    const clear = (id: string) => server.app.get(CancelDrops).work(row(id), never);
    /** Once it works without an error, as the job runner would have it done. */
    async function cleared(id: string): Promise<void> {
      for (let tries = 0; ; tries += 1) {
        try {
          await clear(id);
          return;
        } catch (error) {
          if (tries === 5) throw error;
        }
      }
    }
    async function aCancelledDrop(): Promise<string> {
      const id = await aDrop({ totalStock: 3 });
      for (const n of [1, 2, 3]) await server.reserve(id, n, { orderId: `${id}-${n}` });
      const place = {
        accountId: 'waiting',
        profileId: 'waiting',
        person: 'waiting',
        size: 'm',
        style: 'One Style',
      } as const;
      await server.commands.execute(product, new JoinWaitlist(id, place, server.metadata()));
      await server.commands.execute(product, new CancelDrop(id, { reason: 'called off' }, server.metadata()));
      await server.settled();
      return id;
    }
    const statuses = async (id: string) =>
      Promise.all([1, 2, 3].map(async (n) => statusOf(await server.commands.state(order, `${id}-${n}`))));

    it('withdraws every order, frees every slot, and says that it is done', async () => {
      const id = await aCancelledDrop();
      await cleared(id);
      expect(await statuses(id)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
      const drop = await stateOf(id);
      expect(activeSlots(drop)).toBe(0);
      expect(drop.finishedAt).not.toBeNull();
    });

    it('goes on where a crash has stopped it', async () => {
      const id = await aCancelledDrop();
      await server.app.get(Orders).place(`${id}-1`, workerMetadata('spec'));
      await server.app.get(Orders).withdraw(`${id}-1`, 'called off', 'admin', workerMetadata('spec'));
      await cleared(id);
      expect(await requestedMails(server.platform.log, `product-${id}`)).toEqual(['waitlist-cancelled:waiting']);
      const before = await server.platform.log.head();
      expect(await statuses(id)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
      await cleared(id);
      expect(await server.platform.log.head()).toBe(before);
    });

    it('is not done while a slot is held', async () => {
      const id = await aCancelledDrop();
      const orders = server.app.get(Orders);
      const original = orders.takeBack.bind(orders);
      orders.takeBack = async () => undefined;
      await expect(clear(id)).rejects.toThrow('3 slots of the cancelled drop');
      orders.takeBack = original;
      expect((await stateOf(id)).finishedAt).toBeNull();
    });

    it('tells the waiting list also where the stream of an order is locked', async () => {
      const id = await aCancelledDrop();
      const orders = server.app.get(Orders);
      const original = orders.takeBack.bind(orders);
      orders.takeBack = async (orderId, ...rest) => {
        if (orderId !== `${id}-1`) return original(orderId, ...rest);
        throw new StreamDamaged({ stream: `order-${orderId}`, revision: 0, reason: 'hash' });
      };
      await expect(clear(id)).rejects.toThrow('is locked');
      orders.takeBack = original;
      expect(await statuses(id)).toEqual(['pending', 'withdrawn', 'withdrawn']);
      expect(await requestedMails(server.platform.log, `product-${id}`)).toEqual(['waitlist-cancelled:waiting']);
    });

    it('leaves it to a release that has started', async () => {
      const id = await aDrop();
      await server.commands.execute(product, new StartRelease(id, { by: 'hand' }, server.metadata()));
      const command = new CancelDrop(id, { reason: 'called off' }, server.metadata());
      await expect(server.commands.execute(product, command)).rejects.toMatchObject({ code: 'release-started' });
    });
  });
});
