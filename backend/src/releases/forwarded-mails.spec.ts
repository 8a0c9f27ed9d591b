import type { RecordEvidence } from '../orders/order-checkout.js';
import { ordersProjection } from '../orders/orders.projection.js';
import type { Commands } from '../platform/commands.js';
import { workerOrigin } from '../platform/origins.js';
import type { Latest } from '../platform/read-models/latest.js';
import { memoryReadModels } from '../platform/read-models/memory-read-models.js';
import { Reads } from '../platform/read-models/reads.js';
import { ForwardedMails } from './forwarded-mails.js';

const SENDER = 'ada@example.test';
const NUMBER = 'SUP-2030-0042';

describe("a forwarded mail that names the retailer's order number", () => {
  let asked: RecordEvidence[];
  let mails: ForwardedMails;
  beforeEach(async () => {
    const models = memoryReadModels();
    await models.open([ordersProjection]);
    asked = [];
    const commands = {
      execute: async (_: unknown, command: RecordEvidence) => {
        asked.push(command);
      },
    };
    mails = new ForwardedMails(commands as unknown as Commands, new Reads(models), {} as Latest);
    const orders = Array.from({ length: 300 }, (_, i) => order(`o-${i}`, `SUP-2031-${i}`, 1_000 + i));
    const others = { ...order('o-foreign', NUMBER, 5), email: 'eve@example.test' };
    const all = [order('o-wanted', NUMBER, 1), others, ...orders];
    await models.write(
      ordersProjection,
      all.map((document) => ({ id: document.orderId, position: 1, document })),
    );
  });

  const order = (orderId: string, number: string, orderDate: number) => ({
    orderId,
    orderDate,
    email: SENDER,
    status: 'success',
    words: ['ada'],
    reference: number.toLowerCase(),
    life: { bought: { evidence: { reference: number } } },
  });
  const take = (text: string) =>
    mails.take({ from: `Ada <${SENDER}>`, subject: 'Fwd: Order', text }, workerOrigin('spec'));

  it('confirms the order it names, however many newer ones its sender has', async () => {
    expect(await take(`Your order number is ${NUMBER}.`)).toBe(true);
    expect(asked).toMatchObject([{ id: 'o-wanted', data: { evidence: { reference: NUMBER } } }]);
  });

  it('confirms nothing where the number is only a part of the one it names', async () => {
    expect(await take(`Your order number is ${NUMBER}7.`)).toBe(false);
    expect(asked).toEqual([]);
  });
});
