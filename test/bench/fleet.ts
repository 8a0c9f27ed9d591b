import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '../support/api.js';
import { eventually } from '../support/drops.js';
import { StripeProcess } from '../support/emulator-processes.js';
import { Program } from '../support/program.js';
import { ServerProcess } from '../support/server-process.js';
import { type EngineUnderTest, production } from './engines.js';
import { JWT_SECRET, openWorld, type World } from './world.js';

export interface Figures {
  /** seconds of processor time */
  cpu: number;
  appends: number;
  conflicts: number;
}

/** Several server processes on one log, on EventStoreDB and MongoDB or their emulators; one of them folds the read models. */
export class Fleet {
  readonly members: Record<'api' | 'worker', ServerProcess[]> = { api: [], worker: [] };
  private readonly projectors: ServerProcess[] = [];

  private constructor(
    readonly world: World,
    readonly retailer: string,
    readonly stripe: StripeProcess,
    private readonly settings: Record<string, string>,
    private readonly end: () => Promise<unknown>,
  ) {}

  static async open(): Promise<Fleet> {
    const directory = await mkdtemp(join(tmpdir(), 'bench-processes-'));
    const engine: EngineUnderTest = await production();
    const shop = Program.start('test/dist/test/bench/instant-retailer.js', {});
    const [, retailer = ''] = await shop.line(/listens on (http\S+)/);
    const stripe = await StripeProcess.start(join(directory, 'stripe'), 'http://127.0.0.1:9/api/webhooks/stripe');
    const engines = engine.settings as Record<string, string>;
    const partners = { RETAILER_URL: retailer, RETAILER_KEY: 'the-retailer-of-the-benchmarks', ...stripe.settings };
    const world = await openWorld(join(directory, 'data'), engines);
    const end = async () => {
      await Promise.all([shop.kill(), stripe.stop(), world.close()]);
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    };
    return new Fleet(world, retailer, stripe, { ...engines, ...partners, JWT_SECRET }, end);
  }

  async close(): Promise<void> {
    const all = [...this.members.worker, ...this.members.api, ...this.projectors];
    await Promise.all(all.map((one) => one.remove()));
    await this.end();
  }

  async grow(role: 'api' | 'worker', count: number): Promise<readonly ServerProcess[]> {
    if (this.projectors.length === 0) this.projectors.push(await this.start('projector'));
    while (this.members[role].length < count) this.members[role].push(await this.start(role));
    return this.members[role];
  }

  async stopAll(role: 'api' | 'worker'): Promise<void> {
    await Promise.all(this.members[role].splice(0).map((one) => one.remove()));
  }

  /** Resolves once every process has caught up and the log has not grown for a second. */
  async quiet(): Promise<void> {
    let [head, since] = [-1, Date.now()];
    await eventually('the log rests', 300_000, async () => {
      const { status, body } = await this.somebody.anyone.get<{ position: number }>('/readyz');
      if (status !== 200 || body.position !== head) [head, since] = [body.position, Date.now()];
      return Date.now() - since > 1_000 || undefined;
    });
  }

  async figures(role: 'api' | 'worker'): Promise<Figures> {
    const texts = await Promise.all(this.members[role].map(({ anyone }) => expectOk(anyone.get('/metrics'))));
    const sum = (name: string) =>
      texts.reduce<number>((all, text) => all + Number(new RegExp(`^${name} (\\S+)`, 'm').exec(String(text))?.[1]), 0);
    return {
      cpu: sum('process_cpu_seconds_total'),
      appends: sum('stream_appends_total'),
      conflicts: sum('stream_conflicts_total'),
    };
  }

  private get somebody(): ServerProcess {
    const [one] = this.projectors;
    if (!one) throw new Error('no process folds the read models');
    return one;
  }

  private start(ROLE: string): Promise<ServerProcess> {
    return ServerProcess.start({ ...this.settings, ROLE });
  }
}

export function spent(before: Figures, after: Figures): Figures {
  const of = (name: keyof Figures) => after[name] - before[name];
  return { cpu: of('cpu'), appends: of('appends'), conflicts: of('conflicts') };
}
