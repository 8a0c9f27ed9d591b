import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR, MINUTE } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { facts, request as slotOf } from '@supreme-access/test/fixtures/product.js';
import { readProfile } from '@supreme-access/test/fixtures/profile.js';
import { Secret, TOTP } from 'otpauth';
import { CreateProduct, product } from '../catalogue/products/product.js';
import { activeSlots, ReserveSlot } from '../catalogue/products/slots.js';
import { readConfig } from '../config/config.js';
import { OneTimeCodes } from '../customers/access/one-time-codes.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { EmailClaims } from '../customers/accounts/email-claims.js';
import { Invitations } from '../customers/accounts/invitations.js';
import { MakeStaff } from '../customers/accounts/staffing.js';
import { CardVault } from '../customers/profiles/card-vault.js';
import { profile } from '../customers/profiles/profile.js';
import { Profiles } from '../customers/profiles/profiles.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { randomId } from '../event-sourcing/ids.js';
import { CloseOrder, order } from '../orders/order.js';
import { RecordCheckout, StartCheckout } from '../orders/order-checkout.js';
import { subjectOf } from '../orders/orders.js';
import { Erasure } from '../privacy/erasure.worker.js';
import { openEmbedded } from '../server/embedded-stores.js';
import { type ProductServer, startServer } from '../server/server.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import type { Vault } from '../stores/vault/vault.js';
import { acceptLoss } from './accept-loss.js';

const quiet = () => undefined;
const metadata = () => workerMetadata('spec');
const PASSWORD = 'correct horse 7';
const card = { name: 'Ada', number: '4242424242424242', code: '123', month: 12, year: 2040 };
const checked = { ...card, brand: 'visa', last4: '4242' } as const;
const DROP = randomId();
/** ms */
const STEP = 30_000;
const codeAt = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

describe('npm run log -- accept-loss', () => {
  let directory = '';
  let server: ProductServer | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loss-'));
  });
  afterEach(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });
  const data = () => join(directory, 'data');
  const config = () => readConfig({ DATA_DIR: data(), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });

  /** Nothing that is due is worked on. */
  async function start(): Promise<ProductServer> {
    await server?.stop();
    server = undefined;
    server = await startServer(config());
    await server.ready;
    return server;
  }
  async function run(accepted: boolean, breakOff: (log: EventLog) => void = quiet) {
    await server?.stop();
    server = undefined;
    const said: string[] = [];
    const engines = await openEmbedded(data(), quiet, quiet, config());
    try {
      breakOff(engines.log);
      const code = await acceptLoss(engines, config(), accepted, (text) => said.push(text));
      return { code, text: said.join('\n') };
    } finally {
      await engines.close();
    }
  }
  const backup = () => cp(join(data(), 'vault'), join(directory, 'backup'), { recursive: true });
  async function restore(): Promise<void> {
    await rm(join(data(), 'vault'), { recursive: true });
    await cp(join(directory, 'backup'), join(data(), 'vault'), { recursive: true });
  }
  async function post({ url }: ProductServer, path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const login = async (at: ProductServer, email: string) =>
    (await post(at, '/login', { email, password: PASSWORD })).status;
  const registered = (at: ProductServer, email: string) =>
    post(at, '/register', { email, name: 'Ada', password: PASSWORD });
  const register = async (at: ProductServer, email: string) => String((await registered(at, email)).body.uuid);
  async function holdSlot({ app }: ProductServer, nth: number, accountId: string | null): Promise<string> {
    const [orderId, commands] = [randomId(), app.get(Commands)];
    const kept = await app.get(CardVault).keep(checked);
    const payer = { customerId: '', paymentMethodId: '' };
    const profileId = accountId === null ? orderId : randomId();
    const input = { ...slotOf(nth), ...kept, orderId, accountId, payer, profileId };
    const personal = { email: 'ada@example.com', name: 'Ada' };
    const slot = { ...input, subject: subjectOf({ accountId, orderId, profileId }), keyed: true, personal };
    await commands.execute(product, new ReserveSlot(DROP, slot, metadata()));
    return orderId;
  }
  const createDrop = ({ app }: ProductServer) =>
    app.get(Commands).execute(product, new CreateProduct(DROP, { ...facts, releaseAt: null }, metadata()));
  const accountOf = async (app: ProductServer['app'], email: string) => {
    const claims = app.get(EmailClaims);
    return (await claims.accountOf(claims.keyOf(email))) ?? '';
  };
  const stateOf = ({ app }: ProductServer, orderId: string) => app.get(Commands).state(order, orderId);
  const keyOf = async (vault: Vault, subject: string) => {
    const entry = await vault.get('subject-key', subject);
    return typeof entry === 'object' ? 'there' : (entry ?? 'absent');
  };

  it('erases whoever was lost, wherever it was killed before, and lets a server start again whose vault could not be put back', async () => {
    const first = await start();
    await createDrop(first);
    const [old, gone] = [await register(first, 'old@example.org'), await register(first, 'gone@example.org')];
    await first.stop();
    await backup();
    const second = await start();
    const lost = await register(second, 'lost@example.org');
    await second.app.get(Erasure).requestForLost(gone, metadata(), 'asked for it');
    expect(await second.app.get(Accounts).state(gone)).toMatchObject({ erased: true });
    const [own, guest, invitation, profileId] = [
      await holdSlot(second, 1, lost),
      await holdSlot(second, 2, null),
      randomId(),
      randomId(),
    ];
    const invited = { email: 'bea@example.org', role: null, expiresAt: Date.now() + HOUR };
    await second.app.get(Invitations).make(invitation, invited, metadata());
    const owner = { accountId: old, subject: `account-${old}` };
    await second.app.get(Profiles).save(profileId, owner, readProfile, metadata());
    await second.stop();
    await restore();
    await expect(start()).rejects.toThrow('npm run log -- accept-loss');

    const dry = await run(false);
    expect(dry.code).toBe(1);
    const people = [`account-${lost}`, `guest-${guest}`, `invitation-${invitation}`];
    for (const text of ['the keys of 3 people', ...people, `of profile-${profileId}`, 'Nothing was changed']) {
      expect(dry.text).toContain(text);
    }
    expect(dry.text).not.toContain(`account-${old}`);
    await expect(start()).rejects.toThrow('The vault is older than the event log.');

    let appends = 4;
    const killed = run(true, (log) => {
      const append = log.append.bind(log);
      log.append = (...batch) => (appends-- > 0 ? append(...batch) : Promise.reject(new Error('killed')));
    });
    await expect(killed).rejects.toThrow('killed');
    await expect(start()).rejects.toThrow('The vault is older than the event log.');
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('Accepted') });

    const third = await start();
    const { app, platform } = third;
    for (const orderId of [own, guest]) {
      expect(await stateOf(third, orderId)).toMatchObject({ withdrawn: expect.anything(), erased: true });
    }
    expect(activeSlots(await app.get(Commands).state(product, DROP))).toBe(0);
    expect(await Promise.all(people.map((subject) => keyOf(platform.vault, subject)))).toEqual(
      people.map(() => 'erased'),
    );
    // Erased after the backup: the older vault, which held the key, revives nobody.
    expect(await keyOf(platform.vault, `account-${gone}`)).toBe('erased');
    expect(await app.get(Commands).state(profile, profileId)).toMatchObject({ card: null, secrets: [] });
    expect([await login(third, 'old@example.org'), await login(third, 'lost@example.org')]).toEqual([200, 401]);
    // The address is free again: they can come back.
    expect((await registered(third, 'lost@example.org')).status).toBe(200);
    for (const stream of [`account-${lost}`, `order-${own}`, `order-${guest}`, `invitation-${invitation}`]) {
      const erasures = (await all(platform.log.readStream(stream))).filter(({ type }) => type === 'PersonalDataErased');
      expect(erasures).toHaveLength(1);
    }
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to accept') });
  });

  it('lets staff in whose one-time codes were lost: without their secret they are off, without recovery codes none is left', async () => {
    const first = await start();
    const [ada, bea] = ['ada@example.org', 'bea@example.org'];
    const enrol = async ({ app }: ProductServer, email: string) => {
      const [codes, accountId] = [app.get(OneTimeCodes), await accountOf(app, email)];
      const { secret } = await codes.offer(accountId, request(), async () => ({ label: email }));
      await codes.confirm(accountId, codeAt(secret), request());
      return secret;
    };
    const request = () => ({ metadata: metadata(), session: null });
    for (const email of [ada, bea]) await first.app.get(MakeStaff).appoint(email, 'admin', PASSWORD);
    const secret = await enrol(first, bea);
    await first.stop();
    await backup();
    const second = await start();
    await enrol(second, ada);
    await second.app.get(OneTimeCodes).renew(await accountOf(second.app, bea), request(), async () => undefined);
    await second.stop();
    await restore();

    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('LOST: 3 records') });
    const third = await start();
    expect(await login(third, ada)).toBe(200);
    const asBea = async (otp: string) => (await post(third, '/login', { email: bea, password: PASSWORD, otp })).status;
    expect([await asBea('wrong'), await asBea(codeAt(secret, Date.now() + STEP))]).toEqual([401, 200]);
    const status = await third.app.get(OneTimeCodes).status(await accountOf(third.app, bea));
    expect(status).toEqual({ on: true, recoveryCodesLeft: 0 });
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to accept') });
  });

  it('says whom it cannot erase yet, and does so when it is run again: a guest with an open order, the last admin', async () => {
    const first = await start();
    await createDrop(first);
    await first.stop();
    await backup();
    const second = await start();
    const orderId = await holdSlot(second, 1, null);
    const claim = {
      size: 'm',
      style: 'Ink',
      by: 'spec',
      leaseUntil: Date.now() + MINUTE,
      closesAt: Date.now() + 72 * HOUR,
    } as const;
    await second.app.get(Commands).execute(order, new StartCheckout(orderId, claim, metadata()));
    const { email } = await second.app.get(MakeStaff).ensureAdmin();
    const admin = await accountOf(second.app, email);
    await second.stop();
    await restore();

    const once = await run(true);
    expect(once).toMatchObject({ code: 0, text: expect.stringContaining('Accepted') });
    expect(once.text).toMatch(new RegExp(`NOT ERASED YET.*guest-${orderId}: This order is still open`, 's'));
    expect(once.text).toContain(`account-${admin}: `);
    const third = await start();
    const outcome = { kind: 'refused', reason: 'sold-out', retryAt: null } as const;
    const commands = third.app.get(Commands);
    await commands.execute(order, new RecordCheckout(orderId, { reference: `${orderId}:1`, outcome }, metadata()));
    await commands.execute(order, new CloseOrder(orderId, { reason: 'sold-out' }, metadata()));
    await third.app.get(MakeStaff).appoint('another@example.org', 'admin', null);

    expect(await run(true)).toMatchObject({ code: 0, text: expect.not.stringContaining('NOT ERASED') });
    const fourth = await start();
    expect(await stateOf(fourth, orderId)).toMatchObject({ erased: true, erasureFinished: true });
    expect(await fourth.app.get(Accounts).state(admin)).toMatchObject({ erased: true });
    expect(await run(true)).toMatchObject({ code: 0, text: expect.stringContaining('nothing to accept') });
  });
});
