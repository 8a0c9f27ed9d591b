import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import { checkSignature, SEALED_WITHIN_MS, sealText } from '@supreme-access/contract/seals.js';
import type { ConsistencyProof, SealsFile, SlotProof } from '@supreme-access/contract/shapes/audit.js';
import { HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { OrderServer, type Shopper } from '@supreme-access/test/fixtures/order-server.js';
import { HASHING } from '../../../../verifiers/page/hashing.mjs';
import { readReceipt, rootByInclusion } from '../../../../verifiers/proofs.mjs';
import { keysById } from '../../../../verifiers/seals.mjs';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { Orders } from '../../orders/orders.js';
import { SlotEvents } from '../../orders/slot-events.js';
import { StaleVault } from '../../stores/vault/referenced-secret.js';
import { SecurityLog } from '../../telemetry/security-log.js';
import { Receipts } from './receipts.js';
import type { Seal } from './seal.js';
import { SealClock } from './seal-clock.js';
import { SealKeys } from './seal-keys.js';
import { Seals } from './seals.js';

const FILE = '/.well-known/supreme-access/seals.json';
const VERIFIER = resolve(import.meta.dirname, '../../../../verifiers/verify.mjs');

describe('the seals of the log', () => {
  let server: OrderServer;
  let ada: Shopper;
  let orderId = '';
  let productId = '';
  const seals = () => server.server.app.get(Seals);
  const seal = () => seals().seal(workerMetadata('spec'));
  const file = async (query = ''): Promise<SealsFile> => server.ok(server.get(`${FILE}${query}`, null));
  const auditor = () => server.server.platform.sessions.begin('an-auditor', ['shopper', 'auditor'], 0);
  const proofOf = (id: string, token: string): Promise<SlotProof> =>
    server.ok(server.get(`/api/audit/proofs/orders/${id}`, token));
  const something = async () => void (await server.drop());

  beforeAll(async () => {
    server = await OrderServer.start();
    server.sealOnlyOnDemand();
    productId = await server.drop();
    ({ shopper: ada, orderId } = await server.order(productId));
    // Nothing more happens by itself then.
    await server.until(async () => (await server.types(orderId)).includes('MailSent') || undefined);
  });
  afterAll(() => server?.stop());

  it('are published without login, each signed and naming the one before, with the key they are signed with', async () => {
    const [first, nothing] = [await seal(), await seal()];
    await something();
    const second = await seal();
    expect([first?.number, nothing, second?.number]).toEqual([1, null, 2]);
    const { keys, seals: published, before } = await file();
    expect([published, before]).toEqual([[first, second], null]);
    expect(keys.length).toBe(1);
    for (const key of keys) {
      expect([...keysById(HASHING, [key.publicKey]).keys()]).toEqual([key.keyId]);
      for (const one of published)
        expect(await checkSignature(key.publicKey, sealText(one), one.signature)).toBe('good');
    }
    const answer = await fetch(`${server.server.url}${FILE}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  });

  const asReactAdminAsks = new URLSearchParams({ range: '[0,0]', sort: '["number","DESC"]', filter: '{}' });

  it('are listed page by page, and refuse a number that is none', async () => {
    expect((await file('?before=2')).seals.map(({ number }) => number)).toEqual([1]);
    expect(await server.get(`${FILE}?before=zero`)).toMatchObject({
      status: 400,
      body: { code: 'seal-number-invalid' },
    });
    const { status, body } = await server.get(`/api/admin/seals?${asReactAdminAsks}`, auditor());
    expect([status, body.map(({ number }: { number: number }) => number)]).toEqual([200, [2]]);
  });

  it('are made by one alone of those who seal at once', async () => {
    await something();
    const before = (await file()).seals.length;
    const sealed = await Promise.all([seal(), seal(), seal()]);
    expect([sealed.filter((one) => one !== null).length, (await file()).seals.length]).toEqual([1, before + 1]);
  });

  it('are known as signed here, and no others', async () => {
    const last = (await seals().last()) as Seal;
    const didSign = (changes: Partial<Seal>) => server.server.app.get(SealKeys).didSign({ ...last, ...changes });
    expect(await didSign({})).toBe(true);
    expect([await didSign({ size: last.size - 1 }), await didSign({ keyId: 'another' })]).toEqual([false, false]);
  });

  it('fit an export, which is checked without the server', async () => {
    const { seals: published, keys } = await file();
    const feed = await fetch(`${server.server.url}/api/admin/events?limit=10000`, {
      headers: { authorization: `Bearer ${auditor()}` },
    });
    const at = join(server.server.platform.config.dataDir, 'export.ndjson');
    writeFileSync(at, await feed.text());
    const { stdout, status } = spawnSync(process.execPath, [VERIFIER, at, '--key', keys[0]?.publicKey ?? '']);
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining(`${published.length} seals hold`)]);
  });

  it('show of a later one that it counts all that an earlier one did', async () => {
    const path = '/api/audit/proofs/consistency';
    const proof: ConsistencyProof = await server.ok(server.get(`${path}?first=1&second=2`, null));
    expect([proof.first.number, proof.second.number]).toEqual([1, 2]);
    expect(proof.path.length).toBeGreaterThan(0);
    const refused = await Promise.all([
      server.get(`${path}?first=2&second=1`),
      server.get(`${path}?first=1&second=99`),
      server.get(`${path}?first=1&second=x`),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'seal-number-invalid'],
      [404, 'not-found'],
      [400, 'seal-number-invalid'],
    ]);
  });

  it("prove a shopper's slot to them, to admins and auditors, and to nobody else", async () => {
    const { receipt, proof } = await proofOf(orderId, ada.token);
    const { keys } = await file();
    const read = readReceipt(HASHING, receipt ?? '');
    expect(read?.promise).toMatchObject({ orderId, stream: `product-${productId}`, iss: expect.any(String) });
    expect(await checkSignature(keys[0]?.publicKey ?? '', read?.text ?? '', read?.signature ?? '')).toBe('good');
    expect((read?.promise.sealedBy ?? 0) - (read?.promise.at ?? 0)).toBe(SEALED_WITHIN_MS);
    if (!proof || !read) throw new Error('no proof');
    expect(rootByInclusion(HASHING, read.promise.hash, proof)).toBe(proof.seal.root);
    expect(proof.seal.number).toBe(1);
    expect(await proofOf(orderId, auditor())).toEqual({ success: true, receipt, proof });
    const bea = await server.shopper();
    expect((await server.get(`/api/audit/proofs/orders/${orderId}`, bea.token)).status).toBe(404);
  });

  it('are promised by the mail of the reservation, in a link that no browser sends', async () => {
    const { text } = await server.mail('slot-confirmed', ada.email);
    const [, link = ''] = /(https?:\/\/\S+\/verify#\S+)/.exec(text ?? '') ?? [];
    expect(new URL(link).hash.slice(1)).toBe((await proofOf(orderId, ada.token)).receipt);
  });

  it('are awaited by a slot that no seal counts yet, whose receipt is there at once', async () => {
    const late = await server.order(productId);
    expect(await proofOf(late.orderId, late.shopper.token)).toMatchObject({ receipt: expect.any(String), proof: null });
    await seal();
    expect((await proofOf(late.orderId, late.shopper.token)).proof).not.toBeNull();
  });

  it("prove a guest's slot to whoever holds the link of their mail, as long as the order is shown to them", async () => {
    const input = await server.made(productId, { acoDataPayload: await server.encrypt('aco', server.aco()) });
    const { order } = await server.done('/api/checkout/completeuser', input, null);
    const token = tokenOf(await server.mail('guest-slot-confirmed', input.email));
    const byLink = (link: string) => server.get(`/api/audit/proofs/links/${link}`, null);
    expect(await server.ok(byLink(token))).toMatchObject({ receipt: expect.any(String), proof: null });
    await seal();
    const { receipt, proof }: SlotProof = await server.ok(byLink(token));
    const read = readReceipt(HASHING, receipt ?? '');
    expect(read?.promise.orderId).toBe(order.orderId);
    if (!proof || !read) throw new Error('no proof');
    expect(rootByInclusion(HASHING, read.promise.hash, proof)).toBe(proof.seal.root);
    const refused = async (link: string) => {
      const { status, body } = await byLink(link);
      return [status, body.code];
    };
    expect(await refused(token.replace('.', 'A.'))).toEqual([404, 'link-invalid']);
    expect(await refused('no-link-of-an-order')).toEqual([404, 'link-invalid']);
    server.clock.ahead = 91 * 24 * HOUR;
    expect(await refused(token)).toEqual([410, 'link-expired']);
    server.clock.ahead = 0;
  });

  it('go on with another key once an admin makes one, under a seal of the one before', async () => {
    const before = await file();
    expect(await server.post('/api/admin/seals/key', { password: 'wrong password' })).toMatchObject({ status: 403 });
    const written = jest.spyOn(server.server.app.get(SecurityLog), 'tell');
    const key = { 'idempotency-key': 'another-key' };
    const ask = () =>
      server.ok(server.post('/api/admin/seals/key', { password: server.adminPassword }, server.admin, key));
    const [made] = [...(await Promise.all([ask(), ask()])), await ask()];
    expect(written.mock.calls.filter(([event]) => event === 'key-rotated')).toHaveLength(1);
    written.mockRestore();
    await something();
    await seal();
    const { keys, seals: published } = await file();
    expect(keys.map(({ keyId }) => keyId)).toEqual([before.keys[0]?.keyId, made.keyId]);
    expect(published.slice(before.seals.length).map(({ keyId }) => keyId)).toEqual([before.keys[0]?.keyId, made.keyId]);
  });

  it('have the key before vouch for the next one, although the process ended between the two', async () => {
    const { app, platform } = server.server;
    const { log, config } = platform;
    const before = await file();
    const context = { metadata: workerMetadata('spec'), session: null };
    const ends = () => {
      throw new Error('the process ended');
    };
    const cutOff = new Seals(app.get(Commands), app.get(SealKeys), log, ends, config);
    await expect(cutOff.replaceKey(context)).rejects.toThrow('the process ended');
    expect((await file()).seals).toHaveLength(before.seals.length);
    // A copy that comes later finds the seal, and signs nothing.
    const copies = [await seals().replaceKey(context), await cutOff.replaceKey(context)];
    const { keys, seals: published } = await file();
    expect(copies.map(({ keyId }) => keyId)).toEqual(copies.map(() => keys.at(-1)?.keyId));
    expect(published.slice(before.seals.length).map(({ keyId }) => keyId)).toEqual([before.keys.at(-1)?.keyId]);
  });

  it('are shown by readiness where one is overdue, which stays green', async () => {
    const late = { name: 'Seals', state: 'late', says: 'The first seal is overdue.', todo: 'Look.' } as const;
    const spied = jest.spyOn(server.server.app.get(SealClock), 'condition').mockReturnValue(late);
    const { status, body } = await server.get('/readyz');
    expect([status, body.degraded]).toEqual([200, ['The first seal is overdue.']]);
    const { conditions } = await server.ok(server.get('/api/admin/system/readiness'));
    expect(conditions).toContainEqual(late);
    spied.mockRestore();
    expect((await server.get('/readyz')).body.degraded).toBeUndefined();
  });

  it('wait for their key where the vault has lost it, until another one is made', async () => {
    const { app, platform } = server.server;
    const { vault, log, clock, config } = platform;
    // as after a restart: what is made anew remembers no key
    const keys = new SealKeys(app.get(Commands), vault, app.get(RepeatedSecrets));
    const restarted = new Seals(app.get(Commands), keys, log, clock, config);
    const receipts = new Receipts(keys, restarted, app.get(SlotEvents), config);
    const order = await app.get(Orders).find(orderId);
    const lost = (await file()).keys.at(-1)?.keyId ?? '';
    const get = vault.get.bind(vault);
    vault.get = async (kind, id) => (id === `seal-key-${lost}` ? undefined : get(kind, id));
    await something();
    await expect(restarted.seal(workerMetadata('spec'))).rejects.toThrow(StaleVault);
    expect(await receipts.receiptOf(order)).toBeNull();
    await restarted.replaceKey({ metadata: workerMetadata('spec'), session: null });
    vault.get = get;
    expect(await restarted.seal(workerMetadata('spec'))).not.toBeNull();
    expect(await receipts.receiptOf(order)).not.toBeNull();
  });
});
