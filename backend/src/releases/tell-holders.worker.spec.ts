import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { requestedMails } from '@supreme-access/test/fixtures/mailbox.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CreateProduct, EditProduct, product, StartRelease } from '../catalogue/products/product.js';
import { NotifyHoldersOfChanges } from './tell-holders.worker.js';

const HOUR = 3_600_000;

describe('whoever holds a slot', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  beforeAll(async () => {
    server = await startCatalogue();
  });
  afterAll(() => server?.stop());

  const never = new AbortController().signal;
  const tell = async (id: string) => {
    await server.settled();
    return server.app
      .get(NotifyHoldersOfChanges)
      .work({ kind: 'tell-holders', id, dueAt: 0, attempt: 0, cause: 'e-1' }, never);
  };
  const move = (id: string, hours: number) => {
    const releaseAt = server.now() + hours * HOUR;
    return server.commands.execute(product, new EditProduct(id, { releaseAt }, server.metadata()));
  };
  /** A drop of which the first three shoppers hold a slot. */
  async function aHeldDrop(): Promise<string> {
    count += 1;
    const id = `moved-${count}`;
    const data = { ...facts, totalStock: 9, styles: ['One Style'], releaseAt: server.now() + HOUR };
    await server.commands.execute(product, new CreateProduct(id, data, server.metadata()));
    for (const n of [1, 2, 3]) await server.reserve(id, n, { orderId: `${id}-${n}` });
    return id;
  }
  const requested = (id: string) =>
    Promise.all([1, 2, 3].map((n) => requestedMails(server.platform.log, `order-${id}-${n}`)));
  async function notifiedCount(id: string): Promise<number> {
    let times = 0;
    for await (const { type } of server.platform.log.readStream(`product-${id}`))
      if (type === 'HoldersTold') times += 1;
    return times;
  }

  it('is mailed that the release was moved, unless they gave the slot back', async () => {
    const id = await aHeldDrop();
    await server.giveBack(id, `${id}-2`);
    await move(id, 2);
    await tell(id);
    expect(await requested(id)).toEqual([['release-changed:1'], [], ['release-changed:1']]);
    expect(await notifiedCount(id)).toBe(1);
  });

  it('is mailed once, however often and by however many it is tried', async () => {
    const id = await aHeldDrop();
    await move(id, 2);
    await Promise.all([tell(id), tell(id)]);
    await tell(id);
    expect((await requested(id)).flat()).toHaveLength(3);
    expect(await notifiedCount(id)).toBe(1);
  });

  it('is mailed once by the one who goes on after a crash', async () => {
    const id = await aHeldDrop();
    await move(id, 2);
    const { commands } = server;
    const original = commands.execute.bind(commands);
    commands.execute = (decider, command) => {
      if (command.id.startsWith(`order-${id}-2:`)) throw new Error('killed');
      return original(decider, command);
    };
    await expect(tell(id)).rejects.toThrow('killed');
    commands.execute = original;
    expect(await notifiedCount(id)).toBe(0);
    await tell(id);
    expect((await requested(id)).map((mails) => mails.length)).toEqual([1, 1, 1]);
    expect(await notifiedCount(id)).toBe(1);
  });

  it('is mailed of every move, also of the same one a second time', async () => {
    const id = await aHeldDrop();
    const [here, there] = [server.now() + 2 * HOUR, server.now() + 3 * HOUR];
    for (const releaseAt of [here, there, here]) {
      await server.commands.execute(product, new EditProduct(id, { releaseAt }, server.metadata()));
      await tell(id);
    }
    expect((await requested(id))[0]).toEqual(['release-changed:1', 'release-changed:2', 'release-changed:3']);
  });

  it('is mailed of a new retail price, and of both in one go', async () => {
    const id = await aHeldDrop();
    const retailPrice = { amount: 18_000, currency: 'usd' };
    await server.commands.execute(product, new EditProduct(id, { retailPrice }, server.metadata()));
    await tell(id);
    expect((await requested(id))[0]).toEqual(['price-changed:1']);
    const both = { retailPrice: { amount: 19_000, currency: 'usd' }, releaseAt: server.now() + 2 * HOUR };
    await server.commands.execute(product, new EditProduct(id, both, server.metadata()));
    await tell(id);
    await tell(id);
    expect((await requested(id))[2]).toEqual(['price-changed:1', 'release-changed:1', 'price-changed:2']);
    expect(await notifiedCount(id)).toBe(2);
  });

  it('hears nothing once the release has started', async () => {
    const id = await aHeldDrop();
    await move(id, 2);
    await server.commands.execute(product, new StartRelease(id, { by: 'hand' }, server.metadata()));
    await tell(id);
    expect((await requested(id)).flat()).toEqual([]);
  });
});
