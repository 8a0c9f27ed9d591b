import { readFileSync } from 'node:fs';
import { Client } from 'undici';
import { percentile } from '../support/crowd.js';

/** Each request is sent once, in order, by the next free connection. */
export interface LoadJob {
  url: string;
  /** further processes; a request's index selects one, 0 is `url` */
  others?: string[];
  path: string;
  /** shared evenly among the processes with requests */
  connections: number;
  tokens: string[];
  /** index of a token, Idempotency-Key, body, index of the process */
  requests: (readonly [token: number, key: string, body: string, at?: number])[];
}
export interface LoadResult {
  statuses: Record<string, number>;
  /** ms from the first request to the last answer */
  ms: number;
  p50: number;
  p99: number;
  max: number;
  /** per process, successes when half of all requests were answered */
  halfWay: number[];
  /** share of a core this process used: near 1 the generator itself is the limit */
  busy: number;
}

/** The load generator: `node load.js job.json` prints a LoadResult. */
async function run(job: LoadJob): Promise<LoadResult> {
  const lines = linesOf(job);
  const clients = lines.flatMap((line) =>
    Array.from({ length: Math.ceil(job.connections / lines.length) }, () => ({
      ...line,
      client: new Client(line.url, { pipelining: 1 }),
    })),
  );
  await Promise.all(clients.map(({ client }) => request(client, { path: '/healthz', method: 'GET' })));
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const successes: number[] = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    clients.map(async ({ client, place, waiting }) => {
      for (const [token, key, body] of waiting) {
        const sent = performance.now();
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${job.tokens[token]}`,
          'idempotency-key': key,
        };
        const status = await request(client, { path: job.path, method: 'POST', headers, body });
        latencies.push(performance.now() - sent);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 200) successes.push(place);
      }
    }),
  );
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(clients.map(({ client }) => client.destroy()));
  const first = successes.slice(0, Math.ceil(successes.length / 2));
  const halfWay = lines.map(({ place }) => first.filter((one) => one === place).length);
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  return { statuses, ms, p50, p99, max: percentile(latencies, 1), halfWay, busy: (user + system) / 1_000 / ms };
}

function linesOf({ url, others = [], requests }: LoadJob) {
  return [url, ...others].flatMap((to, place) => {
    const own = requests.filter(([, , , at = 0]) => at === place);
    return own.length === 0 ? [] : [{ url: to, place, waiting: own.values() }];
  });
}

function request(client: Client, options: Parameters<Client['dispatch']>[0]): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: () => undefined,
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}

const [file = ''] = process.argv.slice(2);
try {
  console.log(JSON.stringify(await run(JSON.parse(readFileSync(file, 'utf8')))));
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
