import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Platform } from '../platform.js';
import type { Row } from '../read-models/read-models.js';
import { fold } from './fold.js';
import type { Projection } from './projection.js';
import { openEvents } from './recorded.js';

export interface RebuildReport {
  projection: string;
  version: number;
  /** what the log makes, tombstones included */
  rows: number;
  /** ids of rows that are not what the log makes: never their contents, which may be personal */
  differing: string[];
  /** living rows that no event makes */
  unexplained: number;
}

type Stores = Pick<Platform, 'log' | 'models' | 'sealer' | 'schema'>;
type AnyProjection = Projection<unknown>;

const BATCH = 500;
/** looks at rows that the log is moving just now, and ms between them */
const LOOKS = 20;
const PAUSE = 250;

/** Folds the whole log again beside the live collection and compares row by row; the built collection is dropped. */
export async function rebuildBeside(
  stores: Stores,
  live: AnyProjection,
  onProgress: (position: number) => void = () => {},
): Promise<RebuildReport> {
  const { models } = stores;
  const beside: AnyProjection = { ...live, name: `${live.name}-rebuild` };
  const ids = new Set<string>();
  await models.drop(beside);
  await models.open([live, beside]);
  try {
    let report = await buildAndCompare(stores, live, beside, ids, onProgress);
    for (let look = 1; look < LOOKS && (report.differing.length > 0 || report.unexplained !== 0); look += 1) {
      await wait(PAUSE);
      report = await buildAndCompare(stores, live, beside, ids, onProgress);
    }
    return report;
  } finally {
    await models.drop(beside);
  }
}

async function buildAndCompare(
  stores: Stores,
  live: AnyProjection,
  beside: AnyProjection,
  ids: Set<string>,
  onProgress: (position: number) => void,
): Promise<RebuildReport> {
  await catchUp(stores, beside, ids, onProgress);
  const differing: string[] = [];
  let explained = 0;
  for (const some of batches([...ids])) {
    const [has, should] = await Promise.all([stores.models.rows(live, some), stores.models.rows(beside, some)]);
    for (const id of some) {
      if (has.get(id)?.document) explained += 1;
      if (!isSame(has.get(id), should.get(id))) differing.push(id);
    }
  }
  const unexplained = (await stores.models.count(live)) - explained;
  return { projection: live.name, version: live.version, rows: ids.size, differing, unexplained };
}

function isSame(has: Row<unknown> | undefined, should: Row<unknown> | undefined): boolean {
  // An event that makes no document leaves a tombstone, whose position says nothing to a reader.
  return isDeepStrictEqual(has?.document ?? null, should?.document ?? null);
}

/** Folds up to the log's present head; notes each row that an event touches. */
async function catchUp(
  { log, models, sealer, schema }: Stores,
  beside: AnyProjection,
  ids: Set<string>,
  onProgress: (position: number) => void,
): Promise<void> {
  for (;;) {
    const after = await models.checkpoint(beside);
    const read = [];
    for await (const event of log.readAll({ after, limit: BATCH })) read.push(event);
    const last = read.at(-1);
    if (!last) return;
    const opened = await openEvents(read, sealer, schema);
    for (const event of opened) {
      if (beside.categories.includes(event.category)) for (const id of beside.idsOf(event)) ids.add(id);
    }
    if (!(await fold(models, beside, opened))) await models.advance(beside, last.position);
    onProgress(last.position);
  }
}

function* batches(ids: readonly string[]): Iterable<readonly string[]> {
  for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
}
