import { jest } from '@jest/globals';
import {
  type AccountServerUnderTest,
  follow,
  startAccountServer,
  verify,
} from '@supreme-access/test/fixtures/account-server.js';
import { MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { tokenOf } from '@supreme-access/test/fixtures/mailbox.js';
import { shipping } from '@supreme-access/test/fixtures/profile.js';
import { ERASE } from '../customers/accounts/account.jobs.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Refused } from '../event-sourcing/decider.js';
import { randomId } from '../event-sourcing/ids.js';
import { type PersonalDataHolder, PersonalDataPart } from '../event-sourcing/personal-data.js';
import { Rebuilds } from '../projections/rebuilds.js';
import { toRecorded } from '../projections/recorded.js';
import { keptIn } from '../stores/vault/vault.js';
import { Erasure } from './erasure.worker.js';

const address = { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' };

let isOpen = false;
let isCutOff = false;
let isBeingBought = false;

/** What another capability holds. */
@PersonalDataPart()
class Orders implements PersonalDataHolder {
  readonly turn = 1;
  isOpen = async () => isOpen;
  erase = async () => {
    if (isCutOff) throw new Error('cut off');
    if (isBeingBought) throw new Refused('order-open', 'conflict', 'This order is still open.');
  };
  collect = async () => ({ orders: [] });
}

describe('what we know of a person', () => {
  let server: AccountServerUnderTest;
  beforeAll(async () => {
    server = await startAccountServer([Orders]);
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    isOpen = false;
    server.clock.ahead = 0;
  });

  /** An account with everything in it. */
  async function ada() {
    const shopper = await server.signUp();
    await server.saveProfile(shopper);
    await server.post('/api/user/updateProfile', { updates: { name: 'Ada Lovelace' } }, shopper.token);
    await server.post('/api/user/billing/set', { billingAddress: address, token: 'tok_visa' }, shopper.token);
    return shopper;
  }
  const erase = (token: string, password: string) => server.post('/api/user/erase', { password }, token);

  /** Names and addresses that the log still gives away. */
  async function readable(uuid: string): Promise<unknown[]> {
    const { log, sealer, schema } = server.platform;
    const found: unknown[] = [];
    for await (const event of log.readAll()) {
      const { subject } = event.metadata;
      if (subject !== `account-${uuid}`) continue;
      const personal = toRecorded(event, schema, (await sealer.keysToOpen([subject])).get(subject)).personal();
      if (personal !== null) found.push(personal);
    }
    return found;
  }

  /** Names of what the vault holds for somebody. */
  async function secrets(): Promise<string[]> {
    const names: string[] = [];
    for (const kind of ['card', 'code', 'password'] as const) {
      for await (const { id } of server.platform.vault.list(kind)) names.push(`${kind} ${id}`);
    }
    return names.sort();
  }

  /** The customer that Stripe saves a card to when it is given this one; another one when this one is gone. */
  async function chargedTo(customerId: string, accountId: string): Promise<string> {
    const saved = await server.stripe.saveCard({
      customerId,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      token: 'tok_visa',
      ref: { accountId },
      mandateVersion: '1',
      idempotencyKey: randomId(),
    });
    if (!saved.ok) throw new Error(saved.code);
    return saved.customerId;
  }

  it('is exported, but for secrets', async () => {
    const { token, email, uuid } = await ada();
    const { body } = await server.get('/api/user/export', token);
    expect(body).toMatchObject({
      account: { accountId: uuid, email, name: 'Ada Lovelace', billingAddress: address, card: { last4: '4242' } },
      profiles: [{ profileName: 'Main Profile', shipping, card: { last4: '4242' }, removed: false }],
      orders: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/4242424242424242|personKey|passwordRecord|emailKey/);
  });

  it('is erased with the password: nothing readable, nobody signed in, a last mail, and the address is free', async () => {
    const before = await secrets();
    const { token, email, password, uuid } = await ada();
    expect(await secrets()).not.toEqual(before);
    await server.mail('verify-email', email);
    const customer = String((await server.get('/api/user/info', token)).body.customer_id);
    expect(await readable(uuid)).not.toHaveLength(0);

    expect((await erase(token, 'wrong horse 7')).status).toBe(403);
    expect((await erase(token, password)).body).toEqual({ success: true, finished: true });

    expect((await server.get('/api/user/info', token)).status).toBe(401);
    expect((await server.post('/login', { email, password })).status).toBe(401);
    expect(await readable(uuid)).toEqual([]);
    expect(await secrets()).toEqual(before);
    expect(await chargedTo(customer, uuid)).not.toBe(customer);

    await server.mail('account-erased', email);
    expect((await server.mails(email)).map(({ name }) => name)).toEqual([expect.stringContaining('-account-erased-')]);
    expect((await server.post('/register', { email, password })).status).toBe(200);
  });

  /** What the links are for that the vault keeps and that name one of these addresses. */
  async function linksWith(address: string): Promise<unknown[]> {
    const { vault } = server.platform;
    const found: unknown[] = [];
    for await (const { id } of vault.list('link')) {
      const link = keptIn(await vault.get<{ link: { purpose: string } }>('link', id))?.link;
      if (JSON.stringify(link ?? null).includes(address)) found.push(link?.purpose);
    }
    return found;
  }

  it('is in no link that was mailed to nobody: of a refused move, of a used link, of an erasure asked for twice', async () => {
    const { email, password, uuid } = await server.signUp();
    let { token } = await verify(server, email, password);
    const moves = Array.from({ length: 6 }, (_, index) => `${index}.${email}`);
    for (const next of moves) {
      const moving = await server.post('/api/user/updateProfile', { updates: { email: next }, password }, token);
      expect(moving.status).toBe(next === moves[5] ? 429 : 200);
    }
    const link = tokenOf(await server.mail('move-email', moves[4] ?? ''));
    ({ token } = await follow(server, link, { password }));
    await expect(follow(server, link, { password })).rejects.toMatchObject({ code: 'link-over' });
    await server.mail('email-changed-undo', email);
    const erasure = server.app.get(Erasure);
    const metadata = () => workerMetadata('spec');
    await Promise.all([erasure.request(uuid, metadata()), erasure.request(uuid, metadata())]);
    expect(await erasure.complete(uuid, metadata())).toBe(true);
    await server.mail('account-erased', `4.${email}`);
    expect((await linksWith(email)).filter((purpose) => purpose !== 'farewell')).toEqual([]);
    await server.until(async () => (await linksWith(email)).length === 0);
  });

  it('is not left with Stripe by a card that was being saved', async () => {
    const { token, uuid } = await server.signUp();
    const deleted = jest.spyOn(server.stripe, 'deleteCustomer');
    const save = server.stripe.saveCard.bind(server.stripe);
    const saving = jest.spyOn(server.stripe, 'saveCard').mockImplementationOnce(async (request) => {
      const saved = await save(request);
      const erasure = server.app.get(Erasure);
      await erasure.request(uuid, workerMetadata('spec'));
      await erasure.complete(uuid, workerMetadata('spec'));
      return saved;
    });
    const { body } = await server.post('/api/user/billing/set', { token: 'tok_visa' }, token);
    expect(body.code).toBe('erased');
    expect(deleted.mock.calls).toEqual([[expect.stringMatching(/^cus_/)]]);
    for (const spy of [deleted, saving]) spy.mockRestore();
  });

  it('is not what a stranger was saving while the owner of the address took the account over', async () => {
    const { email, token } = await server.signUp();
    await server.post('/api/forgotpw', { email });
    const hash = tokenOf(await server.mail('password-reset', email));
    const password = 'staple 8 battery';
    const deleted = jest.spyOn(server.stripe, 'deleteCustomer');
    const save = server.stripe.saveCard.bind(server.stripe);
    const saving = jest.spyOn(server.stripe, 'saveCard').mockImplementationOnce(async (request) => {
      const saved = await save(request);
      await server.done('/api/resetpassword', { hash, password, confirmPassword: password });
      return saved;
    });
    const { body } = await server.post('/api/user/billing/set', { token: 'tok_visa' }, token);
    expect(body.code).toBe('password-changed');
    expect((await server.post('/login', { email, password })).body).toMatchObject({ billingLast4: null });
    expect(deleted.mock.calls).toEqual([[expect.stringMatching(/^cus_/)]]);
    for (const spy of [deleted, saving]) spy.mockRestore();
  });

  it('is in no read model that was rebuilt and waits to be confirmed once it is erased', async () => {
    const { token, password } = await ada();
    const rebuilds = server.app.get(Rebuilds);
    const { stored } = await rebuilds.begin('accounts');
    await server.until(async () => (await rebuilds.last())?.state === 'compared' || undefined);
    const names = async () => (await server.platform.models.list()).map(({ name }) => name);
    expect(await names()).toContain(stored);
    expect((await erase(token, password)).body).toEqual({ success: true, finished: true });
    expect(await names()).not.toContain(stored);
    expect(await rebuilds.last()).toMatchObject({ state: 'failed' });
  });

  it('is kept while an order is open', async () => {
    const { token, password } = await server.signUp();
    isOpen = true;
    const { status, body } = await erase(token, password);
    expect([status, body.code]).toEqual([409, 'order-open']);
    expect((await server.get('/api/user/info', token)).status).toBe(200);
  });

  it('is erased by looking again every 15 seconds while an order is bought that was not yet when it was asked for', async () => {
    const { token, password, uuid } = await ada();
    isBeingBought = true;
    expect((await erase(token, password)).body).toEqual({ success: true, finished: false });
    const row = { kind: ERASE, id: uuid, dueAt: Date.now(), attempt: 0, cause: 'e-1' };
    const work = () => server.app.get(Erasure).work(row);
    const again = await work();
    expect(typeof again === 'object' ? again.rescheduleAt : Number.NaN).toBeLessThanOrEqual(Date.now() + 15_000);
    isBeingBought = false;
    expect(await work()).toEqual(expect.any(Number));
    expect(await readable(uuid)).toEqual([]);
  });

  it('waits for nobody but Stripe where Stripe cannot be asked: it is due at once when that is back, and within 30 seconds', async () => {
    const { token, password, uuid } = await ada();
    const away = jest.spyOn(server.stripe, 'deleteCustomer').mockResolvedValue({ kind: 'unknown', cause: 'away' });
    expect((await erase(token, password)).body).toEqual({ success: true, finished: false });
    const erasure = server.app.get(Erasure);
    const row = { kind: ERASE, id: uuid, dueAt: Date.now(), attempt: 0, cause: 'e-1' };
    await expect(erasure.work(row)).rejects.toMatchObject({ reason: 'customer-not-deleted', partner: 'stripe' });
    expect(erasure.longestPause).toBeLessThanOrEqual(30_000);
    away.mockRestore();
    expect(await erasure.work(row)).toEqual(expect.any(Number));
  });

  it('is erased by the worker when the request was cut off', async () => {
    const { token, password, uuid } = await ada();
    const customer = String((await server.get('/api/user/info', token)).body.customer_id);
    isCutOff = true;
    expect((await erase(token, password)).body).toEqual({ success: true, finished: false });
    expect((await server.get('/api/user/info', token)).status).toBe(401);
    expect(await readable(uuid)).not.toHaveLength(0);
    // What is still needed while another capability holds on: the card a fee is charged to.
    expect(await chargedTo(customer, uuid)).toBe(customer);

    isCutOff = false;
    server.clock.ahead = MINUTE;
    await server.until(async () => ((await readable(uuid)).length === 0 ? true : undefined));
  });
});
