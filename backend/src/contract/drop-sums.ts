/** What became of a slot that was held when its release started. `other`: reasons that are too rare to be named. */
export const MISSED = ['sold-out', 'over-limit', 'refused', 'no-code', 'unproven', 'withdrawn'] as const;
export type Missed = (typeof MISSED)[number];

/** Published counts are at least this, or a range; drops with fewer slots publish none. */
export const FEWEST = 5;
export const FEWEST_SLOTS = 20;

/** Both the same: exact. */
interface Figure {
  least: number;
  most: number;
}

export function exactly(count: number): Figure {
  return { least: count, most: count };
}

export function missedOf(held: number, { least, most }: Figure): Figure {
  return { least: held - most, most: held - least };
}

/** "12", "fewer than 5", "196 or more", "181 to 185". `all`: what the figure is a part of */
export function figureLabel({ least, most }: Figure, all: number): string {
  if (least === most) return String(least);
  if (least === 0 && most < FEWEST) return `fewer than ${FEWEST}`;
  if (most >= all) return `${least} or more`;
  return `${least} to ${most}`;
}
