import mongoose, { type Connection, type Model } from 'mongoose';
import type { Position } from '../event-log/event-log.js';
import type { Document } from './conditions.js';
import { ALIVE } from './mongo-filter.js';
import { type Collection, keyOf, type Row } from './read-models.js';

export interface StoredRow {
  _id: string;
  _position: Position;
  [ALIVE]: boolean;
  [field: string]: unknown;
}

/** Indexes begin with `_alive` and end with the id, so that they cover counts, order and pages. */
export function modelAnew(connection: Connection, collection: Collection): Model<StoredRow> {
  const key = keyOf(collection);
  const schema = new mongoose.Schema<StoredRow>(
    { _id: String, _position: Number, [ALIVE]: Boolean },
    { strict: false, strictQuery: false, versionKey: false, id: false },
  );
  const lists = (collection.lists ?? []).map((field) => [field]);
  const names = new Set([[], ...collection.indexes, ...lists].map((fields) => fields.join()));
  for (const name of names) {
    const fields = name === '' ? [] : name.split(',');
    schema.index(Object.fromEntries([ALIVE, ...fields, '_id'].map((field) => [field, 1])));
  }
  if (connection.models[key]) connection.deleteModel(key);
  return connection.model<StoredRow>(key, schema, key);
}

export function toStored({ id, position, document }: Row<Document>): StoredRow {
  return { ...document, _id: id, _position: position, [ALIVE]: document !== null };
}

export function toRow<D>(stored: StoredRow): Row<D> {
  return { id: stored._id, position: stored._position, document: stored[ALIVE] ? (documentOf(stored) as D) : null };
}

export function documentOf({ _id, _position, [ALIVE]: _, ...document }: StoredRow): Document {
  return document;
}
