import type { OrderChange } from '@supreme-access/contract/shapes/orders.js';
import type { BatchListener, Projector } from '../projections/projector.js';
import type { Reads } from '../projections/reads.js';
import { LiveOrders } from './live-orders.js';
import { NEW_ORDER } from './order.js';

const ADA = 'account-ada';

describe('the live orders of shoppers', () => {
  let happen: (...orderIds: string[]) => void;
  let reserve: (orderId: string) => void;
  let live: LiveOrders;
  let received: OrderChange[];
  let read: string[];
  let answer: () => void;
  beforeEach(() => {
    [received, read, answer] = [[], [], () => undefined];
    const onBatch = (listener: BatchListener) => {
      happen = (...orderIds) => listener(orderIds.map((id) => ({ category: 'order', id })) as never);
      reserve = (orderId) =>
        listener([{ category: 'product', type: 'SlotReserved', id: 'hoodie', data: { orderId } }] as never);
    };
    const get = (_: unknown, orderId: string) => {
      read.push(orderId);
      return new Promise((resolve) => {
        answer = () =>
          resolve({
            orderId,
            accountId: ADA,
            status: 'processing',
            changedAt: 0,
            orderDate: 0,
            stamped: {},
            life: NEW_ORDER,
          });
      });
    };
    live = new LiveOrders({ onBatch } as unknown as Projector, { get } as unknown as Reads);
  });
  const listen = () => live.listen(ADA, (change) => received.push(change));
  const settled = () => new Promise(setImmediate);

  it('are read once for a change, however many listen to it', async () => {
    for (let i = 0; i < 50; i += 1) listen();
    happen('o-1');
    answer();
    await settled();
    expect([read, received.length]).toEqual([['o-1'], 50]);
  });

  it('are read once more, and once, when they change while they are read', async () => {
    listen();
    happen('o-1');
    for (let i = 0; i < 20; i += 1) happen('o-1');
    answer();
    await settled();
    answer();
    await settled();
    expect([read, received.length]).toEqual([['o-1', 'o-1'], 2]);
  });

  it('are told as soon as their slot is reserved', async () => {
    listen();
    reserve('o-1');
    answer();
    await settled();
    expect(received).toMatchObject([{ orderId: 'o-1' }]);
  });

  it('are read a few at once in a rush, and not at all where nobody listens', async () => {
    const orderIds = Array.from({ length: 500 }, (_, i) => `o-${i}`);
    happen(...orderIds);
    expect(read).toEqual([]);
    listen();
    happen(...orderIds);
    expect(read).toHaveLength(16);
  });
});
