import type { DomainEvent } from '../event-sourcing/decider.js';
import { type Projection, projection } from '../projections/projection.js';
import type { AnyRecorded, Recorded } from '../projections/recorded.js';

export interface Job {
  /** `{kind}@{retailer}` for a retailer that a product names */
  kind: string;
  id: string;
  /** ms UTC; the end of the lease while it is claimed */
  dueAt: number;
  attempt: number;
  cause: string;
  /** ms UTC; delayed rows run in this order */
  since?: number;
  /** number of moves by events within one attempt; missing: 0 */
  moves?: number;
  about?: string;
  claimed?: boolean;
  parked?: Parked;
}

interface Parked {
  attempts: number;
  reason: string;
  /** ms UTC of the parking, and when the row was due */
  at: number;
  dueAt: number;
}

/** ms UTC; the largest time that a Date can hold */
export const PARKED = 8.64e15;

export type JobChange = { kind: string; id: string } & (
  | {
      dueAt: number;
      attempt?: number;
      about?: string;
      claimed?: boolean;
      /** whose queue it waits in from now on; absent: as before */
      retailer?: string;
    }
  | { done: true }
  | { parked: Pick<Parked, 'attempts' | 'reason'> }
  | { resumed: true }
);

export type JobRule = (event: AnyRecorded) => readonly JobChange[];

const NONE: ReadonlyMap<string, JobChange> = new Map();

export function jobRule<E extends DomainEvent>(
  categories: readonly string[],
  rule: (event: Recorded<E>) => readonly JobChange[],
): { categories: readonly string[]; rule: JobRule } {
  return { categories, rule: rule as unknown as JobRule };
}

export function jobsProjection(rules: readonly { categories: readonly string[]; rule: JobRule }[]): Projection<Job> {
  const categories = [...new Set(rules.flatMap((one) => one.categories))];
  const rulesOf = new Map(
    categories.map((category) => [category, rules.filter((one) => one.categories.includes(category))] as const),
  );
  let lastEvent: AnyRecorded | undefined;
  let changes: ReadonlyMap<string, JobChange> = NONE;
  const changesOf = (event: AnyRecorded) => {
    if (event !== lastEvent) changes = changesByRow(rulesOf.get(event.category) ?? [], event);
    lastEvent = event;
    return changes;
  };
  return projection<Job, DomainEvent>({
    name: 'due',
    version: 12,
    indexes: [['kind', 'dueAt', 'id']],
    categories,
    own: [],
    idsOf: (event) => [...changesOf(event).keys()],
    evolve: (row, event, id) => {
      const change = changesOf(event).get(id);
      if (!change || 'done' in change) return null;
      if ('parked' in change) return row && parked(row, change.parked, event.at);
      return 'resumed' in change ? row && resumed(row, event.at) : moved(row, change, event);
    },
  });
}

function parked({ parked: before, ...row }: Job, why: Pick<Parked, 'attempts' | 'reason'>, at: number): Job {
  return { ...row, dueAt: PARKED, parked: { ...why, at, dueAt: before?.dueAt ?? row.dueAt } };
}

function resumed({ parked: _, ...row }: Job, dueAt: number): Job {
  return { ...row, dueAt };
}

function moved(
  row: Job | null,
  change: Extract<JobChange, { dueAt: number }>,
  { at, eventId: cause }: AnyRecorded,
): Job {
  const { kind, id, dueAt, attempt = 0, about, claimed = false, retailer } = change;
  const moves = row?.attempt === attempt ? (row.moves ?? 0) + 1 : 0;
  return {
    kind: retailer === undefined ? (row?.kind ?? kind) : queueOf(kind, retailer),
    id,
    dueAt,
    attempt,
    cause,
    since: row?.since ?? at,
    ...(moves === 0 ? {} : { moves }),
    ...(about === undefined ? {} : { about }),
    ...(claimed ? { claimed } : {}),
  };
}

function changesByRow(rules: readonly { rule: JobRule }[], event: AnyRecorded): ReadonlyMap<string, JobChange> {
  let changes: Map<string, JobChange> | undefined;
  for (const { rule } of rules) {
    for (const change of rule(event)) {
      changes ??= new Map();
      changes.set(rowKey(change), change);
    }
  }
  return changes ?? NONE;
}

/** The name of a retailer's own queue. */
export function queueOf(kind: string, retailer: string): string {
  return `${kind}@${retailer}`;
}

export function splitQueue(queue: string): { kind: string; retailer: string | null } {
  const [kind = '', retailer = null] = queue.split('@');
  return { kind, retailer };
}

/** The same whichever queue it waits in. */
export function rowKey({ kind, id }: { kind: string; id: string }): string {
  return `${splitQueue(kind).kind}:${id}`;
}
