import type { DomainEvent } from '../event-sourcing/decider.js';
import type { Collection } from '../stores/read-models/read-models.js';
import type { AnyRecorded, Recorded } from './recorded.js';

/** A pure fold that never rejects an event: an exception stops it. An event may touch several documents. */
export interface Projection<D> extends Collection {
  categories: readonly string[];
  /** categories whose streams are called by the id of a document; default: all */
  own?: readonly string[];
  idsOf(event: AnyRecorded): readonly string[];
  /** null removes the document */
  evolve(document: D | null, event: AnyRecorded, id: string): D | null;
}

/** A new event of `E` without its case does not compile. */
export function projection<D, E extends DomainEvent>(definition: {
  name: string;
  version: number;
  indexes: readonly (readonly string[])[];
  lists?: readonly string[];
  isPersonal?: boolean;
  categories: readonly string[];
  own?: readonly string[];
  idsOf: (event: Recorded<E>) => readonly string[];
  evolve: (document: D | null, event: Recorded<E>, id: string) => D | null;
}): Projection<D> {
  return definition as unknown as Projection<D>;
}
