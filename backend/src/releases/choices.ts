import type { Size } from '@supreme-access/contract/limits.js';

export interface Choice {
  size: Size;
  style: string;
}

export type StockOf = (choice: Choice) => number | null;

export function choiceKey({ size, style }: Choice): string {
  return `${size}/${style}`;
}

/** In order: the chosen size and style; with consent the sizes after it, the same size in other styles, the rest. */
export function choices(
  chosen: Choice,
  sizes: readonly Size[],
  styles: readonly string[],
  fallback: boolean,
): Choice[] {
  if (!fallback) return [chosen];
  const from = Math.max(0, sizes.indexOf(chosen.size));
  const inTurn = [...sizes.slice(from), ...sizes.slice(0, from)];
  const others = styles.filter((style) => style !== chosen.style);
  const all = [
    ...inTurn.map((size) => ({ size, style: chosen.style })),
    ...others.map((style) => ({ size: chosen.size, style })),
    ...others.flatMap((style) => inTurn.slice(1).map((size) => ({ size, style }))),
  ];
  const seen = new Set<string>();
  return all.filter((choice) => !seen.has(choiceKey(choice)) && seen.add(choiceKey(choice)));
}

export function nextChoice(all: readonly Choice[], soldOut: readonly string[], stock: StockOf): Choice | null {
  return all.find((choice) => !soldOut.includes(choiceKey(choice)) && stock(choice) !== 0) ?? null;
}
