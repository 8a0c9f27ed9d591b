import { expectOk } from '../support/api.js';
import { createDrop, eventually } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { person } from '../support/people.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

/** ms */
const SOON = 30_000;

describe.each([1, 2])('what an operator sees and does on %d thread(s)', (threads) => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start({ THREADS: String(threads) });
  });
  afterAll(() => server?.remove());

  it('is one product: work, partners, read models and their rebuild, readiness, figures', async () => {
    const admin = await server.admin();
    const { productId } = await createDrop(admin, { productTitle: 'Threads', totalStock: 1 });
    const shopper = await Shopper.signUp(server.anyone, await BrowserCrypto.open(server.anyone), person(1));
    await shopper.saveCard();
    await shopper.addProfile();
    await shopper.secure(productId, 'l');

    const kinds = await expectOk(admin.get<{ kind: string }[]>('/api/admin/due/kinds'));
    expect(kinds.map(({ kind }) => kind)).toContain('charge');
    const due = await expectOk(admin.get<{ kind: string; subject: string }[]>('/api/admin/due'));
    const code = due.find(({ subject }) => subject.startsWith('code:'));
    const retried = { kind: code?.kind, id: code?.subject };
    expect(await expectOk(admin.post('/api/admin/due/retry', retried))).toMatchObject({ success: true });
    expect(await admin.post('/api/admin/due/retry', { kind: 'nothing' })).toMatchObject({ code: 'not-found' });
    const partners = await expectOk(admin.get('/api/admin/system/partners'));
    expect(partners).toMatchObject([{ partner: 'retailer' }, { partner: 'stripe' }, { partner: 'mail' }]);
    expect(await expectOk(admin.get('/api/admin/system/readiness'))).toMatchObject({ ready: true });

    const models = '/api/admin/system/projections';
    expect(await expectOk(admin.get(models))).toMatchObject({ folds: true });
    await expectOk(admin.post(`${models}/orders/rebuild`));
    expect(await admin.post(`${models}/orders/replace`, { rebuildId: '0badcafe' })).toMatchObject({
      code: 'not-found',
    });
    const rebuilt = await eventually('the rebuild', SOON, async () => {
      const { body } = await admin.get<{ id: string; state: string }>(`${models}/orders/rebuild`);
      return body.state === 'compared' ? body : undefined;
    });
    await expectOk(admin.post(`${models}/orders/replace`, { rebuildId: rebuilt.id }));
    const orders = await expectOk(admin.get<{ productId: string }[]>('/api/admin/orders'));
    expect(orders).toMatchObject([{ productId }]);

    const { runId } = await expectOk(admin.post<{ runId: string }>('/api/admin/audit/runs', { kind: 'replay' }));
    const run = await eventually('the replay', SOON, async () => {
      const { body } = await admin.get<{ outcome: string | null }>(`/api/admin/audit/runs/${runId}`);
      return body.outcome ? body : undefined;
    });
    expect(run).toMatchObject({ outcome: 'passed', reason: null, figures: { findings: 0 } });

    const figures = await (await fetch(`${server.url}/metrics`)).text();
    const shown = [...figures.matchAll(/^event_loop_delay_seconds\{thread="(\w+)"\}/gm)].map(([, thread]) => thread);
    expect(shown).toEqual(threads === 2 ? ['answers', 'follows'] : ['all']);
    expect(figures).toMatch(/^store_calls_total\{store="the read models",call="a write",of="orders"\} [1-9]/m);
  });
});
