import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { order } from '../orders/decide-order.js';
import { OrderDesk } from '../orders/order-desk.js';
import type { OrderEvent, OrderState } from '../orders/order.js';
import { ORDER_COMMANDS, WaiveFee } from '../orders/order-commands.js';
import { orderDue } from '../orders/order-due.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.js';
import { CloseOrders } from '../payments/close-worker.js';
import { FeeAttempt } from '../payments/fee-attempt.js';
import { StripeGateway } from '../payments/stripe-gateway.js';
import { Commands } from '../platform/commands.js';
import { type DueRow, dueProjection, rowKey } from '../platform/due/due-projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import { all } from '../platform/log/event-log.fixture.js';
import type { EventLog } from '../platform/log/event-log.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { workerOrigin } from '../platform/origins.js';
import type { Projection } from '../platform/projections/projection.js';
import { Projector } from '../platform/projections/projector.js';
import { memoryReadModels } from '../platform/read-models/memory-read-models.js';
import { Reads } from '../platform/read-models/reads.js';
import { Secrets } from '../platform/secrets.js';
import { Streams } from '../platform/streams.js';
import { openLmdbVault } from '../platform/vault/lmdb-vault.js';
import { Sealer } from '../platform/vault/sealer.js';
import type { Vault } from '../platform/vault/vault.js';
import { facts, personal, request } from '../products/product.fixture.js';
import {
  CreateProduct,
  PRODUCT_COMMANDS,
  type ProductFacts,
  type ProductState,
  product,
  ReserveSlot,
  type SlotRequest,
  StartRelease,
} from '../products/product.js';
import { productDue } from '../products/products.js';
import { CardVault } from '../profiles/card-vault.js';
import { CheckoutDataReader } from '../profiles/checkout-data.js';
import { PROFILE_COMMANDS, profile } from '../profiles/profile.js';
import { ProfileDesk } from '../profiles/profile-desk.js';
import type { ReadProfile } from '../profiles/read-profile.js';
import { PROMO_COMMANDS, promo } from '../promos/promo.js';
import { CheckoutAttempt } from './checkout-attempt.js';
import { CheckoutDesk } from './checkout-desk.js';
import { RetryCheckouts } from './checkout-workers.js';
import { RetailerClient } from './retailer-client.js';
import { RunRelease } from './run-release.js';
import type { Fault, Operation } from './sandbox/faults.js';
import { aSubmission, KEY } from './sandbox/retailer.fixture.js';
import { type SandboxOptions, type SandboxRetailer, startSandboxRetailer } from './sandbox/server.js';

const due = dueProjection([orderDue, productDue]);
const PROJECTIONS = [ordersProjection, due] as unknown as readonly Projection<unknown>[];
export const never = new AbortController().signal;

export interface Sale {
  reference: string;
  orderId: string;
  attempt: number;
  outcome: 'succeeded' | 'refused';
  reason?: string;
  size: string;
  style: string;
}
interface Call {
  method: string;
  path: string;
}

/** One process of ours: streams and workers of its own on the shared log. */
export class Process {
  readonly commands: Commands;
  readonly desk: OrderDesk;
  readonly attempt: CheckoutAttempt;
  readonly checkouts: CheckoutDesk;
  readonly run: RunRelease;
  readonly workers: readonly DueWorker[];

  constructor(bench: CheckoutBench, isSandbox: boolean) {
    const { log, sealer, vault, reads, clock, client } = bench;
    const streams = new Streams(log, sealer, { schema: {}, clock });
    this.commands = new Commands(new CommandBus(undefined as never), streams);
    this.commands.serve(product, PRODUCT_COMMANDS);
    this.commands.serve(order, ORDER_COMMANDS);
    this.commands.serve(profile, PROFILE_COMMANDS);
    this.commands.serve(promo, PROMO_COMMANDS);
    this.desk = new OrderDesk(this.commands, reads, clock);
    const data = new CheckoutDataReader(log, sealer, new CardVault(vault));
    this.attempt = new CheckoutAttempt(client, this.commands, data, { clock, random: () => 0.5, isSandbox });
    this.checkouts = new CheckoutDesk(this.desk, this.attempt);
    this.run = new RunRelease(this.commands, reads, this.desk, this.checkouts);
    // nothing listens there: an order that was never charged has nothing to ask Stripe
    const nowhere = { secretKey: 'sk_test_x', installation: 'spec', apiUrl: 'http://127.0.0.1:9', webhookSecret: 'x' };
    const fees = new FeeAttempt(this.commands, new StripeGateway(nowhere), clock);
    const close = new CloseOrders(this.commands, fees, this.checkouts);
    this.workers = [this.run, new RetryCheckouts(this.checkouts), close];
  }

  step(orderId: string) {
    return this.checkouts.step(orderId, never);
  }
}

/** Checkouts as the product runs them: LMDB log and vault, real streams, the sandbox retailer over HTTP; only the clock is ours. */
export class CheckoutBench {
  now = Date.UTC(2026, 10, 21, 12);
  readonly clock = () => this.now;
  /** what was asked of the retailer, in order */
  readonly calls: Call[] = [];
  /** most requests that were under way at once */
  busiest = 0;
  /** awaited before a call goes out */
  beforeCall: (call: Call) => unknown = () => undefined;
  readonly models = memoryReadModels();
  readonly reads = new Reads(this.models);
  client: RetailerClient;
  private retailer: SandboxRetailer;
  private projector: Projector;
  private secrets: Secrets;
  private own: Process;
  private busy = 0;
  private readonly postponed = new Map<string, number>();

  private constructor(
    readonly log: EventLog,
    readonly vault: Vault,
    readonly sealer: Sealer,
    private readonly dir: string,
    private readonly options: Partial<SandboxOptions>,
  ) {}

  static async open(options: Partial<SandboxOptions> = {}): Promise<CheckoutBench> {
    const dir = await mkdtemp(join(tmpdir(), 'checkouts-'));
    const log = await openLmdbEventLog(join(dir, 'log'));
    const vault = await openLmdbVault(join(dir, 'vault'), randomBytes(32));
    const bench = new CheckoutBench(log, vault, new Sealer(vault), dir, options);
    await bench.start();
    return bench;
  }

  private async start(): Promise<void> {
    await this.openRetailer();
    this.client = new RetailerClient({ url: this.retailer.url, key: KEY, fetch: (url, init) => this.fetch(url, init) });
    this.secrets = await Secrets.open(this.vault, ['person', 'fingerprint']);
    this.projector = new Projector(this.log, this.models, this.sealer, {}, PROJECTIONS, (error) => {
      throw error;
    });
    await this.projector.start();
    this.own = this.process();
  }

  async close(): Promise<void> {
    await this.projector.stop();
    await this.retailer.close();
    await this.log.close();
    await this.vault.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Another process of ours. */
  process(isSandbox = true): Process {
    return new Process(this, isSandbox);
  }

  // ---- what people do

  async drop(changes: Partial<ProductFacts> = {}): Promise<string> {
    const productId = `drop-${randomUUID()}`;
    const data = { ...facts, releaseAt: null, totalStock: 1_000, retailerProductId: productId, ...changes };
    await this.own.commands.execute(product, new CreateProduct(productId, data, workerOrigin('spec')));
    return productId;
  }

  /** Somebody new secures a slot, with a card of their own in the vault; answers the order. */
  async reserve(productId: string, changes: Partial<SlotRequest> = {}): Promise<string> {
    const [orderId, accountId, profileId] = [randomUUID(), randomUUID(), randomUUID()];
    const subject = `account-${accountId}`;
    const { commands } = this.own;
    const profiles = new ProfileDesk(commands, new CardVault(this.vault), this.secrets, this.clock);
    const saved = await profiles.save(profileId, { accountId, subject }, aProfile(), workerOrigin('spec'));
    const { card, savedRevision } = saved.state;
    if (!card) throw new Error('no card');
    const own = { orderId, accountId, profileId, profileRevision: savedRevision, person: orderId };
    const { cardRecord, codeRecord } = card;
    const asked = { ...request(), ...own, cardRecord, codeRecord, ...changes, subject, keyed: true, personal };
    const { state } = await commands.execute(product, new ReserveSlot(productId, asked, workerOrigin('spec')));
    if (!state.slots.has(orderId)) throw new Error('no slot');
    await this.settled();
    return orderId;
  }

  async reserveMany(productId: string, count: number, changes: Partial<SlotRequest> = {}): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.reserve(productId, changes)));
  }

  async release(productId: string): Promise<void> {
    const start = new StartRelease(productId, { by: 'hand' }, workerOrigin('spec'));
    await this.own.commands.execute(product, start);
    await this.settled();
  }

  /** A slot of a drop whose release has started; nothing was attempted yet. */
  async dueOrder(changes: Partial<SlotRequest> = {}, dropped: Partial<ProductFacts> = {}): Promise<string> {
    const productId = await this.drop(dropped);
    const orderId = await this.reserve(productId, changes);
    await this.release(productId);
    return orderId;
  }

  /** Settles the fee without a charge. */
  async waive(orderId: string): Promise<void> {
    await this.own.commands.execute(order, new WaiveFee(orderId, { reason: 'no fee' }, workerOrigin('spec')));
  }

  // ---- what our workers do

  /** A step of the order's checkout in the first process. */
  step(orderId: string) {
    return this.own.step(orderId);
  }

  async due(): Promise<DueRow[]> {
    await this.settled();
    const kinds = this.own.workers.map(({ kind }) => kind);
    const rows = await this.models.find<DueRow>(due, { sort: [['dueAt', 'asc']] });
    return rows.filter(({ kind }) => kinds.includes(kind));
  }

  /** Does what is due by our clock until nothing is; a row that its work leaves due is a bug. */
  async work(processes: readonly Process[] = [this.own]): Promise<void> {
    for (let round = 0; round < 30; round += 1) {
      const ready = (await this.due()).filter((row) => this.isReady(row));
      if (ready.length === 0) return;
      await Promise.all(ready.flatMap((row) => processes.map((process) => this.workOn(row, process))));
    }
    throw new Error(`still due: ${JSON.stringify(await this.due())}`);
  }

  private isReady(row: DueRow): boolean {
    return Math.max(row.dueAt, this.postponed.get(rowKey(row)) ?? 0) <= this.now;
  }

  private async workOn(row: DueRow, process: Process): Promise<void> {
    const worker = process.workers.find(({ kind }) => kind === row.kind);
    const outcome = await worker?.work(row, never);
    if (typeof outcome === 'object') this.postponed.set(rowKey(row), outcome.lookAgainAt);
  }

  // ---- what has become of it

  async settled(): Promise<void> {
    if (!(await this.projector.passed(await this.log.head(), 10_000))) throw new Error('the projections lag');
  }

  state(orderId: string): Promise<OrderState> {
    return this.own.commands.state(order, orderId);
  }
  dropState(productId: string): Promise<ProductState> {
    return this.own.commands.state(product, productId);
  }
  async doc(orderId: string): Promise<OrderDoc | undefined> {
    await this.settled();
    return this.reads.get(ordersProjection, orderId);
  }

  async events(orderId: string): Promise<OrderEvent[]> {
    const events = await all(this.log.readStream(`order-${orderId}`));
    return events.map(({ type, data }) => ({ type, data }) as unknown as OrderEvent);
  }
  async types(orderId: string): Promise<string[]> {
    return (await this.events(orderId)).map(({ type }) => type);
  }

  // ---- the retailer

  private async openRetailer(port = 0): Promise<void> {
    const directory = join(this.dir, 'retailer');
    this.retailer = await startSandboxRetailer({ directory, key: KEY, port, clock: this.clock, ...this.options });
  }
  /** Nobody listens there any more. */
  async shutRetailer(): Promise<void> {
    await this.retailer.close();
  }
  async reopenRetailer(): Promise<void> {
    await this.openRetailer(this.retailer.port);
  }

  /** Every reference the retailer has an outcome for. */
  async ledger(): Promise<Sale[]> {
    return (await this.control<{ references: Sale[] }>('GET', '/ledger')).references;
  }
  async sales(): Promise<Sale[]> {
    return (await this.ledger()).filter(({ outcome }) => outcome === 'succeeded');
  }
  async fault(fault: Fault, on: Operation = 'submit', times = 1): Promise<void> {
    await this.control('POST', '/sandbox/faults', { fault, on, times });
  }
  /** `others`: pieces of each size and style that is not named */
  async stock(productId: string, quantities: Record<string, number>, others = 0): Promise<void> {
    const stock = Object.entries(quantities).map(([line, quantity]) => {
      const [size, style] = line.split('/');
      return { size, style, quantity };
    });
    await this.control('PUT', `/sandbox/products/${productId}`, { stock, others });
  }
  async opens(productId: string, at: number): Promise<void> {
    await this.control('PUT', `/sandbox/products/${productId}`, { opensAt: new Date(at).toISOString(), others: 100 });
  }

  /** Calls of one order, e.g. `PUT checkouts :1`. */
  callsOf(orderId: string): string[] {
    return this.calls.flatMap(({ method, path }) => {
      const [, what = '', reference = '', more] = decodeURIComponent(path).split('/');
      return reference.startsWith(orderId) ? [`${method} ${more ?? what} ${reference.slice(orderId.length)}`] : [];
    });
  }

  private async control<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(this.retailer.url + path, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  private async fetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const call = { method: init?.method ?? 'GET', path: new URL(String(url)).pathname };
    this.calls.push(call);
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    try {
      await this.beforeCall(call);
      return await fetch(url, init);
    } finally {
      this.busy -= 1;
    }
  }
}

function aProfile(): ReadProfile {
  const { shipping, billing, email, phone, card } = aSubmission('x:1');
  const { type: brand, ...checked } = card;
  const profileName = 'Main Profile';
  const read = { profileName, email, phone, shipping, billing, matchInfo: true, poBox: false };
  return { ...read, card: { ...checked, brand, last4: checked.number.slice(-4) } };
}
