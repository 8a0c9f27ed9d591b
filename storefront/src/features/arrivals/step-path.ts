import type { DropSums } from '@supreme-access/contract/shapes/drops.js';

/** ms before the first step, which counts a whole minute */
const BEFORE = 60_000;

interface Steps {
  /** an SVG path from the bottom left */
  path: string;
  from: string;
  to: string;
  most: number;
}

/** Draws the slots held as a line of steps. `size`: of the picture */
export function stepPath(
  { steps, stock }: Pick<DropSums, 'steps' | 'stock'>,
  { width, height }: { width: number; height: number },
): Steps {
  const [first, last] = [(steps[0]?.at ?? 0) - BEFORE, steps.at(-1)?.at ?? 0];
  const most = Math.max(stock, ...steps.map(({ held }) => held));
  const x = (at: number) => rounded(((at - first) / (last - first || 1)) * width);
  const y = (held: number) => rounded(height - (held / most) * height);
  const drawn = steps.map(({ at, held }) => `H ${x(at)} V ${y(held)}`);
  return {
    path: `M 0 ${height} ${drawn.join(' ')}`,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    most,
  };
}

function rounded(place: number): number {
  return Math.round(place * 10) / 10;
}
