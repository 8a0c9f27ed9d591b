import mongoose, { type Connection, type Model, type mongo } from 'mongoose';
import { StoreUnavailable } from '../../telemetry/store-unavailable.js';
import { isDuplicate } from '../mongo/passing.js';
import { type Move, ofBuild } from './mongo-checkpoint.js';
import type { StoredRow } from './mongo-rows.js';

export interface Reached {
  by: Connection;
  model: Model<StoredRow>;
  session: mongo.ClientSession;
}

type Write = mongo.AnyBulkWriteOperation;

/** Elections can undo other reads: https://www.mongodb.com/docs/manual/core/causal-consistency-read-write-concerns/ */
export const SETTLED = { readConcern: { level: 'majority' } } as const;
/** https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml */
const IMMUTABLE_FIELD = 66;

export function settled({ model, session }: Reached, ids: readonly string[]): Promise<StoredRow[]> {
  return model.find({ _id: { $in: ids } }, null, { ...SETTLED, session }).lean<StoredRow[]>();
}

/** The checkpoint moves only after all rows. 'refused': a row is not newer. 'gone': the collection is of another build. */
export async function writeInOrder(
  reached: Reached,
  rows: readonly StoredRow[],
  build: string,
  update: Move,
): Promise<'done' | 'refused' | 'gone'> {
  const writes = [...rows.map((row) => replacement(row, true)), { updateOne: { filter: ofBuild(build), update } }];
  const done = await writeGuarded(reached, writes, build);
  if (typeof done === 'string') return done;
  return done.matchedCount + done.upsertedCount === writes.length ? 'done' : 'gone';
}

/** Skips rows that are not newer than what another process wrote. @throws StoreUnavailable while that is not settled */
export async function writeNewer(
  reached: Reached,
  rows: readonly StoredRow[],
  build: string | null,
): Promise<'done' | 'gone'> {
  if (rows.length === 0) return 'done';
  const writes = [...rows.map(insertion), ...rows.map((row) => replacement(row, false))];
  const done = await writeGuarded(reached, writes, build);
  if (done === 'gone') return 'gone';
  if (done === 'refused') throw new StoreUnavailable('another process has inserted the same row meanwhile');
  // Of each row that was there, one write has matched it and the other has replaced it.
  if (done.matchedCount === 2 * (rows.length - done.upsertedCount)) return 'done';
  const there = new Map((await settled(reached, rows.map(idOf))).map(({ _id, _position }) => [_id, _position]));
  const isOpen = rows.some(({ _id, _position }) => (there.get(_id) ?? 0) < _position);
  if (isOpen) throw new StoreUnavailable('what another process wrote is not on a majority yet');
  return 'done';
}

/** The counts are those of `writes` alone. */
async function writeGuarded({ model, session }: Reached, writes: readonly Write[], build: string | null) {
  const guards = build === null ? [] : [guardOf(build)];
  try {
    const done = await model.collection.bulkWrite([...guards, ...writes], { ordered: true, session });
    const { matchedCount, upsertedCount } = done;
    return { matchedCount: matchedCount - guards.length, upsertedCount };
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    const [first] = [error.writeErrors].flat();
    if (first?.index === 0 && first.code === IMMUTABLE_FIELD) return 'gone';
    if (isDuplicate(error)) return first?.index === 0 && build !== null ? 'gone' : 'refused';
    throw error;
  }
}

/** A later write of an ordered list runs only if the one before was not refused, and an insertion that changes its id is. */
function guardOf(build: string): Write {
  return { updateOne: { filter: ofBuild(build), update: { $setOnInsert: { _id: 1 as never } }, upsert: true } };
}

function insertion(row: StoredRow): Write {
  const { _id, ...fields } = row;
  return { updateOne: { filter: { _id: _id as never }, update: { $setOnInsert: fields }, upsert: true } };
}

function replacement(row: StoredRow, upsert: boolean): Write {
  const filter = { _id: row._id as never, _position: { $lt: row._position } };
  return { replaceOne: { filter, replacement: row, upsert } };
}

function idOf({ _id }: StoredRow): string {
  return _id;
}
