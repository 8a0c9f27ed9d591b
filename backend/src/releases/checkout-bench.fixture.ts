import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderDue } from '../orders/order.due.js';
import { type OrderEvent, type OrderState, order } from '../orders/order.js';
import { GiveCode } from '../orders/order-checkout.js';
import { WaiveFee } from '../orders/order-fee.js';
import { ordersProjection } from '../orders/orders.projection.js';
import { aSubmission } from '../partners/sandbox-retailer/retailer.fixture.js';
import type { SandboxOptions } from '../partners/sandbox-retailer/server.js';
import { type DueRow, dueProjection, rowKey } from '../platform/due/due.projection.js';
import { all } from '../platform/log/event-log.fixture.js';
import type { EventLog } from '../platform/log/event-log.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { workerOrigin } from '../platform/origins.js';
import type { Projection } from '../platform/projections/projection.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { memoryReadModels } from '../platform/read-models/sqlite-read-models.js';
import { Secrets } from '../platform/secrets.js';
import { openLmdbVault } from '../platform/vault/lmdb-vault.js';
import { Sealer } from '../platform/vault/sealer.js';
import type { Vault } from '../platform/vault/vault.js';
import { facts, personal, request } from '../products/product.fixture.js';
import { CreateProduct, type ProductFacts, type ProductState, product, StartRelease } from '../products/product.js';
import { ReserveSlot, type Slot, type SlotRequest } from '../products/slots.js';
import { CardVault, ownCodeOf } from '../profiles/card-vault.js';
import { Profiles } from '../profiles/profiles.js';
import type { ReadProfile } from '../profiles/read-profile.js';
import { never, Process } from './checkout-process.fixture.js';
import { releaseDue } from './release.due.js';
import { WatchedRetailer } from './watched-retailer.fixture.js';

const due = dueProjection([orderDue, releaseDue]);
const PROJECTIONS = [ordersProjection, due] as unknown as readonly Projection<unknown>[];
/** Checkouts as the product runs them: LMDB log and vault, real streams, the sandbox retailer over HTTP; only the clock is ours. */
export class CheckoutBench {
  now = Date.UTC(2026, 10, 21, 12);
  readonly clock = () => this.now;
  readonly models = memoryReadModels();
  readonly reads = new Reads(this.models);
  projector: Projector;
  private secrets: Secrets;
  private own: Process;
  private readonly postponed = new Map<string, number>();

  private constructor(
    readonly log: EventLog,
    readonly vault: Vault,
    readonly sealer: Sealer,
    readonly retailer: WatchedRetailer,
    private readonly dir: string,
  ) {}

  static async open(options: Pick<SandboxOptions, 'latency' | 'holdMs'> = {}): Promise<CheckoutBench> {
    const dir = await mkdtemp(join(tmpdir(), 'checkouts-'));
    const log = await openLmdbEventLog(join(dir, 'log'));
    const vault = await openLmdbVault(join(dir, 'vault'), randomBytes(32));
    const clock = () => bench.now;
    const retailer = await WatchedRetailer.open({ directory: join(dir, 'retailer'), clock, ...options });
    const bench = new CheckoutBench(log, vault, new Sealer(vault), retailer, dir);
    await bench.start();
    return bench;
  }

  private async start(): Promise<void> {
    this.secrets = await Secrets.open(this.vault, ['person', 'fingerprint']);
    this.projector = new Projector(this.log, this.models, this.sealer, {}, PROJECTIONS, (error) => {
      throw error;
    });
    await this.projector.start();
    this.own = this.process();
  }

  async close(): Promise<void> {
    await this.projector.stop();
    await this.retailer.shut();
    await this.log.close();
    await this.vault.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** `isAlone`: it is the only one that has the stores open */
  process(isSandbox = true, isAlone = false): Process {
    return new Process({ ...this, client: this.retailer.client, isAlone }, isSandbox);
  }

  async drop(changes: Partial<ProductFacts> = {}): Promise<string> {
    const productId = `drop-${randomUUID()}`;
    const data = { ...facts, releaseAt: null, totalStock: 1_000, retailerProductId: productId, ...changes };
    await this.own.commands.execute(product, new CreateProduct(productId, data, workerOrigin('spec')));
    return productId;
  }

  async reserve(productId: string, changes: Partial<SlotRequest> = {}): Promise<string> {
    const [orderId, accountId, profileId] = [randomUUID(), randomUUID(), randomUUID()];
    const subject = `account-${accountId}`;
    const { commands } = this.own;
    const profiles = new Profiles(commands, new CardVault(this.vault), this.secrets, this.clock);
    const saved = await profiles.save(profileId, { accountId, subject }, aProfile(), workerOrigin('spec'));
    const { card, savedRevision } = saved.state;
    if (!card) throw new Error('no card');
    const own = { orderId, accountId, profileId, profileRevision: savedRevision, person: orderId };
    const { cardRecord } = card;
    const codeRecord = await this.ownCode(orderId, card.codeRecord ?? '');
    const asked = { ...request(), ...own, cardRecord, codeRecord, ...changes, subject, keyed: true, personal };
    const { state } = await commands.execute(product, new ReserveSlot(productId, asked, workerOrigin('spec')));
    if (!state.slots.has(orderId)) throw new Error('no slot');
    await this.settled();
    return orderId;
  }

  async ownCode(orderId: string, source: string, code = '123'): Promise<string> {
    const record = ownCodeOf(orderId, source);
    await new CardVault(this.vault).keepOwnCode(record, { code, givenAt: this.now });
    return record;
  }

  async giveCode(orderId: string, code: string): Promise<void> {
    const codeRecord = await this.ownCode(orderId, `given-${code}`, code);
    await this.own.commands.execute(order, new GiveCode(orderId, { codeRecord }, workerOrigin('spec')));
    await this.settled();
  }

  async reserveMany(productId: string, count: number, changes: Partial<SlotRequest> = {}): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.reserve(productId, changes)));
  }

  async release(productId: string): Promise<void> {
    const start = new StartRelease(productId, { by: 'hand' }, workerOrigin('spec'));
    await this.own.commands.execute(product, start);
    await this.settled();
  }

  async dueOrder(changes: Partial<SlotRequest> = {}, dropped: Partial<ProductFacts> = {}): Promise<string> {
    const productId = await this.drop(dropped);
    const orderId = await this.reserve(productId, changes);
    await this.release(productId);
    return orderId;
  }

  async waive(orderId: string): Promise<void> {
    await this.own.commands.execute(order, new WaiveFee(orderId, { reason: 'no fee' }, workerOrigin('spec')));
  }

  step(orderId: string) {
    return this.own.step(orderId);
  }

  async due(): Promise<DueRow[]> {
    const kinds = this.own.workers.map(({ kind }) => kind);
    return (await this.allDue()).filter(({ kind }) => kinds.includes(kind));
  }
  async allDue(): Promise<DueRow[]> {
    await this.settled();
    return this.models.find<DueRow>(due, { sort: [['dueAt', 'asc']] });
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
    const outcome = await worker?.work(row, never, never);
    if (typeof outcome === 'object') this.postponed.set(rowKey(row), outcome.lookAgainAt);
  }

  async settled(): Promise<void> {
    if (!(await this.projector.passed(await this.log.head(), 10_000))) throw new Error('the projections lag');
  }

  state(orderId: string): Promise<OrderState> {
    return this.own.commands.state(order, orderId);
  }
  dropState(productId: string): Promise<ProductState> {
    return this.own.commands.state(product, productId);
  }
  async slotOf(orderId: string): Promise<Slot> {
    const doc = await this.reads.get(ordersProjection, orderId);
    const slot = (await this.dropState(doc?.productId ?? '')).slots.get(orderId);
    if (!slot) throw new Error('no slot');
    return slot;
  }

  async events(orderId: string): Promise<OrderEvent[]> {
    const events = await all(this.log.readStream(`order-${orderId}`));
    return events.map(({ type, data }) => ({ type, data }) as unknown as OrderEvent);
  }
  async types(orderId: string): Promise<string[]> {
    return (await this.events(orderId)).map(({ type }) => type);
  }
}

function aProfile(): ReadProfile {
  const { shipping, billing, email, phone, card } = aSubmission('x:1');
  const { type: brand, ...checked } = card;
  const profileName = 'Main Profile';
  const read = { profileName, email, phone, shipping, billing, matchInfo: true, poBox: false };
  return { ...read, card: { ...checked, brand, last4: checked.number.slice(-4) } };
}
