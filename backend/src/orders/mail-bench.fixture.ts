import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionBook } from '../access/session-book.js';
import { accountDue, invitationDue } from '../accounts/account.due.js';
import { account, RegisterAccount } from '../accounts/account.js';
import { AccountMails } from '../accounts/account-mails.js';
import { Accounts } from '../accounts/accounts.js';
import { type AccountDoc, accountsProjection } from '../accounts/accounts.projection.js';
import { mail, mailIdOf, mailsDue, RequestMail } from '../mail/mail.js';
import { Mailing } from '../mail/mailing.js';
import { mailsProjection } from '../mail/mails.projection.js';
import { SmtpStandIn } from '../mail/smtp.fixture.js';
import { MailTransport } from '../mail/transport.js';
import { busTo } from '../platform/commands.fixture.js';
import { Commands } from '../platform/commands.js';
import type { Config } from '../platform/config.js';
import type { Discovered } from '../platform/discovered.js';
import { type DueRow, dueProjection } from '../platform/due/due.projection.js';
import { all } from '../platform/log/event-log.fixture.js';
import type { EventLog, RecordedEvent } from '../platform/log/event-log.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { workerOrigin } from '../platform/origins.js';
import type { Projection } from '../platform/projections/projection.js';
import { Projector } from '../platform/projections/projector.js';
import { Latest } from '../platform/read-models/latest.js';
import { Reads } from '../platform/read-models/reads.js';
import { memoryReadModels } from '../platform/read-models/sqlite-read-models.js';
import { Streams } from '../platform/streams.js';
import { openLmdbVault } from '../platform/vault/lmdb-vault.js';
import type { MailedLinks } from '../platform/vault/mailed-links.js';
import { Sealer } from '../platform/vault/sealer.js';
import type { Vault } from '../platform/vault/vault.js';
import { productsProjection } from '../products/products.projection.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import type { SecurityCodes } from '../profiles/security-codes.js';
import { orderDue, orderMail } from './order.due.js';
import { slot } from './order.fixture.js';
import { EraseOrder, order, PlaceOrder } from './order.js';
import type { OrderLinks } from './order-links.js';
import { OrderMails } from './order-mails.js';
import { Orders } from './orders.js';
import { type OrderDoc, ordersProjection } from './orders.projection.js';

const due = dueProjection([orderDue, accountDue, invitationDue, mailsDue]);
const PROJECTIONS = [
  productsProjection,
  profilesProjection,
  ordersProjection,
  accountsProjection,
  mailsProjection,
  due,
] as unknown as readonly Projection<unknown>[];
const never = new AbortController().signal;
const FROM = 'Supreme Access <no-reply@shop.example>';
const PUBLIC = { publicUrl: 'https://shop.example' } as Config;

const mailOf = (orderId: string, which = '1') => mailIdOf(orderMail(orderId, 'slot-confirmed', which));

/** One worker of mails with streams of its own, as a process has them. */
export interface MailProcess {
  commands: Commands;
  mailing: Mailing;
  transport: MailTransport;
  orderMails: OrderMails;
}

/** Mails as the product sends them: LMDB log and vault, real streams, SMTP on loopback; only the clock is ours. */
export class MailBench {
  now = Date.UTC(2026, 10, 21, 12);
  readonly clock = () => this.now;
  readonly models = memoryReadModels();
  readonly reads = new Reads(this.models);
  private readonly own: MailProcess[] = [];
  private projector: Projector;

  private constructor(
    readonly log: EventLog,
    private readonly vault: Vault,
    private readonly sealer: Sealer,
    readonly smtp: SmtpStandIn,
    private readonly dir: string,
  ) {}

  static async open(): Promise<MailBench> {
    const dir = await mkdtemp(join(tmpdir(), 'mails-'));
    const log = await openLmdbEventLog(join(dir, 'log'));
    const vault = await openLmdbVault(join(dir, 'vault'), randomBytes(32));
    const bench = new MailBench(log, vault, new Sealer(vault), await SmtpStandIn.open(), dir);
    bench.projector = new Projector(log, bench.models, bench.sealer, {}, PROJECTIONS, (error) => {
      throw error;
    });
    await bench.projector.start();
    return bench;
  }

  async close(): Promise<void> {
    for (const { transport } of this.own) transport.close();
    await this.projector.stop();
    await this.smtp.close();
    await this.log.close();
    await this.vault.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  process(): MailProcess {
    const { log, sealer, models, projector, reads, clock } = this;
    const streams = new Streams(log, sealer, { schema: {}, clock });
    const commands = new Commands(busTo(streams, order, account, mail), streams);
    const latest = new Latest({ models, log, streams, projector, sealer, schema: {} });
    const orders = new Orders(commands, reads, latest, clock);
    const book = { raise: () => undefined } as unknown as SessionBook;
    const accounts = new Accounts(commands, book, reads, latest, projector, clock);
    const transport = new MailTransport({ smtpUrl: this.smtp.url }, FROM);
    const links = {
      toOrder: (orderId: string) => `https://shop.example/user/orders?orderId=${orderId}`,
      toCalendar: () => 'https://shop.example/calendar.ics',
      toPicture: () => null,
      toReceipt: async () => null,
    } as unknown as OrderLinks;
    const noLinks = { read: async () => null } as unknown as MailedLinks;
    const discovered = { of: () => sources } as unknown as Discovered;
    const mailing: Mailing = new Mailing(commands, transport, discovered, PUBLIC, clock);
    const codes = {} as SecurityCodes;
    const orderMails = new OrderMails(commands, orders, reads, links, codes);
    const sources: readonly unknown[] = [orderMails, new AccountMails(accounts, noLinks, log, PUBLIC)];
    const process = { commands, mailing, transport, orderMails };
    this.own.push(process);
    return process;
  }

  /** An account, and an order of it that was placed under its address. */
  async order(email = 'ada@example.com'): Promise<{ orderId: string; accountId: string }> {
    const { commands } = this.process();
    const [orderId, accountId] = [randomUUID(), randomUUID()];
    const who = { name: 'Ada Lovelace', email, phone: '+12025550143' };
    const facts = { emailKey: accountId, passwordRecord: accountId, roles: [], termsVersion: '1', verifyLink: null };
    await commands.execute(account, new RegisterAccount(accountId, { ...facts, personal: who }, workerOrigin('spec')));
    const placed = { ...slot, orderId, accountId, subject: `account-${accountId}`, reservedAt: this.now };
    const data = { ...placed, personal: { email, name: who.name } };
    await commands.execute(order, new PlaceOrder(orderId, data, workerOrigin('spec')));
    await this.settled();
    return { orderId, accountId };
  }

  async ask(orderId: string, which = '1'): Promise<void> {
    const { commands } = this.process();
    await commands.execute(mail, new RequestMail(mailOf(orderId, which), { cause: null }, workerOrigin('spec')));
    await this.settled();
  }

  async erase(orderId: string): Promise<void> {
    await this.process().commands.execute(order, new EraseOrder(orderId, {}, workerOrigin('spec')));
  }

  async due(): Promise<DueRow[]> {
    await this.settled();
    return this.reads.find(due, { where: { kind: 'mail' }, sort: [['dueAt', 'asc']] });
  }

  /** Lets each process take every mail that is due, at once; what fails is due again. Returns why it failed. */
  async work(...processes: readonly MailProcess[]): Promise<string[]> {
    const rows = (await this.due()).filter(({ dueAt }) => dueAt <= this.now);
    const tries = rows.flatMap((row) => processes.map(({ mailing }) => mailing.work(row, never)));
    const done = await Promise.allSettled(tries);
    await this.settled();
    return done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  }

  async settled(): Promise<void> {
    await this.projector.passed(await this.log.head(), 10_000);
  }

  async events(stream: string): Promise<RecordedEvent[]> {
    return all(this.log.readStream(stream));
  }

  /** What is told of the mail that was asked for. */
  async mailed(orderId: string): Promise<RecordedEvent[]> {
    return this.events(`mail-${mailOf(orderId)}`);
  }
  async types(orderId: string): Promise<string[]> {
    return (await this.mailed(orderId)).map(({ type }) => type);
  }

  orderDoc(orderId: string): Promise<OrderDoc | undefined> {
    return this.reads.get(ordersProjection, orderId);
  }

  accountDoc(accountId: string): Promise<AccountDoc | undefined> {
    return this.reads.get(accountsProjection, accountId);
  }
}
