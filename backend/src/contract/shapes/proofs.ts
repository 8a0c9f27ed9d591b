import type { Static } from 'typebox';
import { DISPUTE_STATES } from '../statuses.js';
import { AdminOrder, StoryEntry } from './orders.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';

/** `settled`: the order was bought or has ended before anybody decided */
export const PROOF_STATUSES = ['waiting', 'accepted', 'refused', 'settled'] as const;
/** A mail that may prove a purchase, beside the order it is about. */
export const Proof = shape('Proof', {
  id: TEXT,
  orderId: TEXT,
  status: oneOf(PROOF_STATUSES),
  receivedAt: INSTANT,
  /** null: the mail is gone, 30 days after the decision or with its person */
  mail: orNull(shape('ProofMail', { from: TEXT, subject: TEXT, text: TEXT })),
  /** the mail service vouches for its sender */
  isAuthenticated: FLAG,
  /** the attempt it names; null: none */
  reference: orNull(TEXT),
  /** why it is no proof by itself */
  why: TEXT,
  /** what the retailer said when it was asked because of this mail; null: it has not answered yet */
  answer: orNull(oneOf(['succeeded', 'refused', 'never-seen', 'in-progress', 'not-asked'])),
  /** of who decided */
  reason: orNull(TEXT),
  order: AdminOrder,
});
export type Proof = Static<typeof Proof>;
export type ProofStatus = Proof['status'];
export type ProofAnswer = NonNullable<Proof['answer']>;

/** Null: the bank has not said. */
const dispute = {
  disputeId: TEXT,
  amount: PRICE,
  currency: TEXT,
  /** as the bank names it, 'fraudulent' */
  reason: orNull(TEXT),
  /** until when Stripe takes evidence */
  dueBy: orNull(INSTANT),
  state: oneOf(DISPUTE_STATES),
  /** as Stripe names it, 'warning_needs_response' */
  status: orNull(TEXT),
  openedAt: INSTANT,
  closedAt: orNull(INSTANT),
};
/** A fee that its cardholder's bank disputes. */
export const Dispute = shape('Dispute', {
  id: TEXT,
  orderId: TEXT,
  productTitle: TEXT,
  /** it is open, and evidence comes too late */
  pastDue: FLAG,
  ...dispute,
});
export type Dispute = Static<typeof Dispute>;

const AGREED = orNull(shape('Agreed', { version: TEXT, agreedAt: INSTANT }));
/** What proves one fee to a bank: consent, mandate, receipt, what happened, what was bought. Personal is who paid, and nothing else. */
export const EvidenceFile = shape('EvidenceFile', {
  madeAt: INSTANT,
  orderId: TEXT,
  product: shape('EvidenceProduct', { productId: TEXT, productTitle: TEXT }),
  /** null: they have been erased */
  customer: orNull(shape('EvidenceCustomer', { name: TEXT, email: TEXT })),
  slot: shape('EvidenceSlot', { slotNumber: orNull(COUNT), size: TEXT, style: TEXT, reservedAt: INSTANT }),
  consent: shape('EvidenceConsent', {
    /** of the terms that the account agreed to, and when; null: a guest */
    terms: AGREED,
    /** to the next available size or style */
    nextAvailable: FLAG,
    poBox: FLAG,
    /** that what looks like a PO box is a street */
    streetConfirmed: FLAG,
  }),
  /** the wording under which the card was saved to be charged, and when; null: it is not in the log, as with a guest */
  mandate: AGREED,
  receipt: orNull(
    shape('EvidenceReceipt', { amount: PRICE, currency: TEXT, intentId: TEXT, chargeId: TEXT, chargedAt: INSTANT }),
  ),
  refunds: listOf(shape('EvidenceRefund', { refundId: TEXT, amount: PRICE, refundedAt: INSTANT })),
  disputes: listOf(shape('EvidenceDispute', dispute)),
  proof: orNull(
    shape('EvidenceProof', {
      kind: TEXT,
      reference: TEXT,
      /** of the receipt, the mail or the statement line */
      sha256: TEXT,
      size: TEXT,
      style: TEXT,
      provenAt: INSTANT,
    }),
  ),
  story: listOf(StoryEntry),
  /** the order's own events; each hash covers the event and the one before it */
  events: listOf(shape('EvidenceEvent', { stream: TEXT, revision: COUNT, type: TEXT, at: INSTANT, hash: TEXT })),
});
export type EvidenceFile = Static<typeof EvidenceFile>;
