import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { checkAtRest, checkCalm } from './checks.js';
import { Connection, Life } from './connection.js';
import { Crowd } from './crowd.js';
import { seedEntropy } from './entropy.js';
import { type Outage, SeededFaults } from './fault-plan.js';
import { fetchOver } from './network.js';
import type { Planted } from './planting.js';
import { RandomSource } from './random-source.js';
import { Supervisor } from './supervisor.js';
import { type Trouble, troubleOf } from './trouble.js';
import { VirtualTime } from './virtual-time.js';
import { World } from './world.js';

export interface Outcome {
  seed: number;
  /** of the log; a seed has one fingerprint */
  fingerprint: string;
  events: number;
  findings: string[];
  notes: string[];
}

/** ms UTC */
const START = Date.UTC(2026, 10, 20, 9);
const RELEASE = START + 40_000;
/** ms of virtual time after which nothing fails any more */
const CALM = 90_000;
const MINUTE = 60_000;

/** One simulated day. `planted`: a bug that the invariants have to find. */
export async function simulation(seed: number, planted: Planted = { name: 'none' }): Promise<Outcome> {
  const time = VirtualTime.begin(START);
  const release = seedEntropy(String(seed));
  const realFetch = globalThis.fetch;
  const dig = planted.plant?.() ?? (() => undefined);
  try {
    const random = new RandomSource(String(seed));
    const trouble = troubleOf(random.of('trouble'), CALM, RELEASE);
    const faultPlan = new SeededFaults(trouble.spells, () => time.lived, trouble.outage);
    const world = new World(random, faultPlan, () => time.lived, planted.parts?.());
    world.disk = trouble.disk;
    const isQuiet = trouble.spells.length + trouble.crashes.length === 0 && trouble.restart === null;
    world.isCalm = isQuiet && (trouble.outage ?? trouble.disk) === null;
    world.post.unknown = trouble.bounces.map((name) => `${name}@example.org`);
    const toUs = new Connection(faultPlan, new Life(), 'stripe', random.of('webhooks'));
    globalThis.fetch = fetchOver(toUs, (request) => world.receive(request, random));
    const fingerprint = await live(world, time, trouble).catch((error: unknown) => {
      world.find(`the day ended with ${error instanceof Error ? error.stack : String(error)}`);
      return 'none';
    });
    const events = world.log.after(0).length;
    return { seed, fingerprint, events, findings: world.findings, notes: world.notes };
  } finally {
    globalThis.fetch = realFetch;
    dig();
    release();
    time.end();
  }
}

/** Simulates a few moments of every six hours of the outage, and as long after it as the longest backoff. */
async function simulateOutage({ to }: Outage, supervisor: Supervisor, time: VirtualTime): Promise<void> {
  while (Date.now() < to) {
    await supervisor.during(Promise.resolve(), time.lived + 10_000);
    time.jump(Math.min(6 * 60 * MINUTE, Math.max(0, to - Date.now())));
  }
  time.jump(16 * MINUTE);
  await supervisor.during(Promise.resolve(), time.lived + 60_000);
}

async function live(world: World, time: VirtualTime, trouble: Trouble): Promise<string> {
  const supervisor = new Supervisor(world, time, trouble);
  const crowd = new Crowd(world);
  try {
    await supervisor.startAll();
    await supervisor.during(crowd.beforeRelease({ release: RELEASE }), RELEASE + 25_000 - START);
    await supervisor.during(crowd.afterRelease(), CALM + 20_000);
    time.jump(60 * MINUTE);
    // An order in progress is checked again within half a minute.
    await supervisor.during(Promise.resolve(), time.lived + 40_000);
    if (trouble.outage) await simulateOutage(trouble.outage, supervisor, time);
    await checkCalm(world);
    // The clock jumps to the end of the 72 hours, so that everything is due at once.
    time.jump(RELEASE + PROMISE_MS - 15_000 - Date.now());
    await supervisor.during(crowd.afterPromise(), time.lived + 80_000);
    for (let moved = 0; moved < 2; moved += 1) {
      time.jump(16 * MINUTE);
      await supervisor.during(Promise.resolve(), time.lived + 10_000);
    }
    return await checkAtRest(world);
  } finally {
    supervisor.stopAll();
    await world.emulators.close();
  }
}
