import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Accounts } from '../accounts/accounts.js';
import { EmailClaims } from '../accounts/email-claims.js';
import { Invitations } from '../accounts/invitations.js';
import { MakeStaff } from '../accounts/staffing.js';
import { mailsTo } from '../mail/mailbox.fixture.js';
import { Mailing } from '../mail/mailing.js';
import { CloseOrder, order } from '../orders/order.js';
import { RecordCheckout, StartCheckout } from '../orders/order-checkout.js';
import { Commands } from '../platform/commands.js';
import { readConfig } from '../platform/config.js';
import type { DueRow } from '../platform/due/due.projection.js';
import { AT, HOUR, MINUTE } from '../platform/given.fixture.js';
import { randomId } from '../platform/ids.js';
import { all } from '../platform/log/event-log.fixture.js';
import { workerOrigin } from '../platform/origins.js';
import { facts, personal, request } from '../products/product.fixture.js';
import { CreateProduct, product } from '../products/product.js';
import { ReserveSlot } from '../products/slots.js';
import { readProfile } from '../profiles/profile.fixture.js';
import { ForgetSecret, profile } from '../profiles/profile.js';
import { Profiles } from '../profiles/profiles.js';
import { type ProductServer, startServer } from '../start/server.js';
import { openTestEngines } from '../start/stores.fixture.js';
import { SETTLE_LOSS } from './loss.due.js';
import { AcceptLoss, type Lost, type LostRecord, loss } from './loss.js';
import { SettleLosses } from './settle-loss.worker.js';

const origin = () => workerOrigin('spec');

describe('what was lost with a vault, once that is accepted', () => {
  let directory = '';
  let server: ProductServer;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'settle-'));
    const config = readConfig({ DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    // Its due work is never started: what happens is what the spec asks for.
    server = await startServer(config, { clock: () => AT, engines: openTestEngines });
    await server.ready;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true });
  });

  const commands = () => server.app.get(Commands);
  const head = () => server.platform.log.head();
  const typesOf = async (stream: string) => (await all(server.platform.log.readStream(stream))).map(({ type }) => type);
  async function dueOf(kind: string, about: string): Promise<DueRow[]> {
    const { projector, dueWork } = server.platform;
    await projector.passed(await head(), 10_000);
    return (await dueWork.rows.find({ where: { kind } })).filter(({ id }) => id.includes(about));
  }

  /** As `accept-loss` does it: the event, then the tombstones. */
  async function accepted({ subjects = [], records = [] }: Partial<Lost>): Promise<string> {
    const { vault, sealer } = server.platform;
    const lossId = randomId();
    await commands().execute(loss, new AcceptLoss(lossId, { subjects, records }, origin()));
    for (const subject of subjects) await sealer.erase(subject);
    for (const { kind, record } of records) await vault.erase(kind, record);
    return lossId;
  }
  const rowsOf = (lossId: string) => dueOf(SETTLE_LOSS, lossId);
  async function rowOf(lossId: string): Promise<DueRow> {
    const [row, ...more] = await rowsOf(lossId);
    if (!row || more.length > 0) throw new Error('one row was to be due');
    return row;
  }
  const work = (row: DueRow) => server.app.get(SettleLosses).work(row);
  /** What the worker answers, and what it appends. */
  async function worked(row: DueRow) {
    const after = await head();
    const answer = await work(row);
    const appended = await all(server.platform.log.readAll({ after }));
    return { answer, appended: appended.map(({ stream, type }) => `${stream} ${type}`) };
  }
  const nothingYet = { answer: { lookAgainAt: AT + 10 * MINUTE }, appended: [] };
  async function settledOf(lossId: string) {
    const events = await all(server.platform.log.readStream(`loss-${lossId}`));
    return events.flatMap(({ type, data }) => (type === 'LossSettled' ? [data.lost] : []));
  }

  describe('a card and a code of a profile', () => {
    async function given() {
      const [profileId, accountId] = [randomId(), randomId()];
      const owner = { accountId, subject: `account-${accountId}` };
      const { state } = await server.app.get(Profiles).save(profileId, owner, readProfile, origin());
      const { cardRecord = '', codeRecord = null } = state.card ?? {};
      const stream = `profile-${profileId}`;
      const card: LostRecord = { kind: 'card', record: cardRecord, stream };
      const code: LostRecord = { kind: 'code', record: codeRecord ?? '', stream };
      const secret = { kind: 'code', record: code.record } as const;
      return { profileId, stream, card, code, secret };
    }

    it('are forgotten by the profile, each by itself, and settled once', async () => {
      const { profileId, stream, card, code } = await given();
      const lossId = await accepted({ records: [card, code] });
      const rows = await rowsOf(lossId);
      for (const row of rows) await work(row);
      expect(await typesOf(stream)).toEqual(['ProfileSaved', 'SecretForgotten', 'SecretForgotten']);
      expect(await commands().state(profile, profileId)).toMatchObject({ card: null, secrets: [] });
      const names = [`card:${card.record}:${profileId}`, `code:${code.record}:${profileId}`];
      expect((await settledOf(lossId)).sort()).toEqual(names);
      expect(await rowsOf(lossId)).toEqual([]);
    });

    it('are settled once, whoever is asked again or at the same time', async () => {
      const { stream, code, profileId } = await given();
      const lossId = await accepted({ records: [code] });
      const row = await rowOf(lossId);
      await Promise.all([work(row), work(row)]);
      expect(await worked(row)).toEqual({ answer: expect.any(Number), appended: [] });
      expect(await typesOf(stream)).toEqual(['ProfileSaved', 'SecretForgotten']);
      expect(await settledOf(lossId)).toEqual([`code:${code.record}:${profileId}`]);
    });

    it('are settled by the next one where a worker died in between', async () => {
      const { stream, code, profileId, secret } = await given();
      const lossId = await accepted({ records: [code] });
      await commands().execute(profile, new ForgetSecret(profileId, { secret }, origin()));
      const { appended } = await worked(await rowOf(lossId));
      expect(appended).toEqual([`loss-${lossId} LossSettled`]);
      expect(await typesOf(stream)).toEqual(['ProfileSaved', 'SecretForgotten']);
    });
  });

  it('a record that only an order names, waits on nobody', async () => {
    const stream = `order-${randomId()}`;
    const lossId = await accepted({ records: [{ kind: 'card', record: randomId(), stream }] });
    expect(await rowsOf(lossId)).toEqual([]);
  });

  describe('a guest', () => {
    async function given(): Promise<string> {
      const [orderId, drop] = [randomId(), randomId()];
      await commands().execute(product, new CreateProduct(drop, { ...facts, releaseAt: null }, origin()));
      const payer = { customerId: '', paymentMethodId: '' };
      const asked = { ...request(1), orderId, accountId: null, profileId: orderId, payer };
      const slot = { ...asked, subject: `guest-${orderId}`, keyed: true, personal };
      await commands().execute(product, new ReserveSlot(drop, slot, origin()));
      return orderId;
    }
    async function started(orderId: string): Promise<void> {
      const wish = { size: 'm', style: 'Ink', by: 'spec', leaseUntil: AT + MINUTE, closesAt: AT + 72 * HOUR } as const;
      await commands().execute(order, new StartCheckout(orderId, wish, origin()));
    }
    async function refused(orderId: string): Promise<void> {
      const outcome = { kind: 'refused', reason: 'sold-out', retryAt: null } as const;
      await commands().execute(order, new RecordCheckout(orderId, { reference: `${orderId}:1`, outcome }, origin()));
      await commands().execute(order, new CloseOrder(orderId, { reason: 'sold-out' }, origin()));
    }

    it('whose order has started, is looked at again until it has ended, and then forgotten', async () => {
      const orderId = await given();
      await started(orderId);
      const lossId = await accepted({ subjects: [`guest-${orderId}`] });
      const row = await rowOf(lossId);
      expect(await worked(row)).toEqual(nothingYet);
      expect(await rowsOf(lossId)).toEqual([row]);

      await refused(orderId);
      expect((await worked(row)).answer).toEqual(expect.any(Number));
      expect(await commands().state(order, orderId)).toMatchObject({ erased: true, erasureFinished: true });
      expect(await settledOf(lossId)).toEqual([`guest-${orderId}`]);
      expect(await worked(row)).toEqual({ answer: expect.any(Number), appended: [] });
    });

    it('of whom no order came, is settled', async () => {
      const lossId = await accepted({ subjects: [`guest-${randomId()}`] });
      const { appended } = await worked(await rowOf(lossId));
      expect(appended).toEqual([`loss-${lossId} LossSettled`]);
    });
  });

  it('the last admin waits until there is another one, and is erased then', async () => {
    const [staff, claims] = [server.app.get(MakeStaff), server.app.get(EmailClaims)];
    const { email } = await staff.ensureAdmin();
    const accountId = (await claims.accountOf(claims.keyOf(email))) ?? '';
    const lossId = await accepted({ subjects: [`account-${accountId}`] });
    const row = await rowOf(lossId);
    expect(await worked(row)).toEqual(nothingYet);
    expect(await rowsOf(lossId)).toEqual([row]);

    await staff.appoint('another@example.org', 'admin', null);
    expect((await worked(row)).answer).toEqual(expect.any(Number));
    expect(await server.app.get(Accounts).state(accountId)).toMatchObject({ roles: ['shopper'], erased: true });
    expect(await settledOf(lossId)).toEqual([`account-${accountId}`]);
    expect(await worked(row)).toEqual({ answer: expect.any(Number), appended: [] });
  });

  it('an invitation is forgotten, the kept copy of its mail as well, and settled once', async () => {
    const [id, email] = [randomId(), 'bea@example.org'];
    await server.app.get(Invitations).make(id, { email, role: null, expiresAt: AT + HOUR }, origin());
    const [mail] = await dueOf('mail', id);
    if (!mail) throw new Error('no mail is due');
    await server.app.get(Mailing).work(mail, new AbortController().signal);
    const { dataDir } = server.platform.config;
    expect(await mailsTo(dataDir, email)).toHaveLength(1);

    const lossId = await accepted({ subjects: [`invitation-${id}`] });
    const row = await rowOf(lossId);
    const { appended } = await worked(row);
    expect(appended).toEqual([`invitation-${id} PersonalDataErased`, `loss-${lossId} LossSettled`]);
    expect(await mailsTo(dataDir, email)).toEqual([]);
    expect([...(await dueOf('forget-invitee', id)), ...(await rowsOf(lossId))]).toEqual([]);
    expect(await worked(row)).toEqual({ answer: expect.any(Number), appended: [] });
  });
});
