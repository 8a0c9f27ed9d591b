import type { Order, SharedTicket } from '@supreme-access/contract/shapes/orders.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { guest } from '@supreme-access/test/repeats/shoppers.js';

/** ms */
const YEAR = 365 * 86_400_000;

describe('the public page of a ticket', () => {
  let world: OrderServer;
  let shopper: Shopper;
  let orderId = '';
  const change = (shared: boolean, token = shopper.token) =>
    world.post(`/api/user/orders/${orderId}/ticket`, { shared }, token);
  const show = async (): Promise<string> => (await world.ok(change(true))).ticketId;
  const page = (ticketId: string) => world.get(`/api/tickets/${ticketId}`, null);
  const own = async (): Promise<Order> => (await world.ok(world.get('/api/user/orders', shopper.token)))[0];

  beforeAll(async () => {
    world = await OrderServer.start();
    ({ shopper, orderId } = await world.order(await world.drop()));
  });
  afterAll(() => world?.stop());

  it('is there for nobody before its owner shows it, and for anyone afterwards', async () => {
    expect((await own()).ticketId).toBeUndefined();
    const ticketId = await show();
    const ticket: SharedTicket = await world.until(async () => {
      const { status, body } = await page(ticketId);
      return status === 200 ? body : undefined;
    });
    expect(ticket).toMatchObject({ ticketId, productTitle: 'Box Hoodie', slotNumber: 1, totalStock: 50, size: 'm' });
    expect(ticket.stamps.map(({ kind }) => kind)).toEqual(['reserved']);
    expect(JSON.stringify(ticket)).not.toMatch(new RegExp(`${orderId}|${shopper.email}|${shopper.profileId}`));
    expect((await own()).ticketId).toBe(ticketId);
    expect(await show()).toBe(ticketId);
  });

  it('is changed by nobody else', async () => {
    const other = await world.shopper();
    expect((await change(false, other.token)).status).toBe(404);
    expect((await page(await show())).status).toBe(200);
  });

  it('is gone at once where its owner hides it, and has another address when it is shown again', async () => {
    const before = await show();
    expect(await world.ok(change(false))).toEqual({ success: true, ticketId: null });
    expect((await page(before)).status).toBe(404);
    const after = await show();
    expect([after === before, (await page(before)).status]).toEqual([false, 404]);
  });

  it('is shown and hidden by a guest, by the link of their mail', async () => {
    const { path } = await guest(world);
    const { ticketId } = await world.done(`${path}/ticket`, { shared: true }, null);
    await world.until(async () => ((await page(ticketId)).status === 200 ? true : undefined));
    expect((await world.ok(world.get(path, null))).order.ticketId).toBe(ticketId);
    await world.done(`${path}/ticket`, { shared: false }, null);
    expect((await page(ticketId)).status).toBe(404);
  });

  it('is gone once the order is withdrawn', async () => {
    const { path, orderId: withdrawn } = await guest(world);
    const { ticketId } = await world.done(`${path}/ticket`, { shared: true }, null);
    await world.until(async () => ((await page(ticketId)).status === 200 ? true : undefined));
    await world.done(`/api/admin/orders/${withdrawn}/withdraw`, { reason: 'asked by phone' });
    expect((await page(ticketId)).status).toBe(404);
    expect(await world.post(`${path}/ticket`, { shared: true }, null)).toMatchObject({
      status: 409,
      body: { code: 'no-ticket' },
    });
  });

  it('is hidden by a guest whose link has expired, and not shown again', async () => {
    const { path } = await guest(world);
    await world.done(`${path}/ticket`, { shared: true }, null);
    world.clock.ahead += YEAR;
    const again = await world.post(`${path}/ticket`, { shared: true }, null);
    expect([again.status, again.body.code]).toEqual([410, 'link-expired']);
    expect(await world.done(`${path}/ticket`, { shared: false }, null)).toEqual({ success: true, ticketId: null });
    world.clock.ahead -= YEAR;
  });

  it('is part of what its owner may take along, and gone once they are erased', async () => {
    const ticketId = await show();
    const { orders } = await world.until(async () => {
      const file = await world.ok(world.get('/api/user/export', shopper.token));
      return JSON.stringify(file).includes(ticketId) ? { orders: file } : undefined;
    });
    expect(orders).toBeDefined();
    await world.done('/api/user/erase', { password: 'correct horse 7' }, shopper.token);
    await world.until(async () => ((await page(ticketId)).status === 404 ? true : undefined));
  });
});
