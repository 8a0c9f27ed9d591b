import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RowDifference } from '@supreme-access/contract/shapes/system.js';
import type { Schema } from '../event-sourcing/codec.js';
import { all } from '../event-sourcing/reading.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import type { ReadModels, Row } from '../stores/read-models/read-models.js';
import { retryWhileUnavailable } from '../stores/retry-while-unavailable.js';
import { endOf, fold } from './fold.js';
import type { Projection } from './projection.js';
import { type AnyRecorded, openEvents } from './recorded.js';
import type { StreamChecks } from './stream-checks.js';

export interface RebuildReport {
  projection: string;
  version: number;
  rows: number;
  differing: number;
  differences: RowDifference[];
  unexplained: number;
}

export interface BuildStores {
  log: EventLog;
  models: ReadModels;
  sealer: Sealer;
  schema: Schema;
  checks?: StreamChecks;
}
type AnyProjection = Projection<unknown>;

export interface RebuildOptions {
  beside: string;
  onProgress?: (position: number) => void;
  signal?: AbortSignal;
  /** called after each batch (`took`: ms); its promise delays the next one */
  rest?: (took: number) => Promise<unknown>;
}

const BATCH = 500;
/** comparisons while the log moves, and ms between them */
const LOOKS = 20;
const PAUSE = 250;
const STILL = 8;
const MOST_REPORTED = 20;

/** Builds beside the live collection, compares row by row and drops the copy. */
export async function compareWithRebuilt(
  stores: BuildStores,
  live: AnyProjection,
  { beside = `${live.name}-rebuild`, ...options }: Partial<RebuildOptions> = {},
): Promise<RebuildReport> {
  try {
    return await rebuildBeside(stores, live, { ...options, beside });
  } finally {
    await stores.models.drop({ ...live, name: beside });
  }
}

/** The built collection stays, and the live one does not change. @throws NotFolded */
export async function rebuildBeside(
  stores: BuildStores,
  live: AnyProjection,
  options: RebuildOptions,
): Promise<RebuildReport> {
  const { models } = stores;
  const beside: AnyProjection = { ...live, name: options.beside };
  const ids = new Set<string>();
  await models.drop(beside);
  await models.open([live, beside]);
  let [before, still]: [Position | undefined, number] = [undefined, 0];
  for (let look = 1; ; look += 1) {
    const { report, upTo, folded } = await buildAndCompare(stores, live, beside, ids, options);
    const head = await stores.log.head();
    still = folded === before ? still + 1 : 0;
    const isStill = head === upTo && (folded >= upTo || still >= STILL);
    if (isSame(report) || isStill || look === LOOKS) return report;
    before = folded;
    await wait(PAUSE, undefined, { signal: options.signal });
  }
}

export function isSame({ differing, unexplained }: RebuildReport): boolean {
  return differing === 0 && unexplained === 0;
}

async function buildAndCompare(
  stores: BuildStores,
  live: AnyProjection,
  beside: AnyProjection,
  ids: Set<string>,
  options: RebuildOptions,
): Promise<{ report: RebuildReport; upTo: Position; folded: Position }> {
  const upTo = await catchUp(stores, beside, { ...options, onTouched: (touched) => ids.add(touched) });
  // Read it before the rows: they need not show what is processed meanwhile.
  const folded = await stores.models.checkpoint(live);
  const found: RowDifference[] = [];
  let [explained, differing] = [0, 0];
  for (const some of batches([...ids])) {
    const began = Date.now();
    const [has, should] = await Promise.all([stores.models.rows(live, some), stores.models.rows(beside, some)]);
    for (const id of some) {
      if (has.get(id)?.document) explained += 1;
      const difference = differenceOf(id, has.get(id), should.get(id));
      if (difference === null) continue;
      differing += 1;
      if (found.length < MOST_REPORTED) found.push(difference);
    }
    await options.rest?.(Date.now() - began);
  }
  const unexplained = (await stores.models.count(live)) - explained;
  const { name: projection, version } = live;
  const report = { projection, version, rows: ids.size, differing, differences: found, unexplained };
  return { report, upTo, folded };
}

function differenceOf(
  id: string,
  has: Row<unknown> | undefined,
  should: Row<unknown> | undefined,
): RowDifference | null {
  const [live, made] = [has?.document ?? null, should?.document ?? null] as (Record<string, unknown> | null)[];
  if (isDeepStrictEqual(live, made)) return null;
  if (!live || !made) return { id, what: live ? 'left over' : 'missing', fields: [] };
  const names = [...new Set([...Object.keys(live), ...Object.keys(made)])];
  return { id, what: 'other', fields: names.filter((name) => !isDeepStrictEqual(live[name], made[name])) };
}

export async function catchUp(
  { log, models, sealer, schema, checks }: BuildStores,
  beside: AnyProjection,
  { onTouched, onProgress, signal, rest }: Omit<RebuildOptions, 'beside'> & { onTouched?: (id: string) => void } = {},
): Promise<Position> {
  const filter = checks?.filter(models, signal);
  const step = async (): Promise<Position | null> => {
    const after = await models.checkpoint(beside);
    if (filter?.position !== after) await filter?.startAt(after);
    const inLog = await all(log.readAll({ after, limit: BATCH }));
    const last = inLog.at(-1);
    if (!last) return after;
    const read = filter ? await filter.pass(inLog) : inLog;
    const opened = await openEvents(read, sealer, schema);
    // Report the rows before the write: a write without an answer may have happened.
    if (onTouched) for (const event of opened) for (const id of touchedBy(beside, event)) onTouched(id);
    if (!(await fold(models, beside, opened))) await models.advance(beside, last.position, endOf(read)?.id);
    onProgress?.(last.position);
    return null;
  };
  for (;;) {
    signal?.throwIfAborted();
    const began = Date.now();
    const end = await retryWhileUnavailable(step, signal);
    if (end !== null) return end;
    await rest?.(Date.now() - began);
  }
}

function touchedBy(projection: AnyProjection, event: AnyRecorded): readonly string[] {
  if (!projection.categories.includes(event.category)) return [];
  try {
    return projection.idsOf(event);
  } catch {
    return []; // `fold` reports the event
  }
}

function* batches(ids: readonly string[]): Iterable<readonly string[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
}

export class Comparison {
  constructor(private readonly platform: BuildStores & { projections: readonly Projection<unknown>[] }) {}

  get projections(): readonly Projection<unknown>[] {
    return this.platform.projections;
  }

  of(live: Projection<unknown>, options: Pick<RebuildOptions, 'signal' | 'rest'>): Promise<RebuildReport> {
    return compareWithRebuilt(this.platform, live, { ...options, beside: `${live.name}-replayed` });
  }
}
