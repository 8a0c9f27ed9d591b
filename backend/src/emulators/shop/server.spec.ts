import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aPurchase, aSubmission, KEY, PERSONAL, temporaryDirectory } from '@supreme-access/test/fixtures/retailer.js';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { OwnRetailer } from '../../retailers/own/own-retailer.js';
import { type SandboxOptions, type SandboxRetailer, startSandboxRetailer } from './server.js';

const soon = () => AbortSignal.timeout(10_000);
const keyed = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let sandbox: SandboxRetailer;
let client: OwnRetailer;
let progress: Arrivals<string>;

async function start(options: Partial<SandboxOptions> = {}): Promise<void> {
  progress = new Arrivals();
  const onProgress = (reference: string) => progress.push(reference);
  sandbox = await startSandboxRetailer({ directory: directory.path, key: KEY, onProgress, ...options });
  client = new OwnRetailer({ url: sandbox.url, key: KEY });
}
const call = (method: string, path: string, body?: string, headers: Record<string, string> = keyed) =>
  fetch(sandbox.url + path, {
    method,
    headers: body === undefined ? { authorization: keyed.authorization } : headers,
    body,
  });

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  await sandbox.close();
  await directory.remove();
});

describe('the sandbox refuses', () => {
  it.each(['/ledger', '/products/cap', '/checkouts/a%3A1'])('%s without the key, or with another one', async (path) => {
    await start();
    expect((await fetch(sandbox.url + path)).status).toBe(401);
    expect((await fetch(sandbox.url + path, { headers: { authorization: `Bearer ${KEY}x` } })).status).toBe(401);
    const wrong = new OwnRetailer({ url: sandbox.url, key: 'wrong' });
    expect(await wrong.buy(aPurchase('a:1'), soon())).toEqual({ kind: 'unknown', cause: 'unauthorized' });
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'never-seen' });
  });

  it.each([
    ['PUT', '/checkouts/a%3A1', '{"email": "ada@example.org", oops', 400],
    ['PUT', '/checkouts/no-attempt', JSON.stringify(aSubmission('a:1')), 400],
    ['PUT', '/checkouts/a%3A1', JSON.stringify({ email: 'ada@example.org'.repeat(4_000) }), 413],
    ['PUT', '/carts/a%3A1', '{"productId": "cap", "size": "huge", "style": "Red"}', 400],
    ['PUT', '/sandbox/products/cap', '{"opensAt": "tomorrow"}', 400],
    ['PUT', '/sandbox/products/cap', '{"stock": [{"size": "m", "style": "Red", "quantity": -1}]}', 400],
    ['POST', '/sandbox/faults', '{"fault": "fire"}', 400],
    ['POST', '/nowhere', '{}', 404],
  ])('a malformed %s %s, quotes nothing of it and stores nothing', async (method, path, body, status) => {
    await start();
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/ada@example|at .*\.ts:/);
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'never-seen' });
  });

  it('to start with impossible rates', async () => {
    await start();
    await expect(
      startSandboxRetailer({ directory: directory.path, key: KEY, failures: { soldOut: 2 } }),
    ).rejects.toThrow();
  });
});

describe('the sandbox', () => {
  it('holds nothing personal: not in its file, not in the ledger, not on the page', async () => {
    await start();
    const answer = await client.buy(aPurchase('a:1'), soon());
    expect(answer.kind).toBe('succeeded');
    await client.buy(aPurchase('b:1', { email: '' }), soon());
    const kept = [
      await readFile(join(directory.path, 'ledger.jsonl'), 'utf8'),
      await (await call('GET', '/ledger')).text(),
      await (await fetch(sandbox.url)).text(),
      JSON.stringify(answer),
    ].join('\n');
    for (const secret of PERSONAL) expect(kept).not.toContain(secret);
    expect(kept).toContain('4242');
  });

  it('answers auditors with every reference, its order and its one outcome', async () => {
    await start();
    await client.buy(aPurchase('a:1'), soon());
    await client.close({ reference: 'a:2' }, soon());
    const ledger = await (await call('GET', '/ledger')).json();
    expect(ledger).toMatchObject({
      sales: 1,
      references: [
        { reference: 'a:1', orderId: 'a', attempt: 1, outcome: 'succeeded', orderNumber: 'SBX-000001', last4: '4242' },
        { reference: 'a:2', orderId: 'a', attempt: 2, outcome: 'refused', reason: 'closed' },
      ],
      products: [{ productId: 'forest-jacket', others: 1_000, stock: [{ size: 'm', style: 'Forest', quantity: 999 }] }],
    });
  });

  it('shows a page without scripts, with escaped input and styles by hash only', async () => {
    await start();
    const evil = '<script>alert(1)</script>';
    await call('PUT', '/sandbox/products/cap', JSON.stringify({ title: evil, others: 5 }));
    await client.buy(aPurchase('a:1', { productId: 'cap', style: `"'><img src=x onerror=alert(1)>` }), soon());
    const answer = await fetch(sandbox.url);
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('SBX-000001');
    const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the doors of both standards', () => {
  const acp = { ...keyed, 'api-version': '2026-04-17', 'idempotency-key': 'k1' };
  const checkout = JSON.stringify({ line_items: [{ id: 'cap/m/Red' }], currency: 'usd', capabilities: {} });

  it('tell what they are without the key, and sell nothing without it', async () => {
    await start();
    const { ucp } = await (await fetch(`${sandbox.url}/ucp/.well-known/ucp`)).json();
    expect(ucp.services['dev.ucp.shopping'][0].endpoint).toBe(`${sandbox.url}/ucp`);
    const discovered = await (await fetch(`${sandbox.url}/acp/.well-known/acp.json`)).json();
    expect(discovered.api_base_url).toBe(`${sandbox.url}/acp`);
    const { authorization: _, ...keyless } = acp;
    expect((await call('POST', '/acp/checkout_sessions', checkout, keyless)).status).toBe(401);
    const named = { ...keyless, 'x-api-key': KEY };
    expect((await call('POST', '/acp/checkout_sessions', checkout, named)).status).toBe(201);
  });

  it('hand an escalated checkout to the person, who places the order on the shop’s page', async () => {
    await start();
    await call('POST', '/sandbox/faults', '{"fault": "escalates", "on": "cart"}');
    const { id, status, continue_url } = await (await call('POST', '/acp/checkout_sessions', checkout, acp)).json();
    expect(status).toBe('requires_escalation');
    const page = await fetch(continue_url);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await page.text()).toContain('cap, M, Red: $168.00');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const placed = await fetch(continue_url, { method: 'POST', body: '', headers: form });
    expect(await placed.text()).toContain('This checkout is completed.');
    const ledger = await (await call('GET', '/ledger')).json();
    expect(ledger).toMatchObject({
      sales: 1,
      references: [],
      sessions: [{ session: id, door: 'acp', payment: 'by hand' }],
    });
    const shown = await (await fetch(sandbox.url)).text();
    expect(shown).toMatch(/ACP<\/td><td class="number">1</);
    expect((await fetch(`${sandbox.url}/continue/cs_none`)).status).toBe(404);
  });

  it('share their sessions and keys with the ledger, which a later start reads', async () => {
    await start();
    const first = await (await call('POST', '/acp/checkout_sessions', checkout, acp)).json();
    await sandbox.close();
    await start();
    const again = await call('POST', '/acp/checkout_sessions', checkout, acp);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await again.json()).id).toBe(first.id);
  });
});

describe('a sandbox started again on the same directory', () => {
  it('remembers sales, refusals, stock and order numbers', async () => {
    await start();
    await call('PUT', '/sandbox/products/cap', '{"stock": [{"size": "m", "style": "Forest", "quantity": 2}]}');
    const sold = await client.buy(aPurchase('a:1', { productId: 'cap' }), soon());
    const closed = await client.close({ reference: 'b:1' }, soon());
    const ledger = await (await call('GET', '/ledger')).json();
    await sandbox.close();

    await start({ stock: 5 });
    expect(await (await call('GET', '/ledger')).json()).toEqual(ledger);
    expect(await client.buy(aPurchase('a:1', { productId: 'cap' }), soon())).toEqual(sold);
    expect(await client.lookUp({ reference: 'b:1' }, soon())).toEqual(closed);
    const next = await client.buy(aPurchase('c:1', { productId: 'cap' }), soon());
    expect(next).toMatchObject({ kind: 'succeeded', orderNumber: 'SBX-000002' });
    const last = await client.buy(aPurchase('d:1', { productId: 'cap' }), soon());
    expect(last).toMatchObject({ kind: 'refused', reason: 'sold-out' });
  });

  it('repeats the same faults for the same references with the same seed', async () => {
    const failures = { soldOut: 0.2, declined: 0.2, lostAnswer: 0.2, error500: 0.2 };
    const references = Array.from({ length: 40 }, (_, index) => `order-${index}:1`);
    const drop = async (order: string[]) => {
      const found = await Promise.all(
        order.map(async (reference) => {
          const answer = await client.buy(aPurchase(reference), soon());
          const what = answer.kind === 'unknown' ? answer.cause : answer.kind === 'refused' ? answer.reason : 'sold';
          return [reference, what] as const;
        }),
      );
      return new Map(found);
    };
    await start({ failures, latency: { min: 0, max: 5 } });
    const once = await drop(references);
    await sandbox.close();
    await directory.remove();
    directory = await temporaryDirectory();
    await start({ failures, latency: { min: 0, max: 5 } });
    expect(await drop([...references].reverse())).toEqual(new Map([...once].reverse()));
    expect(new Set(once.values())).toEqual(new Set(['sold', 'sold-out', 'declined', 'connection', 'server-error']));
  });
});

describe('closing the sandbox', () => {
  it('ends held requests at once, and keeps the sale', async () => {
    await start({ holdMs: 600_000 });
    await call('POST', '/sandbox/faults', '{"fault": "timeoutAfterAccepting"}');
    const held = client.buy(aPurchase('a:1'), soon());
    await progress.becomes(async () => (await client.lookUp({ reference: 'a:1' }, soon())).kind === 'succeeded');
    await sandbox.close();
    expect(await held).toEqual({ kind: 'unknown', cause: 'connection' });
    await start();
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toMatchObject({ kind: 'succeeded' });
  });

  it('buys nothing for a submission that is still delayed', async () => {
    await start({ slowMs: 600_000 });
    await call('POST', '/sandbox/faults', '{"fault": "slow", "reference": "a:1"}');
    const slow = client.buy(aPurchase('a:1'), soon());
    await progress.becomes(async () => (await client.lookUp({ reference: 'a:1' }, soon())).kind === 'in-progress');
    await sandbox.close();
    expect(await slow).toMatchObject({ kind: 'unknown' });
    await start();
    expect(await client.lookUp({ reference: 'a:1' }, soon())).toEqual({ kind: 'never-seen' });
  });
});
