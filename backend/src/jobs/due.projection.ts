import type { DomainEvent } from '../event-sourcing/decider.js';
import { type Projection, projection } from '../projections/projection.js';
import type { AnyRecorded, Recorded } from '../projections/recorded.js';

export interface DueRow {
  kind: string;
  /** what it is about, e.g. an order id */
  id: string;
  /** ms UTC; while it is claimed, the end of the lease */
  dueAt: number;
  attempt: number;
  /** id of the event that made it due */
  cause: string;
  /** ms UTC at which it came to be; rows that were held up together go in this order */
  since?: number;
  /** how often an event moved it within one attempt: claims, and new times of a release. Left out while it is 0. */
  tries?: number;
  /** more of what it is about: a mail's kind */
  about?: string;
  /** somebody has claimed its effect until then, or later: what came of it can be asked before. Left out where nobody has. */
  claimed?: boolean;
  /** it was tried so often in vain that only an operator has it tried again. Left out where that is not so. */
  parked?: Parked;
}

interface Parked {
  attempts: number;
  /** of the last one */
  reason: string;
  /** ms UTC of the parking, and when the row was due */
  at: number;
  dueAt: number;
}

/** ms UTC at which a parked row is due: never, and it is the last time that a Date can tell */
export const PARKED = 8.64e15;

export type DueChange = { kind: string; id: string } & (
  | { dueAt: number; attempt?: number; about?: string; claimed?: boolean }
  | { done: true }
  | { parked: Pick<Parked, 'attempts' | 'reason'> }
  | { resumed: true }
);

/** Each capability says which of its events make and end work; a rule looks at the event alone. */
export type DueRule = (event: AnyRecorded) => readonly DueChange[];

const NONE: ReadonlyMap<string, DueChange> = new Map();

/** Declares a rule over the events of some stream categories. */
export function dueRule<E extends DomainEvent>(
  categories: readonly string[],
  rule: (event: Recorded<E>) => readonly DueChange[],
): { categories: readonly string[]; rule: DueRule } {
  return { categories, rule: rule as unknown as DueRule };
}

/** All waiting work as ONE read model, folded from the rules of every capability. */
export function dueProjection(rules: readonly { categories: readonly string[]; rule: DueRule }[]): Projection<DueRow> {
  const categories = [...new Set(rules.flatMap((one) => one.categories))];
  const rulesOf = new Map(
    categories.map((category) => [category, rules.filter((one) => one.categories.includes(category))] as const),
  );
  let asked: AnyRecorded | undefined;
  let changes: ReadonlyMap<string, DueChange> = NONE;
  const changesOf = (event: AnyRecorded) => {
    if (event !== asked) changes = changesByRow(rulesOf.get(event.category) ?? [], event);
    asked = event;
    return changes;
  };
  return projection<DueRow, DomainEvent>({
    name: 'due',
    version: 8,
    indexes: [['kind', 'dueAt', 'id']],
    categories,
    idsOf: (event) => [...changesOf(event).keys()],
    evolve: (row, event, id) => {
      const change = changesOf(event).get(id);
      if (!change || 'done' in change) return null;
      if ('parked' in change) return row && parked(row, change.parked, event.at);
      return 'resumed' in change ? row && resumed(row, event) : moved(row, change, event);
    },
  });
}

function parked({ parked: before, ...row }: DueRow, why: Pick<Parked, 'attempts' | 'reason'>, at: number): DueRow {
  return { ...row, dueAt: PARKED, parked: { ...why, at, dueAt: before?.dueAt ?? row.dueAt } };
}

function resumed({ parked: _, ...row }: DueRow, { at, eventId }: AnyRecorded): DueRow {
  return { ...row, dueAt: at, cause: eventId };
}

function moved(
  row: DueRow | null,
  change: Extract<DueChange, { dueAt: number }>,
  { at, eventId: cause }: AnyRecorded,
): DueRow {
  const { kind, id, dueAt, attempt = 0, about, claimed = false } = change;
  const tries = row?.attempt === attempt ? (row.tries ?? 0) + 1 : 0;
  return {
    kind,
    id,
    dueAt,
    attempt,
    cause,
    since: row?.since ?? at,
    ...(tries === 0 ? {} : { tries }),
    ...(about === undefined ? {} : { about }),
    ...(claimed ? { claimed } : {}),
  };
}

/** The last one counts where an event says two things of one row. */
function changesByRow(rules: readonly { rule: DueRule }[], event: AnyRecorded): ReadonlyMap<string, DueChange> {
  let changes: Map<string, DueChange> | undefined;
  for (const { rule } of rules) {
    for (const change of rule(event)) {
      changes ??= new Map();
      changes.set(rowKey(change), change);
    }
  }
  return changes ?? NONE;
}

export function rowKey({ kind, id }: { kind: string; id: string }): string {
  return `${kind}:${id}`;
}
