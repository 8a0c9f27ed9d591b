import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { each, percentile, range } from '../support/crowd.js';
import { Program } from '../support/program.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { openWorld, type World } from './world.js';

export interface EngineUnderTest {
  name: string;
  settings: Readonly<Record<string, string | undefined>>;
  stop(): Promise<unknown>;
}

const APPENDS_IN_FLIGHT = [1, 16, 128];
const RESERVATIONS_IN_FLIGHT = 128;
const PRODUCTS = 10;
const ACCOUNTS = 100;
const SEEN = 200;
/** Every part of one run seals with it, so that the second finds the stores of the first. */
const MASTER_KEY = randomBytes(32).toString('hex');
/** No read model folds this category. */
const UNFOLDED = 'bench';

/** @throws Error for a log that holds more than the events of its installation */
export async function assertEmpty({ platform }: World): Promise<void> {
  let there = 0;
  for await (const _ of platform.log.readAll({ limit: 3 })) there += 1;
  if (there > 2) throw new Error('EVENTSTORE_URL is not empty; a benchmark needs a server of its own');
}

/** Appends and reservations (`count`) on the embedded stores, and on those of EVENTSTORE_URL and MONGODB_URL or the emulators. */
export async function perEngine(count: number, say: (text: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const start of [embedded, production]) {
    const engine = await start();
    const directory = await mkdtemp(join(tmpdir(), 'bench-engine-'));
    try {
      say(engine.name);
      const rows = await measure(directory, engine.settings, count);
      results.push(...rows.map((row) => ({ ...row, name: `${engine.name}: ${row.name}` })));
    } finally {
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    }
  }
  return results;
}

async function embedded(): Promise<EngineUnderTest> {
  return { name: 'embedded', settings: {}, stop: async () => undefined };
}

/** The stores of EVENTSTORE_URL and MONGODB_URL, or emulators that answer as late as real servers. */
export async function production(): Promise<EngineUnderTest> {
  const { EVENTSTORE_URL, MONGODB_URL } = process.env;
  if (EVENTSTORE_URL && MONGODB_URL) {
    const settings = { EVENTSTORE_URL, MONGODB_URL, MASTER_KEY };
    return { name: 'EventStoreDB, MongoDB', settings, stop: async () => undefined };
  }
  const programs = ['eventstore', 'mongo'].map((kind) =>
    Program.start(`test/dist/test/emulators/${kind}/main.js`, { LATE: '1' }),
  );
  const [eventstore, mongo] = await Promise.all(programs.map((program) => program.line(/^(esdb|mongodb):\S+/)));
  const settings = { EVENTSTORE_URL: eventstore?.[0], MONGODB_URL: mongo?.[0], MASTER_KEY };
  return { name: 'emulators', settings, stop: () => Promise.all(programs.map((program) => program.kill())) };
}

async function measure(directory: string, settings: EngineUnderTest['settings'], count: number): Promise<Result[]> {
  const world = await openWorld(directory, settings);
  try {
    const results: Result[] = [];
    for (const inFlight of APPENDS_IN_FLIGHT) {
      results.push(await appends(world, inFlight === 1 ? Math.ceil(count / 8) : count, inFlight));
    }
    results.push(await reservations(world, count));
    results.push(await folding(world));
    results.push(await appendToVisible(world));
    return results;
  } finally {
    await world.close();
  }
}

/** Each event has a stream of its own, as for most commands. */
async function appends({ platform }: World, count: number, inFlight: number): Promise<Result> {
  const said = { schemaVersion: 1, requestHash: '', correlationId: '', hash: '', recordedAt: Date.now() };
  const metadata = { ...said, commandId: '', actor: { kind: 'system', id: 'bench' } };
  const data = { note: 'x'.repeat(200) };
  const timed = await timedEach(count, inFlight, () =>
    platform.log.append(`${UNFOLDED}-${randomUUID()}`, -1, [{ id: randomUUID(), type: 'Benchmarked', data, metadata }]),
  );
  return { name: `appends, ${inFlight} in flight`, ...timed };
}

async function reservations(world: World, count: number): Promise<Result> {
  const people = await populate(world, ACCOUNTS, count, RESERVATIONS_IN_FLIGHT);
  const products = await each(range(PRODUCTS), PRODUCTS, () => openProduct(world, count));
  const timed = await timedEach(count, RESERVATIONS_IN_FLIGHT, async (index) => {
    const [who, productId] = [people[index], products[index % PRODUCTS]];
    if (who && productId) await reserve(world, productId, who);
  });
  return { name: `reservations, ${RESERVATIONS_IN_FLIGHT} in flight`, ...timed };
}

/** Ignored events are read, not counted. */
async function folding({ platform }: World): Promise<Result> {
  const events = await platform.log.head();
  const began = performance.now();
  let count = 0;
  const stopCounting = platform.projector.onBatch((batch) => {
    count += batch.filter(({ category }) => category !== UNFOLDED).length;
  });
  await platform.projector.start();
  await platform.projector.reachEnd();
  await platform.projector.passed(events, 60_000);
  stopCounting();
  return { name: 'rebuild', value: (count * 1_000) / (performance.now() - began), unit: 'events/s' };
}

async function appendToVisible(world: World): Promise<Result> {
  const productId = await openProduct(world, SEEN);
  const delays = await each(await populate(world, 1, SEEN), 1, async (who) => {
    const began = performance.now();
    const { position } = await reserve(world, productId, who);
    await world.platform.projector.passed(position, 10_000);
    return performance.now() - began;
  });
  const [p50, p99] = [percentile(delays, 0.5), percentile(delays, 0.99)];
  return { name: 'command to visible, one at a time', value: p50, unit: 'ms', p50, p99 };
}

async function timedEach(count: number, inFlight: number, work: (index: number) => Promise<unknown>) {
  const began = performance.now();
  const delays = await each(range(count), inFlight, async (index) => {
    const start = performance.now();
    await work(index);
    return performance.now() - start;
  });
  const value = (count * 1_000) / (performance.now() - began);
  return { value, unit: '/s', p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
}
