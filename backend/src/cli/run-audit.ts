import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type LogSource,
  openDirectorySource,
  openEventStoreSource,
  openServerSource,
  signIn,
} from '../audit/log-source.js';
import { Histories } from '../audit/order-history.js';
import { type Break, type Fingerprint, verifyLog } from '../audit/verify.js';
import { ConfigError, readConfig } from '../config/config.js';
import { foreignInWords } from '../projections/locked-streams.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import { chainHash, GENESIS } from '../stores/event-log/hash-chain.js';
import { damageInWords, type Link, linkAfter } from '../stores/event-log/stream-integrity.js';
import { acceptEvent } from './accept-event.js';
import { exportLog, replayLog, runAtServer } from './audit-commands.js';
import { type Say, sayFirst, withStores } from './stores.js';

const USAGE = `usage: npm run audit -- verify <export.ndjson> [--seals <seals.json>] [--key <public key>]
       npm run audit -- verify [--noted <fingerprint>] [--url http://localhost:3000]
       npm run audit -- order <order id> [--url http://localhost:3000]
       npm run audit -- show <stream>@<revision> [--url http://localhost:3000]
       npm run audit -- replay [--url http://localhost:3000]
       npm run audit -- reconcile --url http://localhost:3000 [--from 2026-11-01] [--to 2026-11-30]
       npm run audit -- export (--stream <name> | --product <id> | --from <time> [--to <time>]) [--masked] --out <file> [--url ...]
       npm run audit -- accept <stream> <revision> [--reason "<why>" --yes]   says why a stream is locked; passes over one event of it
Without --url the log in EVENTSTORE_URL is read, or else in DATA_DIR (.data). With it ADMIN_EMAIL and ADMIN_PASSWORD sign in.
accept writes to the log: embedded stores of stopped servers only; for others EVENTSTORE_URL, MONGODB_URL and MASTER_KEY are set as for them.
verify ends with a fingerprint of the log: given back with --noted, it tells whether anything has gone or changed since.`;

type Env = Readonly<Record<string, string | undefined>>;

/** Runs one command of the auditor's tool. Returns the exit code: 1 when a chain is broken or the command fails. */
export async function runAudit(args: readonly string[], env: Env, say: Say): Promise<number> {
  try {
    const { values, positionals } = readArgs(args);
    const [what = '', id = ''] = positionals;
    assertUsage(positionals, values);
    if (what === 'reconcile' || (what === 'replay' && values.url !== undefined)) {
      return await atServer(what, values, env, say);
    }
    if (what === 'accept') return await accept(positionals.slice(1), values, env, say);
    const noted = readFingerprint(values.noted);
    const source = await openSource(values.url, env, say);
    try {
      if (what === 'order') return await tellOrder(source, id, say);
      if (what === 'show') return await showEvent(source, id, say);
      if (what === 'replay') return await replayLog(source, say);
      if (what === 'export') return await exportLog(source, values, values.out ?? '', say);
      return await verify(source, noted, say);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof Error) || BUGS.some((bug) => error instanceof bug)) throw error;
    say((['debug', 'trace'].includes(env.LOG_LEVEL ?? '') && error.stack) || error.message);
    return 1;
  }
}

const BUGS = [TypeError, ReferenceError, RangeError];

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        noted: { type: 'string' },
        stream: { type: 'string' },
        product: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        out: { type: 'string' },
        masked: { type: 'boolean' },
        reason: { type: 'string' },
        yes: { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch {
    throw new ConfigError(USAGE);
  }
}

type Values = ReturnType<typeof readArgs>['values'];

/** What follows the command, and the options that it reads: others would be passed over in silence. */
const USES: Readonly<Record<string, { operands: number; options: readonly string[]; needs?: keyof Values }>> = {
  verify: { operands: 0, options: ['noted', 'url'] },
  order: { operands: 1, options: ['url'] },
  show: { operands: 1, options: ['url'] },
  replay: { operands: 0, options: ['url'] },
  reconcile: { operands: 0, options: ['url', 'from', 'to'], needs: 'url' },
  export: { operands: 0, options: ['stream', 'product', 'from', 'to', 'masked', 'out', 'url'], needs: 'out' },
  accept: { operands: 2, options: ['reason', 'yes'] },
};

function assertUsage([what = '', ...operands]: readonly string[], values: Values): void {
  const use = Object.hasOwn(USES, what) ? USES[what] : undefined;
  const isUse =
    use?.operands === operands.length &&
    Object.keys(values).every((option) => use.options.includes(option)) &&
    (use.needs === undefined || values[use.needs] !== undefined);
  if (!isUse) throw new ConfigError(USAGE);
}

async function accept(
  [stream, at]: readonly (string | undefined)[],
  values: Values,
  env: Env,
  say: Say,
): Promise<number> {
  if (!stream || !/^\d{1,9}$/.test(at ?? '')) throw new ConfigError(USAGE);
  const { reason, yes: isConfirmed = false } = values;
  return withStores(readConfig(env), say, (engines) =>
    acceptEvent(engines, { stream, revision: Number(at), reason, isConfirmed }, say),
  );
}

async function atServer(kind: string, { url = '', from, to }: Values, env: Env, say: Say): Promise<number> {
  const { base, email, password } = serverOf(url, env);
  return runAtServer({ url: base, headers: await signIn(base, email, password), kind, from, to }, say);
}

function serverOf(url: string, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Env) {
  if (!URL.canParse(url)) throw new ConfigError(USAGE);
  if (!email || !password) throw new ConfigError('Set ADMIN_EMAIL and ADMIN_PASSWORD to log in with.');
  return { base: url.replace(/\/$/, ''), email, password };
}

function readFingerprint(text: string | undefined): Fingerprint | undefined {
  if (text === undefined) return undefined;
  const [, events, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!events || !digest) throw new ConfigError(USAGE);
  return { events: Number(events), digest };
}

function openSource(url: string | undefined, env: Env, say: Say): Promise<LogSource> {
  if (url === undefined && env.EVENTSTORE_URL) return openEventStoreSource(env.EVENTSTORE_URL);
  if (url === undefined) return openDirectorySource(resolve(env.DATA_DIR || '.data'), say);
  const { base, email, password } = serverOf(url, env);
  return openServerSource(base, email, password);
}

async function verify(source: LogSource, noted: Fingerprint | undefined, say: Say): Promise<number> {
  const { events, streams, broken, accepted, foreign, fingerprint, isNotedThere } = await verifyLog(
    source.readable?.() ?? source.log.readAll(),
    EVENT_SCHEMA,
    { noted, log: source.opened },
  );
  sayFirst(linesOf('BROKEN', broken), say);
  sayFirst(linesOf('ACCEPTED', accepted), say);
  if (foreign.events > 0) say(`${foreignInWords(foreign)}.`);
  const sum = `${events} events in ${streams} streams`;
  say(broken.length === 0 ? `${sum}: every chain holds.` : `${sum}: ${broken.length} BROKEN.`);
  if (isNotedThere === true) say(`The first ${noted?.events} events are those that were noted.`);
  if (isNotedThere === false)
    say(`NOT AS NOTED: of the first ${noted?.events} events, some have gone or were changed.`);
  say(`fingerprint ${fingerprint.events}:${fingerprint.digest}`);
  return broken.length === 0 && isNotedThere !== false ? 0 : 1;
}

function linesOf(word: string, breaks: readonly Break[]): string[] {
  return breaks.map(({ position, stream, revision, problem }) => {
    return `${word} at position ${position}, ${stream} revision ${revision}: ${problem}`;
  });
}

async function tellOrder(source: LogSource, orderId: string, say: Say): Promise<number> {
  const { steps, damage } = await new Histories(source.log, EVENT_SCHEMA).stepsOf(orderId);
  if (steps.length === 0 && !damage) throw new ConfigError(`There is no order ${orderId} in the log.`);
  for (const { event, status } of steps) {
    const at = new Date(event.metadata.recordedAt).toISOString();
    const { kind, id } = event.metadata.actor;
    say(`${at}  ${event.type.padEnd(24)} ${status.padEnd(16)} ${kind} ${id}`);
  }
  if (damage) say(`BROKEN: ${damageInWords(damage)}`);
  return damage ? 1 : 0;
}

async function showEvent(source: LogSource, id: string, say: Say): Promise<number> {
  const [, stream, revision] = /^([a-z]+-[^@]+)@(\d{1,9})$/.exec(id) ?? [];
  if (stream === undefined) throw new ConfigError(USAGE);
  let end: Link | undefined;
  for await (const event of source.log.readStream(stream)) {
    if (event.revision === Number(revision)) {
      const holds = chainHash(end?.hash ?? GENESIS, stream, event.revision, event) === event.metadata.hash;
      say(JSON.stringify(event, null, 2));
      say(holds ? 'Its link to the event before it holds.' : 'BROKEN: its hash is not that of what it says.');
      return holds ? 0 : 1;
    }
    end = linkAfter(end, event);
  }
  throw new ConfigError(`There is no event ${id} in the log.`);
}
