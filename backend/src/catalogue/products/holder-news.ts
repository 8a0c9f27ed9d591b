import type { Money } from '../../retailers/retailer.js';

/** Changes that holders of slots are mailed about; one edit may be both. */
export interface HolderNews {
  moves: Changes;
  repricings: Changes;
}
interface Changes {
  count: number;
  notified: boolean;
}
interface AnnouncedFacts {
  /** ms UTC; null: by hand */
  releaseAt: number | null;
  retailPrice: Money | null;
}

const NONE: Changes = { count: 0, notified: true };
export const NO_NEWS: HolderNews = { moves: NONE, repricings: NONE };

export function newsAfter({ moves, repricings }: HolderNews, changes: Partial<AnnouncedFacts>): HolderNews {
  return {
    moves: changes.releaseAt === undefined ? moves : another(moves),
    repricings: changes.retailPrice === undefined ? repricings : another(repricings),
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

function another({ count }: Changes): Changes {
  return { count: count + 1, notified: false };
}
