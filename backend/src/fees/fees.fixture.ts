import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { evidence, slot } from '../orders/order.fixture.js';
import { type OrderEvent, type OrderState, order, type PlacedOrder, PlaceOrder } from '../orders/order.js';
import { RecordCheckout, StartCheckout } from '../orders/order-checkout.js';
import { ask, KEY, SECRET } from '../partners/stripe-emulator/emulator.fixture.js';
import { type StripeEmulator, startStripeEmulator } from '../partners/stripe-emulator/stripe-emulator.js';
import { Holders } from '../platform/claims.js';
import { busTo } from '../platform/commands.fixture.js';
import { Commands, commandHandlers } from '../platform/commands.js';
import type { Config } from '../platform/config.js';
import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import { createServer } from '../platform/http/server.js';
import type { EventLog } from '../platform/log/event-log.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { workerOrigin } from '../platform/origins.js';
import type { Platform } from '../platform/platform.js';
import { PlatformModule } from '../platform/platform.module.js';
import type { Collection } from '../platform/read-models/read-models.js';
import { Reads } from '../platform/read-models/reads.js';
import { Streams } from '../platform/streams.js';
import { openLmdbVault } from '../platform/vault/lmdb-vault.js';
import type { Vault } from '../platform/vault/vault.js';
import { product } from '../products/product.js';
import { CheckoutDataReader } from '../profiles/checkout-data.js';
import { Checkouts } from '../releases/checkouts.js';
import { CloseOrders } from '../releases/close.worker.js';
import { InboundMailController } from '../releases/inbound-mail.controller.js';
import { ForwardedMails } from '../releases/proofs/forwarded-mails.js';
import { KeptMails } from '../releases/proofs/kept-mails.js';
import { MailKeys } from '../releases/proofs/mail-keys.js';
import { NamedOrders } from '../releases/proofs/named-orders.js';
import { purchase } from '../releases/proofs/purchase.js';
import { SignedProofs } from '../releases/proofs/signed-proofs.js';
import { CardSaves } from '../stripe/card-saves.js';
import { cardData, saved } from '../stripe/gateway.fixture.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { ChargeFees } from './charge.worker.js';
import { FeeAttempt } from './fee-attempt.js';
import { Fees } from './fees.js';
import { FeesModule } from './fees.module.js';
import { due, paymentsPlatform } from './payments-platform.fixture.js';
import { RefundFees } from './refund.worker.js';
import { ApplyWebhooks } from './webhook.worker.js';

export class Retailer implements Pick<Checkouts, 'settle'> {
  answer: (orderId: string) => Promise<number | null> = async () => 0;
  settle(orderId: string): Promise<number | null> {
    return this.answer(orderId);
  }
}

export interface Ledger {
  intents: { id: string; status: string; metadata: { orderId: string } }[];
  charges: { id: string; status: string; amount: number; amount_refunded: number; payment_intent: string }[];
  refunds: { id: string; status: string; amount: number; metadata: { refundId?: string } }[];
}

const EMAIL = 'ada@example.test';
/** who ordered, as the retailer was told */
const buyers = { provide: CheckoutDataReader, useValue: { buyer: async () => ({ email: EMAIL }) } };
const PROOFS = [ForwardedMails, KeptMails, MailKeys, NamedOrders, SignedProofs, buyers];

export class PaymentsBench {
  now = Date.UTC(2026, 10, 21, 12);
  readonly retailer = new Retailer();
  private readonly closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly log: EventLog,
    readonly emulator: StripeEmulator,
    private readonly dir: string,
  ) {}

  private platform: Platform;
  private app: NestFastifyApplication;

  static async open({ refundDelay = 50 } = {}): Promise<PaymentsBench> {
    const dir = await mkdtemp(join(tmpdir(), 'payments-'));
    const log = await openLmdbEventLog(join(dir, 'log'));
    const vault = await openLmdbVault(join(dir, 'vault'), randomBytes(32));
    const webhook = { secret: SECRET, backoff: { first: 20, longest: 50 }, duplicate: 0.5, reorder: 0.5 };
    const emulator = await startStripeEmulator({ dir: join(dir, 'stripe'), key: KEY, webhook, refundDelay });
    const bench = new PaymentsBench(log, emulator, dir);
    bench.closing.push(
      () => log.close(),
      () => vault.close(),
      () => emulator.close(),
    );
    await bench.start(vault);
    return bench;
  }

  configure(changes: Partial<Config>): void {
    Object.assign(this.platform.config, changes);
  }

  private async start(vault: Vault): Promise<void> {
    this.platform = await paymentsPlatform(this.log, vault, () => this.now);
    const { projector } = this.platform;
    await projector.start();
    this.closing.push(() => projector.stop());
    this.app = await this.serve();
  }

  private async serve(): Promise<NestFastifyApplication> {
    const { retailer, platform } = this;
    const stripe = { key: KEY, apiUrl: this.emulator.url, webhookSecret: SECRET, retryPause: 0.01 };
    @Module({
      imports: [PlatformModule.of(platform), StripeModule.of(stripe), FeesModule],
      controllers: [InboundMailController],
      providers: [
        ...commandHandlers(order, product, purchase),
        CloseOrders,
        ...PROOFS,
        { provide: Checkouts, useValue: retailer },
      ],
    })
    class Payments {}
    const root = join(this.dir, 'files');
    await mkdir(root);
    const app = await createServer(platform, Payments, { files: { prefix: '/files/', root }, spas: [] });
    await app.listen(0, '127.0.0.1');
    this.closing.push(() => app.close());
    return app;
  }

  async close(): Promise<void> {
    for (const close of this.closing.reverse()) await close();
    await rm(this.dir, { recursive: true, force: true });
  }

  get<T>(type: Type<T>): T {
    return this.app.get(type, { strict: false });
  }
  get commands(): Commands {
    return this.get(Commands);
  }
  get fees(): Fees {
    return this.get(Fees);
  }
  get url(): string {
    const { port } = this.app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }
  secret(name: string): string {
    return this.platform.secrets.get(name);
  }

  /** Webhooks are delivered from now on, half of them twice, half of them late. */
  hearWebhooks(): void {
    this.emulator.sendWebhooksTo(`${this.url}/api/webhooks/stripe`);
  }

  /** `isAlone`: no other one has the stores open */
  otherProcess(isAlone = false): Fees {
    const { log, sealer, models, clock } = this.platform;
    const streams = new Streams(log, sealer, { schema: {}, clock });
    const commands = new Commands(busTo(streams, order), streams);
    const gateway = this.get(StripeGateway);
    const attempt = new FeeAttempt(commands, gateway, clock, new Holders(isAlone));
    return new Fees(attempt, commands, new Reads(models), this.get(CardSaves));
  }

  async order(number: string, changes: Partial<PlacedOrder> = {}, isBought = true): Promise<string> {
    const { orderId = randomUUID() } = changes;
    const { customerId, paymentMethodId } = await saved(this.get(StripeGateway), number);
    const payer = { customerId, paymentMethodId };
    const personal = { email: EMAIL, name: 'Ada Lovelace' };
    const data = { ...slot, orderId, payer, subject: `guest-${orderId}`, personal, accountId: null, ...changes };
    await this.commands.execute(order, new PlaceOrder(orderId, data, workerOrigin('spec')));
    const start = { by: 'spec', leaseUntil: this.now + 50_000, size: 'm', style: 'Red' } as const;
    const closesAt = this.now + 72 * 3_600_000;
    await this.commands.execute(order, new StartCheckout(orderId, { ...start, closesAt }, workerOrigin('spec')));
    if (isBought) await this.buy(orderId);
    return orderId;
  }

  async buy(orderId: string): Promise<void> {
    const bought = { reference: `${orderId}:1`, outcome: { kind: 'succeeded', evidence } } as const;
    await this.commands.execute(order, new RecordCheckout(orderId, bought, workerOrigin('spec')));
  }

  async refuse(orderId: string): Promise<void> {
    const refused = {
      reference: `${orderId}:1`,
      outcome: { kind: 'refused', reason: 'closed', retryAt: this.now },
    } as const;
    await this.commands.execute(order, new RecordCheckout(orderId, refused, workerOrigin('spec')));
  }

  closeOnly(orderId: string) {
    return this.get(CloseOrders).work({ kind: 'close-order', id: orderId, dueAt: this.now, attempt: 0, cause: 'e-1' });
  }

  async token(number: string): Promise<string> {
    const token = await this.get(StripeGateway).createToken(cardData(number));
    if (!token.ok) throw new Error(token.code);
    return token.tokenId;
  }

  state(orderId: string): Promise<OrderState> {
    return this.commands.state(order, orderId);
  }

  async events(stream: string): Promise<OrderEvent[]> {
    const events: OrderEvent[] = [];
    for await (const { type, data } of this.log.readStream(stream))
      events.push({ type, data } as unknown as OrderEvent);
    return events;
  }

  async types(orderId: string): Promise<string[]> {
    return (await this.events(`order-${orderId}`)).map(({ type }) => type);
  }

  ledger(): Promise<Ledger> {
    return ask<Ledger>(this.emulator.url, 'GET', '/emulator/ledger');
  }

  /** Orders trouble; twice, so that it strikes the SDK's own repeat as well. */
  async fault(kind: string, path: string, times = 2, more: { delayMs?: number } = {}): Promise<void> {
    await ask(this.emulator.url, 'POST', '/emulator/faults', { kind, path, times, ...more });
  }
  async noFaults(): Promise<void> {
    await ask(this.emulator.url, 'DELETE', '/emulator/faults');
  }

  async mailsDue(orderId: string): Promise<string[]> {
    await this.platform.projector.passed(await this.log.head(), 5_000);
    const rows = await this.platform.models.find<DueRow>(due, { where: { kind: 'mail' }, sort: [['dueAt', 'asc']] });
    const prefix = `order-${orderId}:`;
    return rows.filter(({ id }) => id.startsWith(prefix)).map(({ id }) => id.slice(prefix.length));
  }

  /** As if nothing had been folded into it yet. */
  async empty(projection: Collection): Promise<void> {
    await this.platform.models.drop(projection);
    await this.platform.models.open([projection]);
  }

  async due(): Promise<DueRow[]> {
    await this.platform.projector.passed(await this.log.head(), 5_000);
    const kinds = this.workers().map(({ kind }) => kind);
    const rows = await this.platform.models.find<DueRow>(due, { sort: [['dueAt', 'asc']] });
    return rows.filter(({ kind }) => kinds.includes(kind));
  }

  /** Does what is due by our clock until nothing is; a row that its work leaves due is a bug. */
  async work(): Promise<void> {
    for (let round = 0; round < 30; round += 1) {
      const ready = (await this.due()).filter(({ dueAt }) => dueAt <= this.now);
      if (ready.length === 0) return;
      for (const row of ready) {
        const worker = this.workers().find(({ kind }) => kind === row.kind);
        const { signal } = new AbortController();
        await worker?.work(row, signal, signal);
      }
    }
    throw new Error(`still due: ${JSON.stringify(await this.due())}`);
  }

  /** What Stripe does by itself is done, told of and heard. */
  async settle(): Promise<void> {
    await this.emulator.settled();
    await this.work();
  }

  /** Resolves once an event of this type stands in the order's stream. */
  async appended(orderId: string, type: string): Promise<void> {
    const over = new AbortController();
    for await (const { events } of this.log.subscribe({ after: 0, signal: over.signal })) {
      if (events.some((event) => event.stream === `order-${orderId}` && event.type === type)) over.abort();
    }
  }

  private workers(): DueWorker[] {
    return [ChargeFees, RefundFees, CloseOrders, ApplyWebhooks].map((type) =>
      this.get<DueWorker>(type as Type<DueWorker>),
    );
  }
}
