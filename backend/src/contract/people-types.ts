import type { BounceReason } from './event-names.js';
import type { Role } from './statuses.js';

/** What the admin shows of promo codes in use, of accounts and of invitations. Times are ISO 8601 in UTC. */

/** One redemption of a promo code: an order, never who made it. */
export interface PromoUse {
  /** of the order */
  id: string;
  orderId: string;
  productId: string;
  percent: number;
  redeemedAt: string;
  /** null while the order holds it */
  returnedAt: string | null;
}
export interface PromoDay {
  /** '2026-11-22', in UTC */
  day: string;
  redeemed: number;
  returned: number;
}
export interface PromoUseOverTime {
  /** orders that hold a redemption now */
  held: number;
  /** redemptions given back, ever */
  returned: number;
  /** null: no limit */
  left: number | null;
  /** oldest first, each day of the range */
  days: PromoDay[];
}

/** Where an account stands open to whoever signs in to it. */
export interface AccountAccess {
  /** open sessions of who works here, the one used last first; of shoppers no book is kept */
  sessions: { id: string; begunAt: string; usedAt: string }[];
  sessionsKept: boolean;
  oneTimeCodes: boolean;
  /** within the last hour, from where nobody had signed in to it before */
  wrongPasswords: number;
}

/** A profile as staff see it: never more of its card than its last digits, and no street. */
export interface MaskedProfile {
  id: string;
  profileName: string;
  name: string;
  city: string;
  country: string;
  cardBrand: string;
  cardLast4: string;
  codeOnFile: boolean;
  savedAt: string;
}

export const MAIL_STATES = ['waiting', 'sent', 'not-sent', 'bounced'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export interface AccountMail {
  id: string;
  kind: string;
  state: MailState;
  /** of a mail about an order, of which only a bounce is told here */
  orderId: string | null;
  requestedAt: string;
  /** when it was sent, bounced or given up */
  endedAt: string | null;
  bounceReason: BounceReason | null;
  /** the mail server's reply in digits, as in '550 5.1.1' */
  reply: string | null;
}

export const SECURITY_EVENTS = [
  'AccountRegistered',
  'EmailVerified',
  'EmailMoveRequested',
  'EmailMoved',
  'PasswordChanged',
  'PasswordRevoked',
  'PasswordResetRequested',
  'SessionsRevoked',
  'RoleGranted',
  'RoleTaken',
  'AccountLocked',
  'AccountUnlocked',
  'ErasureRequested',
  'PersonalDataErased',
  'TotpEnrolled',
  'TotpDisabled',
  'RecoveryCodeUsed',
  'RecoveryCodesMade',
  'SessionBegun',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

/** What happened to who may sign in to an account. */
export interface AccountSecurityEvent {
  /** of the event in the log; of a session its own */
  id: string;
  type: SecurityEventName;
  /** in the log, where the event has a page of its own */
  position: number;
  at: string;
  /** 'admin' and the id of their account, 'guest', 'worker' and its name */
  by: { kind: string; id: string };
  role: string | null;
  reason: string | null;
  /** of a session that is over */
  endedAt: string | null;
  /** `requestId` in the security log */
  correlationId: string;
}

export type InvitationStanding = 'open' | 'used' | 'expired' | 'revoked';
/** An invitation as admins and auditors see it: never with its token. */
export interface AdminInvitation {
  id: string;
  /** whom it was mailed to; null when to nobody, or once that person is forgotten */
  email: string | null;
  /** null: an ordinary shopper */
  role: Role | null;
  state: InvitationStanding;
  mail: 'none' | 'waiting' | 'sent' | 'not-sent' | 'bounced';
  madeBy: string;
  usedBy: string | null;
  revokedBy: string | null;
  madeAt: string;
  expiresAt: string;
  /** when it was used or revoked */
  endedAt: string | null;
}
