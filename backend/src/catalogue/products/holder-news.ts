import type { Money } from '../../retailers/retailer.js';

/** Changes that holders of slots are mailed about; one edit may be both. */
export interface HolderNews {
  moves: Changes;
  repricings: Changes;
}
interface Changes {
  count: number;
  told: boolean;
}
interface AnnouncedFacts {
  /** ms UTC; null: by hand */
  releaseAt: number | null;
  retailPrice: Money | null;
}

const NONE: Changes = { count: 0, told: true };
export const NO_NEWS: HolderNews = { moves: NONE, repricings: NONE };

export function newsAfter({ moves, repricings }: HolderNews, changes: Partial<AnnouncedFacts>): HolderNews {
  return {
    moves: changes.releaseAt === undefined ? moves : another(moves),
    repricings: changes.retailPrice === undefined ? repricings : another(repricings),
  };
}

export function allTold({ moves, repricings }: HolderNews): HolderNews {
  return { moves: { ...moves, told: true }, repricings: { ...repricings, told: true } };
}

/** What was mailed; null when another change came meanwhile, or nothing was to be told. */
export function toldOf(
  mailed: { move: number; repricing: number },
  { moves, repricings }: HolderNews,
  { releaseAt, retailPrice }: AnnouncedFacts,
): Pick<AnnouncedFacts, 'releaseAt'> | AnnouncedFacts | null {
  const isCurrent = moves.count === mailed.move && repricings.count === mailed.repricing;
  if (!isCurrent || (moves.told && repricings.told)) return null;
  return repricings.told ? { releaseAt } : { releaseAt, retailPrice };
}

function another({ count }: Changes): Changes {
  return { count: count + 1, told: false };
}
