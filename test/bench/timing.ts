import { randomBytes } from 'node:crypto';
import { Api, expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import { linkIn, mailTo } from '../support/mailbox.js';
import { ServerProcess } from '../support/server-process.js';
import type { Result } from './results.js';

const PASSWORD = 'lantern otter mosaic 7';
/** wrong passwords per account; more would meet a limit */
const ATTEMPTS = 8;
/** rounds that are not counted */
const WARM_UP = 4;
/** ms; the medians of two equal kinds hardly ever differ by more */
const NOISE = 2;

interface Route {
  name: string;
  ask(api: Api, exists: boolean, round: number): Promise<{ status: number }>;
}

/** Whether the duration of open routes reveals who has an account: known and unknown addresses alternate, one request at a time. */
export async function timing(accounts: number, say: (text: string) => void): Promise<Result[]> {
  const server = await ServerProcess.start({ TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const people = Array.from({ length: accounts }, (_, index) => `known-${index}@example.org`);
    for (const email of people) {
      await expectOk(server.anyone.post('/register', { email, password: PASSWORD }, { headers: network() }));
    }
    const [one = ''] = people;
    const token = linkIn(await mailTo(server.directory, 'verify-email', one), '/action/').slice('/action/'.length);
    const results: Result[] = [];
    for (const route of routesFor(people, token)) {
      say(`timing of ${route.name}`);
      results.push(...(await compared(server.anyone, route, accounts * ATTEMPTS)));
    }
    return results;
  } finally {
    await server.stop();
  }
}

function routesFor(people: readonly string[], token: string): Route[] {
  const emailFor = (exists: boolean, round: number) =>
    exists ? (people[round % people.length] ?? '') : `nobody-${round % people.length}@example.org`;
  return [
    {
      name: '/login, wrong password',
      ask: (api, exists, round) =>
        api.post('/login', { email: emailFor(exists, round), password: 'not the password' }, { headers: network() }),
    },
    {
      name: '/api/forgotpw',
      ask: (api, exists, round) =>
        api.post('/api/forgotpw', { email: emailFor(exists, round) }, { headers: network() }),
    },
    {
      name: '/api/actions/{token}',
      ask: (api, exists) =>
        api.get(`/api/actions/${exists ? token : `${token.slice(0, -4)}AAAA`}`, { headers: network() }),
    },
  ];
}

/** Each request has another client address, so that no limit per network answers. */
function network(): Record<string, string> {
  return { 'x-forwarded-for': ['10', ...randomBytes(3)].join('.') };
}

async function compared(api: Api, { name, ask }: Route, rounds: number): Promise<Result[]> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that an effect of being second counts for both.
    for (const exists of round % 2 === 0 ? [true, false] : [false, true]) {
      const began = performance.now();
      const { status } = await ask(api, exists, round);
      if (status === 429 || status >= 500) throw new Error(`${name} was answered with ${status}`);
      if (round >= WARM_UP) took[exists ? 'known' : 'unknown'].push(performance.now() - began);
    }
  }
  const [known, unknown] = [took.known, took.unknown].map((times) => ({
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }));
  if (!known || !unknown) return [];
  const isAlike = Math.abs(known.p50 - unknown.p50) < Math.max(NOISE, 0.1 * unknown.p50);
  const must = ['within a tenth or 2 ms', isAlike] as const;
  return [
    { name: `${name}: known, beside unknown`, value: known.p50, unit: 'ms', ...known, bare: unknown.p50, must },
    { name: `${name}: known, beside unknown, p99`, value: known.p99, unit: 'ms', bare: unknown.p99 },
  ];
}
