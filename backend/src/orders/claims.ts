import type { Claim } from '../event-sourcing/claims.js';
import { Refused } from '../event-sourcing/decider.js';

/** What takes an open claim over. `ended`: a holder that is known to have ended, whose lease need not pass. */
export interface Takeover {
  ended?: string | undefined;
}

/** Whether it is too early to take a claim over. */
export function isTooEarly(open: Claim, ended: string | undefined, now: number): boolean {
  return now < open.leaseUntil && open.by !== ended;
}

/** `inVain`: how often the log has said of this effect that nothing definite came of a claim. */
export interface OpenClaim extends Claim {
  inVain: number;
}

const LONGEST_LEASE = 12 * 3_600_000;

/**
 * ms that a takeover holds. Its holder goes on trying without another word in the log, so each one holds three times as long
 * as the one before: 72 hours of trouble take a dozen. Once a holder has died, others wait no longer than twice the time that
 * had been in vain before.
 */
export function leaseOfTakeover(shortest: number, { inVain }: OpenClaim): number {
  return Math.min(LONGEST_LEASE, shortest * 3 ** inVain);
}

/** Whether `by` may still begin what takes until `end` (ms UTC). Nobody else does anything before that. */
export function isHeld(claim: Claim, by: string, end: number): boolean {
  return claim.by === by && end <= claim.leaseUntil;
}

/** Whether `by` claimed it and is at it for the first time; what came of it is not known before. */
export function isUnderWay(open: OpenClaim, by: string, now: number): boolean {
  return open.by === by && open.inVain === 0 && now < open.leaseUntil;
}

/** Another worker was faster, or the order has moved on: what is left to do is in the log. */
export function isAnothersTurn(error: unknown): boolean {
  return error instanceof Refused && (error.code === 'claimed' || error.code === 'order-ended');
}
