import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';

/** Values that can be filtered and sorted on. */
export type Scalar = string | number | boolean | null;

export type Condition =
  | Scalar
  | { in: readonly Scalar[] }
  /** values of the bound's own type only */
  | { gt?: number | string; gte?: number | string; lt?: number | string; lte?: number | string }
  | { prefix: string }
  /** a list field holds this value */
  | { has: string }
  /** for each of these texts, a list field holds one that begins with it */
  | { hasPrefixes: readonly string[] };

export interface Query {
  /** a missing field equals null; an undefined condition is refused: a forgotten id must not match everything */
  where?: Readonly<Record<string, Condition>>;
  /** fields in order; ties are broken by id, in the direction of the last field, so that pages never overlap */
  sort?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  skip?: number;
  limit?: number;
}

export interface Named {
  name: string;
  /** a changed shape is a new version: a collection of its own beside the old one */
  version: number;
}

/** Under which a collection is kept. */
export function keyOf({ name, version }: Named): string {
  return `${name}_v${version}`;
}

export interface Collection extends Named {
  /**
   * Compound indexes of fields that hold no lists; each ends in the id by itself (`[]` is the ids alone). Without a fitting one
   * queries answer by a scan.
   */
  indexes: readonly (readonly string[])[];
  /** Fields of lists of texts, each with an index of its own: for `has` and `hasPrefixes`. */
  lists?: readonly string[];
  /** Rows name people: what is removed of them has left the file before the write is answered. */
  isPersonal?: boolean;
}

export interface Row<D> {
  id: string;
  /** of the last event folded into the row */
  position: Position;
  /** null: a tombstone, kept so that a redelivered older event cannot revive the row */
  document: D | null;
}

/** Another collection has the name by now, which may lack what was folded here since: what follows its checkpoint is to be folded into it. */
export class CollectionReplaced extends Error {}

/** The setting that says where they lie. */
export function settingOf({ isElsewhere }: Pick<ReadModels, 'isElsewhere'>): string {
  return isElsewhere ? 'MONGODB_URL' : 'DATA_DIR';
}

/** What people do about read models that were not made from this log. */
export function dropReadModels({ isElsewhere }: Pick<ReadModels, 'isElsewhere'>): string {
  return isElsewhere
    ? 'Stop every process, drop the database of the read models (not the one beside it whose name ends in _vault) and start again.'
    : 'Stop the server, remove DATA_DIR/read-models and start again.';
}

/**
 * Where projections keep their documents. Flat documents, immutable once written: readers must not change what they get; fields
 * that begin with `_` are the store's. Every implementation passes `read-models.contract.ts`.
 * @throws CollectionReplaced from writes that move a checkpoint, and StoreUnavailable from any call of a store that is elsewhere; the call may be repeated
 */
export interface ReadModels {
  /** Each call is a round trip: who folds keeps what it folded last. */
  readonly isElsewhere?: boolean;
  /** Makes collections and indexes ready; must be called before anything else, may be called again. */
  open(collections: readonly Collection[]): Promise<void>;
  /** The installation whose log they are made from: the one that was told first. */
  installation(ours: string): Promise<string>;
  /** Rows with positions, tombstones included; for the projection runner. */
  rows<D>(collection: Collection, ids: readonly string[]): Promise<Map<string, Row<D>>>;
  /**
   * Writes each row whose position is above the stored one; others are left alone. `upTo`: then moves the checkpoint there, never
   * before every row is written. `event`: id of the event there.
   */
  write<D>(collection: Collection, rows: readonly Row<D>[], upTo?: Position, event?: string): Promise<void>;
  /** Position up to which the collection has folded the log; 0 at first. */
  checkpoint(collection: Collection): Promise<Position>;
  /** The same with the id of the event there, by which the log is known again; null where the last move told none. */
  known(collection: Collection): Promise<Checkpoint>;
  /** Moves the checkpoint forward; an older position changes nothing. `event`: id of the event there. */
  advance(collection: Collection, position: Position, event?: string): Promise<void>;
  get<D>(collection: Collection, id: string): Promise<D | undefined>;
  find<D>(collection: Collection, query?: Query): Promise<D[]>;
  count(collection: Collection, where?: Query['where']): Promise<number>;
  /** Stored collections, also of older versions; and how to remove one. */
  list(): Promise<Named[]>;
  drop(collection: Named): Promise<void>;
  /**
   * Gives a stored collection the name of the live one, in one step: whoever reads by that name finds it, and what was there is dropped.
   * Nothing happens where there is none of the first name: it has been done.
   */
  replace(beside: Named, live: Collection): Promise<void>;
  close(): Promise<void>;
}
