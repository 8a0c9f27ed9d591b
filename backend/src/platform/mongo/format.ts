import type { mongo } from 'mongoose';
import { FORMAT } from '../format.js';
import { isDuplicate } from './passing.js';

export class WrongDatabase extends Error {}

/** The installation that a database belongs to: the one that was told first. */
export async function installationOf(db: mongo.Db, ours: string): Promise<string> {
  const about = db.collection<{ _id: string; id: string }>('about');
  const kept = await about.findOne({ _id: 'installation' });
  if (kept) return kept.id;
  await about.insertOne({ _id: 'installation', id: ours }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  return installationOf(db, ours);
}

export async function checkFormat(db: mongo.Db): Promise<void> {
  const about = db.collection<{ _id: string; format: number }>('about');
  const known = await about.findOne({ _id: 'format' });
  if (!known) {
    await about.insertOne({ _id: 'format', format: FORMAT }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error; // another process marked it first
    });
    return;
  }
  const { format } = known;
  if (!Number.isInteger(format) || format < 1) throw new WrongDatabase(`the database ${db.databaseName} is not ours`);
  if (format > FORMAT) {
    const text = `the database ${db.databaseName} has format ${format}; this program knows formats up to ${FORMAT}`;
    throw new WrongDatabase(`${text}. Run a newer one.`);
  }
}

/** Says that a program of this format has written here: an older one refuses the database from now on. */
export async function markFormat(db: mongo.Db): Promise<void> {
  const about = db.collection<{ _id: string; format: number }>('about');
  await about.updateOne({ _id: 'format' }, { $max: { format: FORMAT } });
}
