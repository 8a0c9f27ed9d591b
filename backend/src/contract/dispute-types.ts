import type { StoryEntry } from './api-types.js';

/** `closed`: it ended as neither, as an inquiry that came to nothing or a dispute that was prevented; `status` says so. */
export const DISPUTE_STATES = ['open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A fee that its cardholder's bank disputes. Amounts in currency units. */
export interface Dispute {
  id: string;
  disputeId: string;
  orderId: string;
  productTitle: string;
  amount: number;
  currency: string;
  /** as the bank names it, 'fraudulent'; null: it was not told */
  reason: string | null;
  /** until when Stripe takes evidence; null: it was not told */
  dueBy: string | null;
  state: DisputeState;
  /** as Stripe names it, 'warning_needs_response'; null: it was not told */
  status: string | null;
  /** it is open, and evidence comes too late */
  pastDue: boolean;
  openedAt: string;
  closedAt: string | null;
}

/** What proves one fee to a bank: consent, mandate, receipt, what happened, what was bought. Personal is who paid, and nothing else. */
export interface EvidenceFile {
  madeAt: string;
  orderId: string;
  product: { productId: string; productTitle: string };
  /** null: they have been erased */
  customer: { name: string; email: string } | null;
  slot: { slotNumber: number | null; size: string; style: string; reservedAt: string };
  consent: {
    /** of the terms that the account agreed to, and when; null: a guest */
    terms: { version: string; agreedAt: string } | null;
    /** to the next available size or style */
    nextAvailable: boolean;
    poBox: boolean;
    /** that what looks like a PO box is a street */
    streetConfirmed: boolean;
  };
  /** the wording under which the card was saved to be charged, and when; null: it is not in the log, as with a guest */
  mandate: { version: string; agreedAt: string } | null;
  receipt: {
    amount: number;
    currency: string;
    intentId: string;
    chargeId: string;
    chargedAt: string;
  } | null;
  refunds: { refundId: string; amount: number; refundedAt: string }[];
  disputes: Omit<Dispute, 'id' | 'productTitle' | 'orderId' | 'pastDue'>[];
  proof: {
    kind: string;
    reference: string;
    /** of the receipt, the mail or the statement line */
    sha256: string;
    size: string;
    style: string;
    provenAt: string;
  } | null;
  story: StoryEntry[];
  /** the order's own events; each hash covers the event and the one before it */
  events: { stream: string; revision: number; type: string; at: string; hash: string }[];
}
