import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { busTo } from '../platform/commands.fixture.js';
import { Commands } from '../platform/commands.js';
import type { Discovered } from '../platform/discovered.js';
import { type DueRow, dueProjection } from '../platform/due/due.projection.js';
import type { DueWork } from '../platform/due/due-work.js';
import type { EventLog } from '../platform/log/event-log.js';
import { openLmdbEventLog } from '../platform/log/lmdb-event-log.js';
import { workerOrigin } from '../platform/origins.js';
import type { Projection } from '../platform/projections/projection.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { memoryReadModels } from '../platform/read-models/sqlite-read-models.js';
import { Secrets } from '../platform/secrets.js';
import { Streams } from '../platform/streams.js';
import { openLmdbVault } from '../platform/vault/lmdb-vault.js';
import { Sealer } from '../platform/vault/sealer.js';
import { VaultSweep } from '../platform/vault/sweep.js';
import type { Vault } from '../platform/vault/vault.js';
import { product } from '../products/product.js';
import { CardVault } from '../profiles/card-vault.js';
import { ForgetSecrets } from '../profiles/forget-secrets.worker.js';
import { NamedRecords } from '../profiles/named-records.js';
import { profileDue } from '../profiles/profile.due.js';
import { profile } from '../profiles/profile.js';
import { Profiles } from '../profiles/profiles.js';
import { profilesProjection } from '../profiles/profiles.projection.js';
import { ForgetCodes } from './forget-codes.js';
import { type OrderCommand, type OrderState, order } from './order.js';
import { ordersProjection } from './orders.projection.js';

const AT_REST = { rest: async () => undefined } as DueWork;

const due = dueProjection([profileDue]);
const PROJECTIONS = [ordersProjection, profilesProjection, due] as unknown as readonly Projection<unknown>[];
const shipping = {
  firstName: 'Ada',
  lastName: 'Quimby',
  address1: '17 Larch Row',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
} as const;
const read = {
  profileName: 'Main Profile',
  email: 'ada@example.org',
  phone: '+15035550143',
  shipping,
  billing: shipping,
  matchInfo: true,
  poBox: false,
  card: { name: 'Ada', number: '4242424242424242', code: '123', month: 12, year: 2040, brand: 'visa', last4: '4242' },
} as const;

export class CodeWorld {
  ahead = 0;
  readonly cards: CardVault;
  readonly commands: Commands;
  private readonly models = memoryReadModels();
  private readonly reads = new Reads(this.models);
  private projector: Projector;
  private secrets: ForgetSecrets;
  private profiles: Profiles;
  private work: readonly (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly log: EventLog,
    readonly vault: Vault,
    private readonly dir: string,
  ) {
    this.cards = new CardVault(vault);
    const streams = this.streams();
    this.commands = new Commands(busTo(streams, order, product, profile), streams);
  }

  /** ms UTC */
  readonly now = (): number => Date.now() + this.ahead;

  static async open(): Promise<CodeWorld> {
    const dir = await mkdtemp(join(tmpdir(), 'codes-'));
    const log = await openLmdbEventLog(join(dir, 'log'));
    const world = new CodeWorld(log, await openLmdbVault(join(dir, 'vault'), randomBytes(32)), dir);
    await world.start();
    return world;
  }

  private streams(): Streams {
    return new Streams(this.log, new Sealer(this.vault), { schema: {}, clock: this.now });
  }

  private async start(): Promise<void> {
    const { commands, cards, vault, reads, now } = this;
    this.projector = new Projector(this.log, this.models, new Sealer(vault), {}, PROJECTIONS, (error) => {
      throw error;
    });
    this.profiles = new Profiles(commands, cards, await Secrets.open(vault, ['person', 'fingerprint']), now);
    const found: object[] = [];
    const discovered = { of: () => [...found, new NamedRecords(reads)] } as unknown as Discovered;
    this.secrets = new ForgetSecrets(commands, cards, this.projector, now, discovered);
    const codes = new ForgetCodes(reads, cards, this.secrets, now, this.projector, AT_REST);
    found.push(codes);
    const sweep = new VaultSweep(vault, this.projector, now, discovered, { work: true });
    this.work = [() => this.forgetDue(), () => codes.sweep(), () => sweep.sweep()];
    await this.projector.start();
  }

  async close(): Promise<void> {
    await this.projector.stop();
    await this.log.close();
    await this.vault.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  async saveProfile(profileId: string): Promise<void> {
    const owner = { accountId: 'a-1', subject: 'account-a-1' };
    await this.profiles.save(profileId, owner, read, workerOrigin('spec'));
  }
  async onFile(profileId: string): Promise<string | null> {
    return (await this.commands.state(profile, profileId)).card?.codeRecord ?? null;
  }

  async ask<D>(
    command: new (id: string, data: D, origin: ReturnType<typeof workerOrigin>) => OrderCommand,
    id: string,
    data: D,
  ) {
    await this.commands.execute(order, new command(id, data, workerOrigin('spec')));
  }
  order(orderId: string): Promise<OrderState> {
    return this.commands.state(order, orderId);
  }

  async codes(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of this.vault.list('code')) ids.push(id);
    return ids;
  }

  async tidy(): Promise<void> {
    for (const one of this.work) {
      await this.projector.passed(await this.log.head(), 10_000);
      await one();
    }
    await this.projector.passed(await this.log.head(), 10_000);
  }

  private async forgetDue(): Promise<void> {
    const rows = await this.models.find<DueRow>(due, { where: { dueAt: { lte: this.now() } } });
    for (const row of rows) await this.secrets.work(row);
  }
}

export const newId = (): string => randomUUID();
