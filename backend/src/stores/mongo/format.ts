import type { mongo } from 'mongoose';
import { FORMAT, tooNew, tooOld } from '../format.js';
import { isDuplicate } from './passing.js';

export class WrongDatabase extends Error {}

export async function installationOf(db: mongo.Db, ours: string): Promise<string> {
  const about = db.collection<{ _id: string; id: string }>('about');
  const kept = await about.findOne({ _id: 'installation' });
  if (kept) return kept.id;
  await about.insertOne({ _id: 'installation', id: ours }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  return installationOf(db, ours);
}

const OLD_MARKER = 'format';
const MARKER = 'log-format';

/** Marks a new database. @throws UnknownFormat, WrongDatabase */
export async function checkFormat(db: mongo.Db): Promise<void> {
  const about = db.collection<{ _id: string; format: number }>('about');
  const name = `the database ${db.databaseName}`;
  if (await about.findOne({ _id: OLD_MARKER }))
    throw tooOld(name, 'an empty one, an empty event store and an empty DATA_DIR');
  const marker = await about.findOne({ _id: MARKER });
  if (!marker) {
    await about.insertOne({ _id: MARKER, format: FORMAT }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error; // another process marked it first
    });
    return;
  }
  const { format } = marker;
  if (!Number.isInteger(format) || format < 1) throw new WrongDatabase(`${name} is not ours`);
  if (format > FORMAT) throw tooNew(name, format);
}

/** Older programs refuse the database afterwards. */
export async function markFormat(db: mongo.Db, format = FORMAT): Promise<void> {
  const about = db.collection<{ _id: string; format: number }>('about');
  await about.updateOne({ _id: MARKER }, { $max: { format } });
}
