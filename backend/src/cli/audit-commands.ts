import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { AuditRun, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { examineLog } from '../audit/examine.js';
import { assertInput, type ExportInput, exportLines } from '../audit/export/export-lines.js';
import { askServer, type LogSource } from '../audit/log-source.js';
import { readRange } from '../audit/runs/runs.controller.js';
import { ConfigError } from '../config/config.js';
import { Refused } from '../event-sourcing/decider.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import { type Say, sayFirst } from './stores.js';

/** ms between two polls */
const LOOK = 1_000;

/** Checks the invariants on the log alone; exit code 1 when one is broken. */
export async function replayLog(source: LogSource, say: Say): Promise<number> {
  const found: string[] = [];
  const { products, orders, sums } = await examineLog(source.log, EVENT_SCHEMA, {
    now: Date.now(),
    found: (name, problem) => found.push(`${name.toUpperCase()} ${problem}`),
  });
  sayFirst(found, say);
  for (const [currency, { charged, refunded }] of Object.entries(sums)) {
    say(`${currency}: ${charged} charged, ${refunded} given back (minor units)`);
  }
  const sum = `${orders} orders of ${products} products`;
  say(found.length === 0 ? `${sum}: every rule is kept.` : `${sum}: ${found.length} BROKEN.`);
  return found.length === 0 ? 0 : 1;
}

export interface ExportArgs {
  stream?: string | undefined;
  product?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  masked?: boolean | undefined;
}

/** Renames the file once it is complete: an interrupted export never has the final name. */
export async function exportLog(source: LogSource, args: ExportArgs, out: string, say: Say): Promise<number> {
  const input = inputOf(args);
  const part = `${out}.part`;
  let events = 0;
  async function* counted() {
    for await (const chunk of exportLines(source.log, input, async () => undefined)) {
      events += chunk.split('\n').length - 1;
      yield chunk;
    }
  }
  try {
    await pipeline(counted, createWriteStream(part, { mode: 0o600 }));
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  say(`${events} events in ${out}`);
  return 0;
}

function inputOf({ stream, product, from, to, masked = false }: ExportArgs): ExportInput {
  try {
    const input = { stream, product, range: readRange(from, to), isMasked: masked };
    assertInput(input);
    return input;
  } catch (error) {
    throw error instanceof Refused ? new ConfigError(error.message) : error;
  }
}

export interface ServerRun {
  url: string;
  headers: Record<string, string>;
  kind: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** Starts a run at a server and reports its outcome; exit code 1 unless it passed. */
export async function runAtServer({ url, headers, kind, from, to }: ServerRun, say: Say): Promise<number> {
  const runs = `${url}/api/admin/audit/runs`;
  const body = JSON.stringify({ kind, ...(from ? { from } : {}), ...(to ? { to } : {}) });
  const json = { ...headers, 'content-type': 'application/json' };
  const { runId } = JSON.parse(await askServer(runs, { method: 'POST', headers: json, body })) as { runId: string };
  for (;;) {
    const run = JSON.parse(await askServer(`${runs}/${runId}`, { headers })) as AuditRun;
    if (run.outcome !== null) return report(run, say);
    await wait(LOOK);
  }
}

function report({ outcome, reason, figures, findings }: AuditRun, say: Say): number {
  sayFirst(findings.map(lineOf), say);
  for (const [name, value] of Object.entries(figures)) say(`${name}: ${value}`);
  say(outcome === 'stopped' ? `STOPPED: ${reason ?? ''}` : outcome === 'passed' ? 'Passed.' : 'FAILED.');
  return outcome === 'passed' ? 0 : 1;
}

const lineOf = ({ what, about, detail }: RunFinding) =>
  `${what.toUpperCase()} ${about}${detail === undefined ? '' : `: ${detail}`}`;
