/** how long a slot is offered to the first in line, ms */
export const OFFER_MS = 10 * 60_000;
/** how many may wait for one drop */
export const WAITLIST_MOST = 5_000;

/** Where somebody waits for a slot; told to them alone. */
export interface WaitingPlace {
  profileId: string;
  size: string;
  style: string;
  /** 1 for who is offered the next slot; 0 while one is offered */
  rank: number;
  /** ISO 8601 */
  offeredUntil: string | null;
}

/** The same among all that somebody waits for. */
export interface OwnPlace extends WaitingPlace {
  productId: string;
  productTitle: string;
}
