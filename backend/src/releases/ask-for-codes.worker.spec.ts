import { type CatalogueUnderTest, startCatalogue } from '@supreme-access/test/fixtures/catalogue-server.js';
import { requestedMails } from '@supreme-access/test/fixtures/mailbox.js';
import { slot } from '@supreme-access/test/fixtures/order.js';
import { facts } from '@supreme-access/test/fixtures/product.js';
import { CancelDrop, CreateProduct, EditProduct, product, StartRelease } from '../catalogue/products/product.js';
import type { SecurityCodes } from '../customers/profiles/security-codes.js';
import { order, PlaceOrder } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import { Reads } from '../projections/reads.js';
import { AskForCodes } from './ask-for-codes.worker.js';
import { ASK_CODES } from './release.jobs.js';

const HOUR = 3_600_000;

describe('whoever holds a slot and whose security code is gone', () => {
  let server: CatalogueUnderTest;
  let count = 0;
  /** records that the vault still has */
  const onFile = new Set<string>();
  let worker: AskForCodes;
  beforeAll(async () => {
    server = await startCatalogue();
    const codes: Pick<SecurityCodes, 'onFile'> = {
      onFile: async (records) => new Set(records.flatMap((record) => (record && onFile.has(record) ? [record] : []))),
    };
    worker = new AskForCodes(server.commands, server.app.get(Reads), codes as SecurityCodes, server.now);
  });
  afterAll(() => server?.stop());

  const never = new AbortController().signal;
  const ask = async (id: string, signal = never) => {
    await server.settled();
    return worker.work({ kind: ASK_CODES, id, dueAt: 0, attempt: 0, cause: 'e-1' }, signal);
  };
  const move = (id: string, releaseAt: number | null) =>
    server.commands.execute(product, new EditProduct(id, { releaseAt }, server.metadata()));
  /** A drop of which three shoppers hold a slot; the code of the first is on file. */
  async function given(releaseAt: number | null = server.now() + 40 * HOUR) {
    count += 1;
    const id = `asked-${count}`;
    const data = { ...facts, totalStock: 9, styles: ['One Style'], releaseAt };
    await server.commands.execute(product, new CreateProduct(id, data, server.metadata()));
    for (const n of [1, 2, 3]) await server.reserve(id, n, { orderId: `${id}-${n}`, codeRecord: `code-${id}-${n}` });
    onFile.add(`code-${id}-1`);
    return { id, releaseAt };
  }
  const requested = (id: string) =>
    Promise.all([1, 2, 3].map((n) => requestedMails(server.platform.log, `order-${id}-${n}`)));
  const dueAt = async (id: string) => {
    await server.settled();
    return (await server.platform.jobRunner.rows.find({ where: { kind: ASK_CODES, id } })).map((row) => row.dueAt);
  };

  it('is asked for it once per release time, and looked at again each hour until the release', async () => {
    const { id, releaseAt } = await given();
    const before = server.now();
    const again = await ask(id);
    expect(again?.rescheduleAt).toBeGreaterThanOrEqual(before + HOUR);
    expect(again?.rescheduleAt).toBeLessThanOrEqual(server.now() + HOUR);
    await ask(id);
    const mail = `code-needed:${releaseAt}`;
    expect(await requested(id)).toEqual([[], [mail], [mail]]);
  });

  it('is not asked for a test order, which no release attempts', async () => {
    const { id } = await given();
    const data = { ...slot, orderId: `${id}-test`, productId: id, livemode: false };
    await server.commands.execute(order, new PlaceOrder(data.orderId, data, server.metadata()));
    await ask(id);
    expect(await requestedMails(server.platform.log, `order-${data.orderId}`)).toEqual([]);
  });

  it('is asked from when the drop is announced on, where that is later than two days before', async () => {
    const before = server.now();
    const { id } = await given();
    const [due = 0] = await dueAt(id);
    expect(due).toBeGreaterThanOrEqual(before);
  });

  it('is asked again once the release has moved, two days before it, and not for the time it had', async () => {
    const { id, releaseAt } = await given();
    await ask(id);
    const moved = server.now() + 200 * HOUR;
    await move(id, moved);
    expect(await dueAt(id)).toEqual([moved - 48 * HOUR]);
    await ask(id);
    const mails = [`code-needed:${releaseAt}`, `code-needed:${moved}`];
    expect(await requested(id)).toEqual([[], mails, mails]);
  });

  it('is not asked again where the release moves back to a time they were asked for', async () => {
    const { id, releaseAt } = await given();
    await ask(id);
    await move(id, server.now() + 41 * HOUR);
    await move(id, releaseAt);
    await ask(id);
    expect((await requested(id))[1]).toEqual([`code-needed:${releaseAt}`]);
  });

  it('is asked after a move whose code went only then, and not any more who has given it meanwhile', async () => {
    const { id } = await given();
    await ask(id);
    onFile.delete(`code-${id}-1`);
    onFile.add(`code-${id}-2`);
    const moved = server.now() + 45 * HOUR;
    await move(id, moved);
    await ask(id);
    const mails = await requested(id);
    expect([mails[0], mails[1]?.length]).toEqual([[`code-needed:${moved}`], 1]);
  });

  it('is not asked who gave the slot back, nor by a release without a time', async () => {
    const { id, releaseAt } = await given();
    await server.app.get(Orders).takeBack(`${id}-3`, { by: 'holder', reason: '' }, server.metadata());
    await ask(id);
    expect(await requested(id)).toEqual([[], [`code-needed:${releaseAt}`], []]);
    await move(id, null);
    expect(await dueAt(id)).toEqual([]);
  });

  it.each([
    ['has started', (id: string) => new StartRelease(id, { by: 'hand' }, server.metadata())],
    ['was cancelled', (id: string) => new CancelDrop(id, { reason: 'called off' }, server.metadata())],
  ])('is not asked by a release that %s, and the work ends', async (_, end) => {
    const { id } = await given();
    await server.commands.execute(product, end(id));
    expect(await ask(id)).toBeUndefined();
    expect((await requested(id)).flat()).toEqual([]);
    expect(await dueAt(id)).toEqual([]);
  });

  it('is asked by the next try where the process stops meanwhile', async () => {
    const { id } = await given();
    await ask(id, AbortSignal.abort());
    expect((await requested(id)).flat()).toEqual([]);
    await ask(id);
    expect((await requested(id)).flat()).toHaveLength(2);
  });
});
