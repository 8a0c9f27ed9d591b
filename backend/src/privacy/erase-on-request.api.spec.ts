import { randomUUID } from 'node:crypto';
import { DECLINES, OrderServer } from '@supreme-access/test/fixtures/order-server.js';
import { MakeStaff } from '../customers/accounts/staffing.js';

const PASSWORD = 'correct horse 7';
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an erasure that somebody asked an admin for', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const input = (more: object = {}) => ({ reason: 'asked by letter', password: server.adminPassword, ...more });
  const erase = (id: string, more: object = {}, token = server.admin) =>
    server.post(`/api/admin/accounts/${id}/erase`, input(more), token);
  const eraseGuest = (orderId: string, more: object = {}, token = server.admin) =>
    server.post(`/api/admin/orders/${orderId}/erase`, input(more), token);
  const account = async (id: string) => (await server.get(`/api/admin/accounts/${id}`)).body;
  async function signIn(role: 'admin' | 'auditor') {
    const email = `${role}-${randomUUID()}@example.org`;
    await server.server.app.get(MakeStaff).appoint(email, role, PASSWORD);
    const { token, uuid } = await server.done('/login', { email, password: PASSWORD }, null);
    return { token: String(token), uuid: String(uuid) };
  }
  async function guestOrder(productId: string): Promise<string> {
    const acoDataPayload = await server.encrypt('aco', server.aco());
    const body = { email: 'bea@example.org', name: 'Bea Holt', productId, stripeToken: 'tok_visa', acoDataPayload };
    return (await server.done('/api/checkout/completeuser', body, null)).order.orderId;
  }

  it('is the one its owner could have made, and names the admin and their reason', async () => {
    const { shopper, orderId } = await server.order(await server.drop());
    expect((await erase(shopper.uuid)).body).toEqual({ success: true, finished: true });
    expect((await server.get('/api/user/info', shopper.token)).status).toBe(401);
    expect(await account(shopper.uuid)).toMatchObject({ erased: true, name: '', email: '', billingLast4: null });
    expect((await server.view(orderId)).status).toBe('withdrawn');
    const found = await server.until(async () => {
      const { body } = await server.get(
        `/api/admin/accounts/${shopper.uuid}/security?filter={"type":"ErasureRequested"}`,
      );
      return body.length === 1 ? body[0] : undefined;
    });
    const { uuid } = await server.ok(server.get('/api/user/info'));
    expect(found).toMatchObject({ by: { kind: 'admin', id: uuid }, reason: 'asked by letter' });
    expect((await server.mail('account-erased', shopper.email)).text).toContain('erased');
    expect(refusal(await erase(shopper.uuid))).toEqual([410, 'erased']);
  });

  it('waits while an order of theirs is open', async () => {
    const { shopper } = await server.success(DECLINES);
    expect(refusal(await erase(shopper.uuid))).toEqual([409, 'order-open']);
    expect(await account(shopper.uuid)).toMatchObject({ erased: false });
  });

  it('needs the password of who does it, and a reason', async () => {
    const { uuid } = await server.shopper(null);
    expect(refusal(await erase(uuid, { password: null }))).toEqual([403, 'password-required']);
    expect(refusal(await erase(uuid, { password: 'wrong horse 7' }))).toEqual([403, 'password-wrong']);
    expect(refusal(await erase(uuid, { reason: ' ' }))).toEqual([400, 'invalid']);
    expect(await account(uuid)).toMatchObject({ erased: false });
  });

  it('is nobody’s own, and takes a colleague’s roles with it', async () => {
    const colleague = await signIn('admin');
    const { uuid } = await server.ok(server.get('/api/user/info'));
    expect(refusal(await erase(uuid))).toEqual([409, 'own-account']);
    expect((await erase(colleague.uuid)).status).toBe(200);
    expect(await account(colleague.uuid)).toMatchObject({ erased: true });
  });

  it('is done by admins alone, to accounts that there are', async () => {
    const [auditor, shopper] = [await signIn('auditor'), await server.shopper(null)];
    for (const token of [auditor.token, shopper.token]) {
      expect((await erase(shopper.uuid, { password: PASSWORD }, token)).status).toBe(403);
      expect((await eraseGuest(randomUUID(), { password: PASSWORD }, token)).status).toBe(403);
    }
    for (const id of ['nobody', randomUUID()]) {
      expect((await erase(id)).status).toBe(404);
      expect((await eraseGuest(id)).status).toBe(404);
    }
  });

  it('is of a guest, who is one order, as well; of an account’s order it is not', async () => {
    const productId = await server.drop();
    const orderId = await guestOrder(productId);
    expect(await server.view(orderId)).toMatchObject({ email: 'bea@example.org' });
    expect((await eraseGuest(orderId)).body).toEqual({ success: true });
    expect(await server.view(orderId)).toMatchObject({ status: 'withdrawn', email: '', name: '' });
    const found = (await server.story(orderId)).find(({ type }) => type === 'PersonalDataErased');
    const { uuid } = await server.ok(server.get('/api/user/info'));
    expect(found).toMatchObject({ causedBy: `admin ${uuid}`, data: { reason: 'asked by letter' } });
    expect((await eraseGuest(orderId)).status).toBe(200);
    const { orderId: owned } = await server.order(productId);
    expect(refusal(await eraseGuest(owned))).toEqual([409, 'of-account']);
  });
});
