import type { StoryEntry } from './api-types.js';
import type { ListedDue } from './due.js';
import type { BounceReason, OrderMailKind, StoryEventName } from './event-names.js';

/** All that is known of one order beside itself; each fact names the event that it stands in. Prices are in currency units. */
export interface OrderFile {
  money: OrderMoney;
  evidence: OrderEvidence | null;
  attempts: OrderAttempt[];
  mails: OrderMailFact[];
  due: ListedDue[];
  story: FiledEntry[];
}

export interface FromEvent {
  eventId: string;
  at: string;
  /** who: `worker checkout`, `admin <uuid>` */
  by: string;
}

export interface OrderMoney {
  currency: string;
  listPrice: number;
  /** list price less what is to be paid; below 0 where more was agreed */
  discount: number;
  promoCode: string | null;
  price: number;
  charged: number;
  refunded: number;
  /** of failed refunds, and paid another way */
  settled: number;
  /** asked for, and not at the card yet */
  refundsUnderWay: number;
  /** of the charge */
  remains: number;
  moves: MoneyMove[];
}
/** One event about money. `amount` null: none moved. */
export interface MoneyMove extends FromEvent {
  type: StoryEventName;
  amount: number | null;
  note: string | null;
}

export const PROOF_KINDS = ['retailer', 'signed-email', 'reviewed', 'card-charge'] as const;

export interface OrderEvidence extends FromEvent {
  kind: (typeof PROOF_KINDS)[number];
  reference: string;
  /** of the receipt, the mail or the statement line; base64url */
  sha256: string;
  /** it came after the order had ended: kept, never charged */
  late: boolean;
}

export const ATTEMPT_ANSWERS = ['open', 'unknown', 'refused', 'bought'] as const;
/** One attempt at the retailer; `at` and `by` are of its start. */
export interface OrderAttempt extends FromEvent {
  attempt: number;
  reference: string;
  size: string;
  style: string;
  /** who holds the claim, and until when nobody else may take it over */
  claimedBy: string;
  leaseUntil: string;
  answer: (typeof ATTEMPT_ANSWERS)[number];
  reason: string | null;
  answeredAt: string | null;
  retryAt: string | null;
}

export const MAIL_STATES = ['asked-for', 'being-sent', 'sent', 'bounced', 'suppressed'] as const;
/** `at` and `by` are of what was last said of it. */
export interface OrderMailFact extends FromEvent {
  mailId: string;
  kind: OrderMailKind;
  state: (typeof MAIL_STATES)[number];
  messageId: string;
  bounce: { reason: BounceReason; reply: string } | null;
}

/** `cause`: the event of this order that it follows from; null where somebody asked for it, or the log does not say. */
export interface FiledEntry extends StoryEntry {
  eventId: string;
  cause: { eventId: string; type: StoryEventName } | null;
}
