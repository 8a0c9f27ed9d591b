import type { Money } from '../../retailers/retailer.js';

/** Changes that holders of slots are mailed about; one edit may be both. */
export interface HolderNews {
  moves: Changes<AnnouncedFacts['releaseAt']>;
  repricings: Changes<AnnouncedFacts['retailPrice']>;
}
/** `before`: what holders knew before the changes that they are notified of together */
interface Changes<Fact> {
  count: number;
  notified: boolean;
  before: Fact;
}
interface AnnouncedFacts {
  /** ms UTC; null: by hand */
  releaseAt: number | null;
  retailPrice: Money | null;
}

const NONE = { count: 0, notified: true, before: null };
export const NO_NEWS: HolderNews = { moves: NONE, repricings: NONE };

/** `was`: before these changes */
export function newsAfter(
  { moves, repricings }: HolderNews,
  was: AnnouncedFacts,
  changes: Partial<AnnouncedFacts>,
): HolderNews {
  return {
    moves: changes.releaseAt === undefined ? moves : another(moves, was.releaseAt),
    repricings: changes.retailPrice === undefined ? repricings : another(repricings, was.retailPrice),
  };
}

export function allNotified({ moves, repricings }: HolderNews): HolderNews {
  return { moves: { ...moves, notified: true }, repricings: { ...repricings, notified: true } };
}

/** What was mailed; null when another change came meanwhile, or nobody was to be notified. */
export function notifiedFacts(
  mailed: { move: number; repricing: number },
  { moves, repricings }: HolderNews,
  { releaseAt, retailPrice }: AnnouncedFacts,
): Pick<AnnouncedFacts, 'releaseAt'> | AnnouncedFacts | null {
  const isCurrent = moves.count === mailed.move && repricings.count === mailed.repricing;
  if (!isCurrent || (moves.notified && repricings.notified)) return null;
  return repricings.notified ? { releaseAt } : { releaseAt, retailPrice };
}

function another<Fact>({ count, notified, before }: Changes<Fact>, was: Fact): Changes<Fact> {
  return { count: count + 1, notified: false, before: notified ? was : before };
}
