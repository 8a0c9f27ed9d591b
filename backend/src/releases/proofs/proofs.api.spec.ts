import { createHmac } from 'node:crypto';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import type { Answer } from '@supreme-access/test/fixtures/test-server.js';

describe('mails that may prove a purchase', () => {
  let server: OrderServer;
  beforeAll(async () => {
    server = await OrderServer.start();
  });
  afterAll(() => server?.stop());

  const refusal = ({ status, body }: Answer) => [status, body.code];
  const secure = (body: object = {}) => ({ password: server.adminPassword, reason: 'as the shop says', ...body });
  const proofs = async (query: string) => (await server.ok(server.get(`/api/admin/proofs?${query}`))) as never[];
  async function forward({ email }: Shopper, orderId: string, text = `It is bought. Reference ${orderId}:1`) {
    const raw = JSON.stringify({ from: email, subject: 'Fwd: Your order', text, receivedAt: Date.now() });
    const key = server.server.platform.secrets.get('inbound-mail');
    const headers = { 'x-signature': createHmac('sha256', key).update(raw).digest('hex') };
    const init = { method: 'POST', body: raw, headers: { ...headers, 'content-type': 'application/json' } };
    return (await fetch(`${server.server.url}/api/inbound/email`, init)).json();
  }
  /** Attempted at a retailer that says nothing. */
  async function inDoubt() {
    const productId = await server.drop();
    const made = await server.order(productId);
    await server.retailer('POST', '/sandbox/faults', { fault: 'error500', times: 100_000, orderId: made.orderId });
    await server.release(productId);
    await server.becomes(made.orderId, 'processing');
    return made;
  }
  async function hinted() {
    const made = await inDoubt();
    expect(await forward(made.shopper, made.orderId)).toEqual({ success: true, matched: true, outcome: 'hint' });
    await server.settle();
    const [proof] = (await proofs(`orderId=${made.orderId}`)) as { id: string }[];
    return { ...made, id: proof?.id ?? '' };
  }
  const review = (id: string, body: object, token = server.admin) =>
    server.post(`/api/admin/proofs/${id}`, { decision: 'accept', ...secure(), ...body }, token);

  it('are listed beside their orders, and wait', async () => {
    const { id, orderId, shopper } = await hinted();
    const filter = encodeURIComponent(JSON.stringify({ status: 'waiting', orderId }));
    const [proof] = await proofs(`filter=${filter}&range=[0,9]&sort=["receivedAt","DESC"]`);
    expect(proof).toMatchObject({
      id,
      orderId,
      status: 'waiting',
      mail: { from: shopper.email, subject: 'Fwd: Your order', text: `It is bought. Reference ${orderId}:1` },
      isAuthenticated: false,
      reference: `${orderId}:1`,
      why: 'It contains no message signed by the retailer.',
      answer: expect.any(String),
      order: { orderId, status: 'processing', productTitle: 'Box Hoodie' },
    });
    expect(await proofs(`status=accepted&orderId=${orderId}`)).toEqual([]);
    expect((await server.get('/api/admin/proofs?status=rumoured')).status).toBe(400);
  });

  it('are decided on with the own password and a reason, by admins', async () => {
    const { id, orderId, shopper } = await hinted();
    expect(refusal(await review(id, { password: undefined }))).toEqual([403, 'password-required']);
    expect(refusal(await review(id, { password: 'not the password' }))).toEqual([403, 'password-wrong']);
    expect((await review(id, { reason: '' })).status).toBe(400);
    expect((await review(id, {}, shopper.token)).status).toBe(403);
    expect(refusal(await review(`${orderId}.nothing`, {}))).toEqual([404, 'not-found']);
    expect(await server.types(orderId)).not.toContain('ProofReviewed');
  });

  it('that are accepted make the order a success, and its fee is charged', async () => {
    const { id, orderId } = await hinted();
    const { status, body } = await review(id, {});
    expect([status, body.proof.status, body.order.orderId]).toEqual([200, 'accepted', orderId]);
    expect((await review(id, {})).status).toBe(200);
    expect(refusal(await review(id, { decision: 'refuse' }))).toEqual([409, 'proof-decided']);
    expect(await server.becomes(orderId, 'success')).toMatchObject({ charged: 25 });
    const succeeded = (await server.story(orderId)).filter(({ type }) => type === 'CheckoutSucceeded');
    expect(succeeded).toMatchObject([{ data: { evidence: { kind: 'reviewed', reference: `${orderId}:1` } } }]);
  });

  it('that are refused leave the order as it is', async () => {
    const { id, orderId } = await hinted();
    expect((await review(id, { decision: 'refuse' })).body.proof).toMatchObject({
      status: 'refused',
      reason: 'as the shop says',
    });
    expect((await server.view(orderId)).status).toBe('processing');
    expect(await proofs(`status=refused&orderId=${orderId}`)).toHaveLength(1);
  });

  describe('of what the log holds as refused', () => {
    /** Hinted at while its attempt was open, which the retailer then refused. */
    async function refused() {
      const made = await hinted();
      await server.retailer('DELETE', '/sandbox/faults');
      await server.retailer('POST', '/sandbox/faults', { fault: 'declined', times: 100, orderId: made.orderId });
      await server.until(async () => {
        await server.settle(60_000);
        return (await server.types(made.orderId)).includes('CheckoutRefused');
      });
      return made;
    }

    it('are accepted by nobody: the retailer is asked again, and says no', async () => {
      const { orderId, id } = await refused();
      expect(refusal(await review(id, {}))).toEqual([409, 'refused-reference']);
      expect(await server.types(orderId)).not.toContain('CheckoutSucceeded');
      expect((await review(id, { decision: 'refuse' })).status).toBe(200);
    });

    it('nor is any other evidence', async () => {
      const { orderId } = await refused();
      for (const [kind, reference] of [
        ['forwarded-email', `${orderId}:1`],
        ['card-charge', 'line 7'],
        ['retailer', 'R-77'],
      ]) {
        const shown = { kind, reference, password: server.adminPassword };
        const answer = await server.post(`/api/admin/orders/${orderId}/evidence`, shown);
        expect(refusal(answer)).toEqual([409, 'refused-reference']);
      }
    });
  });

  it('are not the only evidence that asks for the own password', async () => {
    const { orderId } = await inDoubt();
    const shown = { kind: 'card-charge', reference: 'line 7' };
    const answer = await server.post(`/api/admin/orders/${orderId}/evidence`, shown);
    expect(refusal(answer)).toEqual([403, 'password-required']);
  });

  it('are in the export of their person, and gone from the vault once that is erased', async () => {
    const { id, orderId, shopper } = await hinted();
    await review(id, { decision: 'accept' });
    await server.becomes(orderId, 'success');
    const { forwardedMails } = await server.ok(server.get('/api/user/export', shopper.token));
    expect(forwardedMails).toMatchObject([{ from: shopper.email, subject: 'Fwd: Your order' }]);
    await server.done('/api/user/erase', { password: 'correct horse 7' }, shopper.token);
    await server.settle();
    expect(await server.server.platform.vault.get('proof', id)).toBe('erased');
  });
});
