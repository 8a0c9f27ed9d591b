import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';
import { Secret, TOTP } from 'otpauth';
import { MakeStaff } from '../customers/accounts/staffing.js';

describe('the auto-checkout data of an order', () => {
  let server: OrderServer;
  let ada: Shopper;
  let orderId = '';
  beforeAll(async () => {
    server = await OrderServer.start();
    ada = await server.shopper();
    ({ orderId } = await server.order(await server.drop(), ada));
  });
  afterAll(() => server?.stop());

  const masked = (id = orderId, token: string | null = server.admin) =>
    server.get(`/api/admin/aco/getJSON/${id}`, token);
  const whole = (body: object, id = orderId, token = server.admin) =>
    server.post(`/api/admin/orders/${id}/aco`, body, token);
  const refusal = ({ status, body }: Answer) => [status, body.code];
  const accesses = async () => (await server.story(orderId)).filter(({ type }) => type === 'AcoDataAccessed');

  it('is downloaded masked, and kept by nobody on the way', async () => {
    const { status, body, headers } = await masked();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      productForm: { title: 'Box Hoodie', style: 'Ink', size: 'm', price: 25 },
      shipping: { firstName: 'Ada', lastName: 'Quimby', city: 'Portland' },
      card: { name: 'Ada Quimby', number: '**** 4242', month: 12 },
      email: ada.email,
    });
    expect(Object.keys(body.card)).toEqual(['name', 'number', 'month', 'year']);
    expect(JSON.stringify(body)).not.toMatch(/42424242|"123"/);
    expect(await accesses()).toEqual([]);
  });

  it('is shown whole to an admin who gives the password again and a reason, which is told', async () => {
    const { status, body, headers } = await whole({ password: server.adminPassword, reason: 'checkout by hand' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.card).toEqual({ name: 'Ada Quimby', number: '4242424242424242', month: 12, year: expect.any(Number) });
    expect(JSON.stringify(body)).not.toContain('"123"');
    const recorded = await accesses();
    expect(recorded.map(({ data }) => data)).toEqual([{ reason: 'checkout by hand' }]);
    expect(recorded[0]?.causedBy).toMatch(/^admin /);
  });

  it('is told each time it is shown, also under one Idempotency-Key', async () => {
    const before = (await accesses()).length;
    const input = { password: server.adminPassword, reason: 'checkout by hand' };
    const key = { 'idempotency-key': 'shown-twice' };
    for (const _ of [1, 2]) {
      const { body } = await server.post(`/api/admin/orders/${orderId}/aco`, input, server.admin, key);
      expect(body.card.number).toBe('4242424242424242');
    }
    expect(await accesses()).toHaveLength(before + 2);
  });

  it('is shown once for a one-time code, whatever key comes with it', async () => {
    const [who, key] = [{ email: 'otp@example.org', password: 'correct horse 7' }, { 'idempotency-key': 'one-code' }];
    await server.server.app.get(MakeStaff).appoint(who.email, 'admin', who.password);
    const { token: first } = await server.done('/login', who, null);
    const { secret } = await server.done('/api/user/totp/enrol', { password: who.password }, first);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => totp.generate({ timestamp: server.server.platform.clock() });
    const { token } = await server.done('/api/user/totp/confirm', { code: code() }, first);
    server.clock.ahead += 30_000;
    const input = { password: who.password, otp: code(), reason: 'checkout by hand' };
    const ask = () => server.post(`/api/admin/orders/${orderId}/aco`, input, token, key);
    expect((await ask()).status).toBe(200);
    const before = await accesses();
    expect(refusal(await ask())).toEqual([403, 'otp-wrong']);
    expect(await accesses()).toEqual(before);
  });

  it.each([
    ['a wrong password', { password: 'not the password', reason: 'x' }, 403],
    ['no password', { reason: 'x' }, 403],
    ['a blank reason', { password: 'whatever it is', reason: ' ' }, 400],
  ])('is shown to nobody with %s', async (_, body, expected) => {
    const before = await accesses();
    const { status, body: answer } = await whole(body);
    expect(status).toBe(expected);
    expect(JSON.stringify(answer)).not.toMatch(/42424242/);
    expect(await accesses()).toEqual(before);
  });

  it('is no business of shoppers, auditors and strangers', async () => {
    const { adtoken } = await server.done('/api/admin/invitations', {
      role: 'auditor',
      password: server.adminPassword,
    });
    const who = { name: 'Grace Hopper', email: 'grace@example.org', password: 'correct horse 7' };
    const { token } = await server.done('/register/ad', { ...who, adtoken }, null);
    const input = { password: who.password, reason: 'x' };
    for (const somebody of [ada.token, token]) {
      expect((await masked(orderId, somebody)).status).toBe(403);
      expect((await whole(input, orderId, somebody)).status).toBe(403);
    }
    expect((await masked(orderId, null)).status).toBe(401);
    expect((await masked('nobody')).status).toBe(404);
  });

  it('is gone once the order has ended', async () => {
    const { orderId: bought } = await server.success();
    expect(refusal(await masked(bought))).toEqual([410, 'aco-gone']);
    const input = { password: server.adminPassword, reason: 'x' };
    expect(refusal(await whole(input, bought))).toEqual([410, 'aco-gone']);
  });
});
