import { randomBytes } from 'node:crypto';
import { Api, expectOk } from '../support/api.js';
import { percentile } from '../support/crowd.js';
import { linkIn, mailTo } from '../support/mailbox.js';
import { ServerProcess } from '../support/server-process.js';
import type { Result } from './results.js';

const PASSWORD = 'lantern otter mosaic 7';
/** wrong passwords for one account: a limit would answer instead */
const TRIES = 8;
/** turns that are not counted: what a program does first takes longer */
const WARM_UP = 4;
/** ms: the median of one of two equal kinds is hardly ever further off on a machine that does other things too */
const NOISE = 2;

interface Route {
  name: string;
  /** asks once, for what there is or for what there is not */
  ask(api: Api, isKnown: boolean, turn: number): Promise<{ status: number }>;
}

/** Whether open routes tell by the time they take who has an account: known and unknown in turn, one at a time, over HTTP. */
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
      results.push(...(await compared(server.anyone, route, accounts * TRIES)));
    }
    return results;
  } finally {
    await server.stop();
  }
}

function routesFor(people: readonly string[], token: string): Route[] {
  const emailFor = (isKnown: boolean, turn: number) =>
    isKnown ? (people[turn % people.length] ?? '') : `nobody-${turn % people.length}@example.org`;
  return [
    {
      name: '/login, wrong password',
      ask: (api, isKnown, turn) =>
        api.post('/login', { email: emailFor(isKnown, turn), password: 'not the password' }, { headers: network() }),
    },
    {
      name: '/api/forgotpw',
      ask: (api, isKnown, turn) =>
        api.post('/api/forgotpw', { email: emailFor(isKnown, turn) }, { headers: network() }),
    },
    {
      name: '/api/actions/{token}',
      ask: (api, isKnown) =>
        api.get(`/api/actions/${isKnown ? token : `${token.slice(0, -4)}AAAA`}`, { headers: network() }),
    },
  ];
}

/** Somebody else each time, as the proxy says, so that no limit per network answers instead. */
function network(): Record<string, string> {
  return { 'x-forwarded-for': ['10', ...randomBytes(3)].join('.') };
}

async function compared(api: Api, { name, ask }: Route, turns: number): Promise<Result[]> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    // Who goes first changes, so that whatever comes in twos counts for both.
    for (const isKnown of turn % 2 === 0 ? [true, false] : [false, true]) {
      const began = performance.now();
      const { status } = await ask(api, isKnown, turn);
      if (status === 429 || status >= 500) throw new Error(`${name} was answered with ${status}`);
      if (turn >= WARM_UP) took[isKnown ? 'known' : 'unknown'].push(performance.now() - began);
    }
  }
  const [known, unknown] = [took.known, took.unknown].map((times) => ({
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }));
  if (!known || !unknown) return [];
  const ratio = known.p50 / unknown.p50;
  const isAlike = Math.abs(known.p50 - unknown.p50) < Math.max(NOISE, 0.1 * unknown.p50);
  return [
    { name: `${name}: known over unknown, p50`, value: ratio, unit: 'x', must: ['within a tenth or 2 ms', isAlike] },
    { name: `${name}: known over unknown, p99`, value: known.p99 / unknown.p99, unit: 'x' },
    { name: `${name}: known`, value: turns, unit: 'asked', ...known },
    { name: `${name}: unknown`, value: turns, unit: 'asked', ...unknown },
  ];
}
