import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';

export type Scalar = string | number | boolean | null;

export type Condition =
  | Scalar
  | { in: readonly Scalar[] }
  /** only values of the bound's type */
  | { gt?: number | string; gte?: number | string; lt?: number | string; lte?: number | string }
  | { prefix: string }
  | { has: string }
  | { hasPrefixes: readonly string[] };

export interface Query {
  /** a missing field equals null; an undefined condition throws */
  where?: Readonly<Record<string, Condition>>;
  /** ties are ordered by id, in the direction of the last field */
  sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  skip?: number;
  limit?: number;
}

export interface Named {
  name: string;
  version: number;
}

export function keyOf({ name, version }: Named): string {
  return `${name}_v${version}`;
}

export interface Collection extends Named {
  /** compound indexes of fields without lists; the id is appended to each */
  indexes: readonly (readonly string[])[];
  lists?: readonly string[];
  /** it holds opened personal data: what is removed leaves the file before the write resolves */
  isPersonal?: boolean;
}

export interface Row<D> {
  id: string;
  position: Position;
  /** null: a tombstone, so that an older event cannot restore the row */
  document: D | null;
}

/** Another build took the name: fold again from its checkpoint. */
export class CollectionReplaced extends Error {}

export function settingOf({ isElsewhere }: Pick<ReadModels, 'isElsewhere'>): string {
  return isElsewhere ? 'MONGODB_URL' : 'DATA_DIR';
}

export function dropReadModels({ isElsewhere }: Pick<ReadModels, 'isElsewhere'>): string {
  return isElsewhere
    ? 'Stop every process, drop the database of the read models (not the one beside it whose name ends in _vault) and start again.'
    : 'Stop the server, remove DATA_DIR/read-models and start again.';
}

/**
 * Documents are flat and immutable; a leading `_` is reserved. Remote calls may be repeated after StoreUnavailable.
 * @throws StoreUnavailable, CollectionReplaced (from writes, which then store nothing)
 */
export interface ReadModels {
  readonly isElsewhere?: boolean;
  /** Idempotent; required before any other call. */
  open(collections: readonly Collection[]): Promise<void>;
  installation(ours: string): Promise<string>;
  rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>>;
  /** Skips rows that are not newer. The checkpoint moves to `upTo` only after all rows are written. */
  write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void>;
  checkpoint(collection: Collection): Promise<Position>;
  progress(collection: Collection): Promise<Checkpoint>;
  advance(collection: Collection, position: Position, event?: string): Promise<void>;
  get<D>(collection: Collection, id: string): Promise<D | undefined>;
  find<D>(collection: Collection, query?: Query): Promise<D[]>;
  count(collection: Collection, where?: Query['where']): Promise<number>;
  /** by each text that the field has */
  countBy(collection: Collection, field: string, where?: Query['where']): Promise<Map<string, number>>;
  list(): Promise<Named[]>;
  drop(collection: Named): Promise<void>;
  /** Renames atomically and drops the live collection, whose rows may be removed later; without a source it does nothing. */
  replace(beside: Named, live: Collection): Promise<void>;
  close(): Promise<void>;
}
