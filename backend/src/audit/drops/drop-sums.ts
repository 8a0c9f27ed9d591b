import { exactly, FEWEST, FEWEST_SLOTS, MISSED, type Missed } from '@supreme-access/contract/drop-sums.js';
import type { DropSums, HeldSlots, PublicFigure } from '@supreme-access/contract/shapes/drops.js';

export type Counts = Readonly<Partial<Record<Missed, number>>>;
export interface Change {
  /** ms UTC */
  at: number;
  held: number;
}

interface Row {
  reason: Missed | 'bought' | 'other';
  count: number;
}

const MOST_HIDDEN = FEWEST - 1;
const MINUTE = 60_000;
const POINTS = 40;

/**
 * No count below five can be told from any other, also by who knows this rule: whether and how each is published follows
 * from what is published alone. Null where the counts allow none.
 */
export function published(bought: number, counts: Counts): Pick<DropSums, 'bought' | 'missed'> | null {
  const reasons = MISSED.map((reason) => ({ reason, count: counts[reason] ?? 0 }));
  const held = sumOf(reasons) + bought;
  const named = reasons.filter(({ count }) => count >= FEWEST);
  const unnamed = reasons.filter(({ count }) => count < FEWEST);
  const other = { reason: 'other' as const, count: sumOf(unnamed) };
  const isTooFull = other.count >= FEWEST && other.count > MOST_HIDDEN * (unnamed.length - 1);
  if (held < FEWEST_SLOTS || isTooFull) return null;
  const rows = unnamed.length > 0 ? [...named, other] : named;
  const first = { reason: 'bought' as const, count: bought };
  const figureOf = figuresOf([first, ...rows]);
  return figureOf && { bought: figureOf(first), missed: rows.map((row) => ({ reason: row.reason, ...figureOf(row) })) };
}

/** Where one is small, the first large one is a range too; the largest one would tell that it is above all others. */
function figuresOf(rows: readonly Row[]): ((row: Row) => PublicFigure) | null {
  const small = rows.filter(({ count }) => count < FEWEST);
  if (small.length === 0) return ({ count }) => exactly(count);
  const ranged = rows.find(({ reason, count }) => reason !== 'other' && count >= FEWEST);
  const most = (ranged?.count ?? 0) + sumOf(small);
  const least = most - MOST_HIDDEN * small.length;
  if (least < FEWEST) return null;
  return (row) => {
    if (row === ranged) return { least, most };
    return row.count < FEWEST ? { least: 0, most: MOST_HIDDEN } : exactly(row.count);
  };
}

function sumOf(rows: readonly { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** By whole minutes, five slots or more apart; the last one is the release. */
export function stepsOf(changes: readonly Change[], startedAt: number, held: number): HeldSlots[] {
  const step = Math.max(FEWEST, Math.ceil(Math.max(0, ...changes.map((one) => one.held)) / POINTS));
  const minutes = new Map(changes.map((one) => [Math.ceil((one.at + 1) / MINUTE) * MINUTE, one.held]));
  const steps: HeldSlots[] = [];
  for (const [at, count] of minutes) {
    if (Math.abs(count - (steps.at(-1)?.held ?? 0)) >= step) steps.push({ at, held: count });
  }
  while (steps.length > 0 && isTooNear(steps, startedAt, held)) steps.pop();
  return [...steps, { at: startedAt, held }];
}

function isTooNear(steps: readonly HeldSlots[], startedAt: number, held: number): boolean {
  const last = steps.at(-1);
  return last !== undefined && (last.at >= startedAt || Math.abs(held - last.held) < FEWEST);
}
