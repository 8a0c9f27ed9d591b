import { PROMISE_MS } from '@supreme-access/contract/limits.js';

export type AccountLink =
  | { purpose: 'verify'; accountId: string; emailKey: string }
  | { purpose: 'reset'; accountId: string; emailKey: string }
  | { purpose: 'move'; accountId: string; emailKey: string; email: string }
  | { purpose: 'undo'; accountId: string; emailKey: string; email: string }
  | { purpose: 'farewell'; email: string; name: string };
export type AccountLinkPurpose = 'verify' | 'undo';
export type FollowedLink = Extract<AccountLink, { purpose: 'verify' | 'move' | 'undo' }>;

/** ms that each of them lives */
export const VERIFY_WITHIN = 48 * 3_600_000;
export const RESET_WITHIN = 30 * 60_000;
export const MOVE_WITHIN = 7 * 24 * 3_600_000;
export const UNDO_WITHIN = PROMISE_MS;
export const FAREWELL_WITHIN = 3 * 24 * 3_600_000;
