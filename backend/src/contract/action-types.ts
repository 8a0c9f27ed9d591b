import type { Order, Session } from './api-types.js';

/** What a signed link from a mail is for: paying the fee with another card, giving a slot back, proving an address, undoing a change of it. */
export type ActionPurpose = 'fee' | 'withdraw' | 'verify' | 'undo';
export interface ActionView {
  success: true;
  purpose: ActionPurpose;
  order: Order | null;
  proof?: LinkProof;
  /** what its holder still owes; null or absent: nothing */
  fee?: OpenFee | null;
}
/** A fee that waits for its payer: `declined` wants another card, as `expired` does; `authenticate`: the bank wants it confirmed. */
export interface OpenFee {
  why: 'declined' | 'authenticate' | 'expired';
  payUntil: string;
}
/**
 * What a link about an account asks of its reader beside itself: nothing (an undo, or their browser is signed in), the
 * account's password, or a choice between that and a new one.
 */
export type LinkProof = 'none' | 'password' | 'choice';
/** What posting to a link about an order answers. `redirectUrl`: where the cardholder confirms the fee; null when nothing is left to do. */
export type ActionOutcome = ActionView & { redirectUrl?: string | null } & Partial<Omit<Session, 'success'>>;

/** What staff can do with an order. */
export type OrderAction =
  | 'refund'
  | 'settle'
  | 'withdraw'
  | 'checkout'
  | 'evidence'
  | 'archive'
  | 'resend'
  | 'aco'
  | 'erase';

/** What became of one of the orders that a request refunds or withdraws. */
export interface BulkResult {
  id: string;
  success: boolean;
  /** why not, as people read it */
  error?: string;
  code?: string;
}
