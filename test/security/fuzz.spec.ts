import { jest } from '@jest/globals';
import fc from 'fast-check';
import { LoadShed } from '../../backend/src/http/load-shed.js';
import type { Description, Route } from './described.js';
import { routesOf } from './described.js';
import { ROUTES } from './expected.js';
import { Fuzzer } from './fuzzer.js';
import { requestsOf } from './wild-requests.js';

/** `npm run fuzz` sets their number and seed. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20);
const SEED = Number(process.env.FUZZ_SEED ?? 14);
/** ms */
const LONG = 30 * 60_000;

describe('any request to', () => {
  let fuzzer: Fuzzer;
  let routes: ReadonlyMap<string, Route>;
  beforeAll(async () => {
    // A busy machine sheds requests that can wait.
    jest.spyOn(LoadShed.prototype, 'judge').mockReturnValue();
    fuzzer = await Fuzzer.start();
    const described = (await fuzzer.app.ok(fuzzer.app.get('/api/docs-json', null))) as Description;
    routes = new Map(routesOf(described).map((route) => [route.name, route]));
  });
  afterAll(async () => {
    if (process.env.FUZZ_REQUESTS) process.stdout.write(`\n${table(fuzzer.answers)}\n`);
    await fuzzer?.stop();
    jest.restoreAllMocks();
  });

  it.each(Object.keys(ROUTES))(
    '%s is answered, never by an error of ours, and changes nothing where it is refused',
    async (name) => {
      const route = routes.get(name);
      if (!route) throw new Error(`${name} is not described`);
      const isFine = fc.asyncProperty(requestsOf(route), async (request) => {
        expect(await fuzzer.troubleOf(route, request)).toBeNull();
      });
      await fc.assert(isFine, { seed: SEED, numRuns: route.method === 'GET' ? Math.ceil(REQUESTS / 4) : REQUESTS });
    },
    LONG,
  );

  it('leaves no internals in any answer', async () => {
    const { projector } = fuzzer.app.server.platform;
    await projector.reachEnd();
    expect((await fuzzer.app.get('/readyz')).body).toMatchObject({ ready: true, failures: [] });
  });
});

/** One line per route with the number of requests and of each status. */
function table(answers: Fuzzer['answers']): string {
  const lines = [...answers].map(([route, counts]) => {
    const sum = [...counts.values()].reduce((all, one) => all + one, 0);
    const line = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return `${route.padEnd(48)} ${String(sum).padStart(6)}  ${line.join('  ')}`;
  });
  return [`seed ${SEED}`, ...lines].join('\n');
}
