import { randomUUID } from 'node:crypto';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { ACCEPTANCES } from '../event-sourcing/acceptances.js';
import { lastOf } from '../event-sourcing/reading.js';
import { systemEvent } from '../event-sourcing/system-event.js';
import { NO_STREAM } from '../stores/event-log/event-log.js';

describe('a product whose stream holds an event that does not follow', () => {
  let server: OrderServer;
  let ada: Shopper;
  beforeAll(async () => {
    server = await OrderServer.start();
    ada = await server.shopper();
  });
  afterAll(() => server?.stop());

  it('takes no command until the event is accepted, while others sell on', async () => {
    const [productId, other] = [await server.drop(), await server.drop()];
    const { log } = server.server.platform;
    const stream = `product-${productId}`;
    const last = await lastOf(log, stream);
    if (!last) throw new Error('the product has no events');
    const revision = last.revision + 1;
    // an event of ours once more: its hash follows another one
    const { type, data, metadata } = last;
    const copied = { id: randomUUID(), type, data, metadata };
    await log.append(stream, last.revision, [copied]);

    const key = randomUUID();
    for (const each of [key, randomUUID()]) {
      const { status, body } = await server.reserve(ada, { productId }, each);
      expect([status, body]).toEqual([409, expect.objectContaining({ success: false, code: 'stream-damaged' })]);
    }
    const edited = await server.ask('PUT', `/api/admin/products/${productId}`, { price: 5 });
    expect([edited.status, edited.body.code]).toEqual([409, 'stream-damaged']);
    expect((await lastOf(log, stream))?.id).toBe(copied.id);
    expect((await server.reserve(ada, { productId: other })).status).toBe(200);

    const accepted = { stream, revision, eventId: copied.id, damage: 'hash', reason: 'a slip' } as const;
    const acceptance = systemEvent(ACCEPTANCES, { type: 'DamageAccepted', data: accepted }, undefined, {});
    await log.append(ACCEPTANCES, NO_STREAM, [acceptance]);
    expect((await server.reserve(ada, { productId }, key)).status).toBe(200);
  });
});
