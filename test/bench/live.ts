import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveEvents } from '@supreme-access/contract/shapes/releases.js';
import { expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import { allEvents, eventually } from '../support/drops.js';
import { ServerProcess } from '../support/server-process.js';
import { reserve } from './order-lives.js';
import { openProduct, populate } from './population.js';
import type { Result } from './results.js';
import { JWT_SECRET, openWorld } from './world.js';

const ORDERS = 300;
/** as many on the product's stream as on the shop's */
const LISTENERS = 200;
/** ms */
const OPEN_WITHIN = 10_000;
/** ms */
const OVER_WITHIN = 120_000;

type Received = { [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name]; at: number } }[keyof LiveEvents];

/** The time from each event's record in the log to its arrival at many open streams. */
export async function eventToStream(say: (text: string) => void): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-live-'));
  const stop = new AbortController();
  try {
    say(`${ORDERS} orders are prepared`);
    const productId = await prepare(directory);
    const server = await ServerProcess.start({ JWT_SECRET, TRUSTED_PROXIES: '127.0.0.1' }, directory);
    try {
      say(`${2 * LISTENERS} listen to a release`);
      const listeners = await listenTo(server, productId, stop.signal);
      const admin = await server.admin();
      await expectOk(admin.post(`/api/admin/products/${productId}/release`, {}));
      await listeners.over();
      return [listeners.row(await settledTimes(admin))];
    } finally {
      stop.abort();
      await server.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Opens the streams. `over` resolves once each has received the end; `row` takes the sorted times of settlement, ms UTC. */
export async function listenTo({ url }: ServerProcess, productId: string, signal: AbortSignal) {
  const paths = [`/api/products/${productId}/stream`, '/api/shop/stream'];
  const received = await Promise.all(
    paths.flatMap((path) => Array.from({ length: LISTENERS }, () => listen(url + path, signal))),
  );
  const isOver = () => received.every((one) => one.some(({ event }) => event === 'finished'));
  return {
    over: () => eventually('every listener receives the end', OVER_WITHIN, async () => isOver() || undefined),
    row: (settled: readonly number[]) => rowOf(delaysOf(received, settled)),
  };
}

async function prepare(directory: string): Promise<string> {
  const world = await openWorld(directory);
  try {
    const people = await populate(world, ORDERS, ORDERS);
    const productId = await openProduct(world, ORDERS);
    for (const who of people) await reserve(world, productId, who);
    return productId;
  } finally {
    await world.close();
  }
}

async function listen(url: string, signal: AbortSignal): Promise<Received[]> {
  const received: Received[] = [];
  const { body } = await fetch(url, { signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (rest = ''): Promise<void> => {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (rest + part.value).split('\n\n');
    for (const block of blocks.slice(0, -1)) {
      const [, event, data] = /^event: (\S+)\ndata: (.+)$/.exec(block) ?? [];
      if (event && data) received.push({ event, data: JSON.parse(data), at: Date.now() } as Received);
    }
    return read(blocks.at(-1));
  };
  void read().catch(() => undefined);
  await eventually('a listener gets the current state', OPEN_WITHIN, async () => received.length > 0 || undefined);
  return received;
}

/** ms UTC of each order's settlement at the retailer, sorted */
async function settledTimes(admin: Parameters<typeof allEvents>[0]): Promise<number[]> {
  const settled = new Map<string, number>();
  for (const { type, stream, metadata } of await allEvents(admin)) {
    const isEnd = type === 'CheckoutSucceeded' || type === 'OrderClosed';
    if (isEnd && !settled.has(stream)) settled.set(stream, metadata.recordedAt);
  }
  return [...settled.values()].sort((a, b) => a - b);
}

function delaysOf(received: readonly Received[][], settled: readonly number[]): number[] {
  return received.flat().flatMap(({ event, data, at }) => {
    if (event === 'started') return [at - Date.parse(data.startedAt)];
    if (event === 'finished') return [at - Date.parse(data.finishedAt)];
    const last = event === 'progress' ? settled[data.checkedOut - 1] : undefined;
    return last === undefined ? [] : [at - last];
  });
}

function rowOf(delays: number[]): Result {
  const [p50, p99, most] = [percentile(delays, 0.5), percentile(delays, 0.99), Math.max(...delays)];
  const name = `from event to stream, ${2 * LISTENERS} listeners, at most`;
  return { name, value: most, unit: 'ms', p50, p99 };
}
