import { MailBench } from '@supreme-access/test/fixtures/mail-bench.js';
import { evidence, fold, placed } from '@supreme-access/test/fixtures/order.js';
import { escalated, payable, startedByToken, unknownOutcome } from '@supreme-access/test/fixtures/order-tokens.js';
import type { SecurityCodes } from '../customers/profiles/security-codes.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { Reads } from '../projections/reads.js';
import { orderMail } from './order.jobs.js';
import type { OrderEvent } from './order.js';
import { orderMailTemplate } from './order-mail-templates.js';
import { OrderViews } from './order-views.js';
import type { Orders } from './orders.js';
import type { OrderDoc } from './orders.projection.js';

/** As the sandbox gives it, without TLS. */
const LINK = 'http://127.0.0.1:4105/checkouts/cs_1';
const UNTIL = Date.UTC(2099, 0, 1);
let bench: MailBench;
beforeEach(async () => {
  bench = await MailBench.open();
});
afterEach(() => bench.close());

async function history(): Promise<OrderEvent[]> {
  const linkRecord = await bench.secrets.keepLink(LINK, UNTIL);
  return [placed(payable), startedByToken(), escalated({ linkRecord, until: UNTIL })];
}
const soldSince = unknownOutcome('bought-unpaid', { sold: { evidence } });

it('a shop that wants the shopper is mailed with its link and its deadline, while it waits', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const events = await history();
  const written = async (...more: OrderEvent[]) => {
    process.commands.state = (async () => fold(...events, ...more)) as never;
    return (await process.orderMails.compose(orderMail(orderId, 'finish-checkout', '1')))?.content;
  };
  const content = await written();
  expect(content).toMatchObject({ kind: 'finish-checkout', link: LINK, deadline: { at: UNTIL } });
  if (content?.kind !== 'finish-checkout') throw new Error('no mail');
  const { action, notes } = orderMailTemplate(content);
  expect([action.link, notes.join()]).toEqual([LINK, expect.stringContaining('1 Jan 2099')]);
  expect(await written(soldSince)).toBeUndefined();
});

it('the ticket shows it to the shopper, and to nobody else', async () => {
  const { orderId } = await bench.order();
  const doc = (await bench.orderDoc(orderId)) as OrderDoc;
  const reads = { get: async () => undefined } as unknown as Reads;
  const codes = { onFile: async () => new Set() } as unknown as SecurityCodes;
  const views = new OrderViews({} as Commands, reads, {} as Orders, codes, bench.secrets, bench.clock);
  const waits = {
    ...doc,
    means: 'token' as const,
    life: fold(...(await history())),
    status: 'action_required' as const,
  };
  const finish = { link: LINK, until: new Date(UNTIL).toISOString() };
  const own = await views.view(waits);
  expect(own).toMatchObject({ finish, codeOnFile: null });
  expect(own.statusNote).toContain('finish the checkout yourself');
  expect(own.stamps.map(({ label }) => label)).toEqual(['Reserved', 'Checked out', 'Your turn', 'Charged']);
  expect(await views.all([waits])).toMatchObject([{ finish }]);
  expect(await views.staffView(waits)).not.toHaveProperty('finish');
  const afterwards = new OrderViews({} as Commands, reads, {} as Orders, codes, bench.secrets, () => UNTIL);
  const expired = await afterwards.view(waits);
  expect(expired).not.toHaveProperty('finish');
  expect(expired.statusNote).toMatch(/link has expired/);
  const since = { ...doc, life: fold(...(await history()), soldSince), status: 'processing' as const };
  expect(await views.view(since)).not.toHaveProperty('finish');
});

it('a parcel is mailed with its number once the read model knows it, and staff see neither it nor the page', async () => {
  const { orderId } = await bench.order();
  const process = bench.process();
  const doc = (await bench.orderDoc(orderId)) as OrderDoc;
  const atShop = {
    url: 'https://shop.example/orders/1?key=k',
    tracking: { number: '1Z-77', url: 'http://bad.example' },
  };
  const current = { ...doc, atShop: null as OrderDoc['atShop'] };
  Object.assign(process.orderMails, { orders: { find: async () => doc, current: async () => current } });
  const compose = () => process.orderMails.compose(orderMail(orderId, 'shipped'));
  await expect(compose()).rejects.toMatchObject({ reason: 'read-model-behind' });
  current.atShop = atShop;
  const content = (await compose())?.content;
  expect(content).toMatchObject({ kind: 'shipped', tracking: { number: '1Z-77', url: undefined } });
  const reads = { get: async () => undefined } as unknown as Reads;
  const codes = { onFile: async () => new Set() } as unknown as SecurityCodes;
  const views = new OrderViews({} as Commands, reads, {} as Orders, codes, bench.secrets, bench.clock);
  const retail = { number: 'N-17', total: 16_800, currency: 'gbp' };
  const sold = {
    ...doc,
    atShop,
    life: { ...doc.life, bought: { size: 'm', style: 'Ink', evidence, retail } as const },
  };
  expect((await views.view(sold)).retailOrder).toMatchObject({ url: atShop.url, tracking: { number: '1Z-77' } });
  expect((await views.staffView(sold)).retailOrder).toEqual({ number: 'N-17', url: null, tracking: null });
});
