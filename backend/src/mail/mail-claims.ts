import { type Claim, claimed } from '../platform/claims.js';
import { Refused } from '../platform/decider.js';
import type { Bounce } from './bounces.js';

export type MailOutcome = 'sent' | 'suppressed' | Bounce;

/** Mails that are being sent, or were to be, by mailId: until `leaseUntil` (ms UTC) by nobody else. */
export type MailClaims = Readonly<Record<string, Claim & { times: number }>>;

/** The deadline of sending one, ms. */
export const SEND_WITHIN = 60_000;
const LEASE = 2 * SEND_WITHIN;
const LONGEST_LEASE = 24 * 3_600_000;

/** The next claim of a mail. Each lasts four times as long as the one before: eight of them in 72 hours of refusals. @throws Refused 'claimed' */
export function nextClaim(claims: MailClaims, mailId: string, by: string, now: number): Claim {
  const last = claims[mailId];
  if (last && now < last.leaseUntil) throw claimed(Math.ceil((last.leaseUntil - now) / 1_000));
  return { by, leaseUntil: now + Math.min(LONGEST_LEASE, LEASE * 4 ** (last?.times ?? 0)) };
}

/** ms UTC; 0 of a mail that nobody has claimed */
export function leaseOf(claims: MailClaims, mailId: string): number {
  return claims[mailId]?.leaseUntil ?? 0;
}

export function withClaim(claims: MailClaims, mailId: string, { by, leaseUntil }: Claim): MailClaims {
  return { ...claims, [mailId]: { by, leaseUntil, times: (claims[mailId]?.times ?? 0) + 1 } };
}

export function withoutClaim(claims: MailClaims, mailId: string): MailClaims {
  if (!(mailId in claims)) return claims;
  const { [mailId]: _, ...others } = claims;
  return others;
}

/** It was sent, suppressed or has bounced: whoever comes late has nothing to do. */
export function mailEnded(): Refused {
  return new Refused('mail-ended', 'conflict', 'This email has already been handled.');
}

export function personErased(): Refused {
  return new Refused('person-erased', 'gone', 'This person was erased, so there is nobody to email.');
}

/** The event that says what became of a mail. */
export function outcomeEvent<Kind>(mail: { mailId: string; kind: Kind }, outcome: MailOutcome) {
  if (outcome === 'sent') return { type: 'MailSent', data: mail } as const;
  if (outcome === 'suppressed') return { type: 'MailSuppressed', data: mail } as const;
  return { type: 'MailBounced', data: { ...mail, ...outcome } } as const;
}
