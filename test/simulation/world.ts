import { setTimeout as wait } from 'node:timers/promises';
import type { ReadModels } from '../../backend/src/stores/read-models/read-models.js';
import { memoryReadModels } from '../../backend/src/stores/read-models/sqlite-read-models.js';
import { WebhookController } from '../../backend/src/stripe/webhook.controller.js';
import type { FaultPlan, Life } from './connection.js';
import { checkRoom } from './disk-checks.js';
import { Emulators } from './emulators.js';
import { LogServer } from './log-server.js';
import type { HttpAnswer, HttpRequest } from './network.js';
import { PostOffice } from './post-office.js';
import type { RandomSource } from './random-source.js';
import { type Place, SimProcess } from './sim-process.js';
import { VaultServer } from './sim-vault.js';
import type { DiskSpell } from './trouble.js';

/** The parts that a planted bug may replace. */
export interface WorldParts {
  makeLog?: (flush: () => Promise<void>) => LogServer;
  makeVault?: (flush: () => Promise<void>) => VaultServer;
  models?: ReadModels;
}

export const WEBHOOKS = 'https://api.test/api/webhooks/stripe';

/** What the processes share, the processes, and their notes. */
export class World {
  readonly log: LogServer;
  readonly vault: VaultServer;
  readonly models: ReadModels;
  readonly post = new PostOffice();
  readonly emulators: Emulators;
  readonly processes: SimProcess[] = [];
  /** what happened outside the log, in order */
  readonly notes: string[] = [];
  /** violations of an invariant */
  readonly findings: string[] = [];

  /** people whose erasure was answered as done or scheduled */
  readonly erased: { subject: string; email: string }[] = [];
  /** addresses of shoppers who paid a second time */
  readonly paidAgain = new Set<string>();
  /** the current shortage of room */
  disk: DiskSpell | null = null;
  /** one process has the stores alone, as with the embedded ones */
  isOneProcess = false;
  /** a stream that an operator cut, ms of virtual time */
  cut: { stream: string; from: number; to: number } | null = null;
  /** nothing fails on this day */
  isCalm = false;

  constructor(
    readonly random: RandomSource,
    readonly faultPlan: FaultPlan,
    private readonly lived: () => number,
    parts: WorldParts = {},
  ) {
    const { makeLog = (given) => new LogServer(given), makeVault = (given) => new VaultServer(given) } = parts;
    this.models = parts.models ?? memoryReadModels();
    const disk = random.of('disk');
    const flush = async () => {
      if (!faultPlan.isStill) await wait(disk.chance(0.02) ? disk.whole(10, 400) : 1);
    };
    this.log = makeLog(flush);
    const began = Date.now() - lived();
    this.log.onEvent = (event) => {
      const { stream, revision, type, metadata } = event;
      this.note(`  ${stream} ${revision} ${type}`);
      checkRoom(this, event, metadata.recordedAt - began);
    };
    this.vault = makeVault(flush);
    // Some retailers have less stock than slots.
    this.emulators = new Emulators(random.chance(0.6) ? 1_000 : random.whole(0, 1), WEBHOOKS, random.whole(1, 1e9));
  }

  async start(place: Place, life?: Life): Promise<SimProcess> {
    const process = await SimProcess.start(this, place, life);
    this.processes.push(process);
    return process;
  }

  /** ms of virtual time */
  get age(): number {
    return this.lived();
  }

  /** bytes */
  get free(): number {
    const { disk } = this;
    const isFull = disk !== null && disk.from <= this.lived() && this.lived() < disk.to;
    return isFull ? disk.free : Number.MAX_SAFE_INTEGER;
  }

  note(text: string): void {
    this.notes.push(`${(this.lived() / 1_000).toFixed(3).padStart(9)}  ${text}`);
  }

  readonly find = (text: string): void => {
    if (this.findings.includes(text)) return;
    this.findings.push(text);
    this.note(`FOUND ${text}`);
  };

  isUp(name: string): boolean {
    return this.processes.some((one) => one.name === name && !one.isOver);
  }

  api(random: RandomSource): SimProcess | undefined {
    const serving = this.processes.filter((one) => one.serves && !one.isOver);
    return serving.length === 0 ? undefined : random.pick(serving);
  }

  async receive({ body, headers }: HttpRequest, random: RandomSource): Promise<HttpAnswer | undefined> {
    const api = this.api(random);
    if (!api) return undefined;
    try {
      const request = { rawBody: Buffer.from(body) } as Parameters<WebhookController['receive']>[0];
      await api.get(WebhookController).receive(request, headers['stripe-signature']);
      return { status: 200, body: {} };
    } catch {
      return { status: 503, body: {} };
    }
  }
}
