import { exactly, FEWEST, FEWEST_SLOTS, MISSED, type Missed } from '@supreme-access/contract/drop-sums.js';
import type { DropSums, HeldSlots, MissedSlots, PublicFigure } from '@supreme-access/contract/shapes/drops.js';

/** Pure functions from counts to what may be published of them. */

export type Counts = Readonly<Partial<Record<Missed, number>>>;
export interface Change {
  /** ms UTC */
  at: number;
  /** slots held after it */
  held: number;
}

const MINUTE = 60_000;
/** points of the chart, about */
const POINTS = 40;

/** No count below five can be computed from it; null where the counts allow none. */
export function published(bought: number, counts: Counts): Pick<DropSums, 'bought' | 'missed'> | null {
  const named = MISSED.map((reason) => ({ reason, count: counts[reason] ?? 0 }));
  const held = named.reduce((sum, { count }) => sum + count, bought);
  if (held < FEWEST_SLOTS) return null;
  const stated = named.filter(({ count }) => count >= FEWEST).sort((a, b) => b.count - a.count);
  let other = held - bought - stated.reduce((sum, { count }) => sum + count, 0);
  // So many of so few small counts would each have to be the largest possible.
  while (other > (FEWEST - 1) * (MISSED.length - stated.length - 1)) {
    const smallest = stated.pop();
    if (!smallest) return null;
    other += smallest.count;
  }
  const all = [{ reason: 'bought', count: bought }, ...stated, { reason: 'other', count: other }];
  const figures = figuresOf(all, held);
  const missed = [...stated.map(({ reason }) => reason), 'other' as const].map(
    (reason): MissedSlots => ({ reason, ...(figures.get(reason) ?? exactly(0)) }),
  );
  return { bought: figures.get('bought') ?? exactly(0), missed };
}

/** Where one is small, the largest becomes a range too, computed from the published ones alone. */
function figuresOf(all: readonly { reason: string; count: number }[], held: number): ReadonlyMap<string, PublicFigure> {
  const small = all.filter(({ count }) => count < FEWEST);
  const largest = all.reduce((one, other) => (other.count > one.count ? other : one));
  const exact = all.filter((one) => one !== largest && !small.includes(one));
  const rest = held - exact.reduce((sum, { count }) => sum + count, 0);
  return new Map([
    ...all.map(({ reason, count }) => [reason, exactly(count)] as const),
    ...small.map(({ reason }) => [reason, { least: 0, most: FEWEST - 1 }] as const),
    ...(small.length === 0
      ? []
      : [[largest.reason, { least: Math.max(0, rest - (FEWEST - 1) * small.length), most: rest }] as const]),
  ]);
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
