import type { StoryEntry } from './shapes/orders.js';

/** The shop's page that draws what the admin, in whose frame it stands, sends it; alone it is empty. */
export const THEN_PATH = '/then';

export const THEN_KINDS = ['orders', 'products'] as const;

export interface ShownThen {
  kind: (typeof THEN_KINDS)[number];
  /** ISO 8601; the page's clock stands there */
  at: string;
  /** what the API answered the shopper at that second */
  shown: Record<string, unknown>;
  story: readonly StoryEntry[];
}

/** The page's answer: it listens, and is this high, px. */
export interface ThenHeight {
  thenHeight: number;
}

export function isShownThen(data: unknown): data is ShownThen {
  if (typeof data !== 'object' || data === null) return false;
  const { kind, at, shown, story } = data as Record<string, unknown>;
  const isSupported = THEN_KINDS.some((one) => one === kind) && typeof shown === 'object' && shown !== null;
  return isSupported && !Number.isNaN(Date.parse(String(at))) && Array.isArray(story);
}

/** undefined: another message */
export function thenHeightOf(data: unknown): number | undefined {
  const height = typeof data === 'object' && data !== null && (data as Partial<ThenHeight>).thenHeight;
  return typeof height === 'number' ? height : undefined;
}
