import type { Static } from 'typebox';
import { DISPUTE_STATES } from '../statuses.js';
import { AdminOrder, StoryEntry } from './orders.js';
import { COUNT, FLAG, INSTANT, listOf, oneOf, orNull, PRICE, shape, TEXT } from './primitives.js';

/** `settled`: the order was bought or ended without a decision */
export const PROOF_STATUSES = ['waiting', 'accepted', 'refused', 'settled'] as const;
export const Proof = shape('Proof', {
  id: TEXT,
  orderId: TEXT,
  status: oneOf(PROOF_STATUSES),
  receivedAt: INSTANT,
  /** null: deleted, 30 days after the decision or by an erasure */
  mail: orNull(shape('ProofMail', { from: TEXT, subject: TEXT, text: TEXT })),
  isAuthenticated: FLAG,
  reference: orNull(TEXT),
  why: TEXT,
  /** the retailer's answer to a lookup for this mail; null: none yet */
  answer: orNull(oneOf(['succeeded', 'refused', 'never-seen', 'in-progress', 'not-asked'])),
  reason: orNull(TEXT),
  order: AdminOrder,
});
export type Proof = Static<typeof Proof>;
export type ProofStatus = Proof['status'];
export type ProofAnswer = NonNullable<Proof['answer']>;

/** Null: the bank has not sent it. */
const dispute = {
  disputeId: TEXT,
  amount: PRICE,
  currency: TEXT,
  reason: orNull(TEXT),
  dueBy: orNull(INSTANT),
  state: oneOf(DISPUTE_STATES),
  status: orNull(TEXT),
  openedAt: INSTANT,
  closedAt: orNull(INSTANT),
};
export const Dispute = shape('Dispute', {
  id: TEXT,
  orderId: TEXT,
  productTitle: TEXT,
  pastDue: FLAG,
  ...dispute,
});
export type Dispute = Static<typeof Dispute>;

const AGREED = orNull(shape('Agreed', { version: TEXT, agreedAt: INSTANT }));
export const EvidenceFile = shape('EvidenceFile', {
  madeAt: INSTANT,
  orderId: TEXT,
  product: shape('EvidenceProduct', { productId: TEXT, productTitle: TEXT }),
  /** null: erased */
  customer: orNull(shape('EvidenceCustomer', { name: TEXT, email: TEXT })),
  slot: shape('EvidenceSlot', { slotNumber: orNull(COUNT), size: TEXT, style: TEXT, reservedAt: INSTANT }),
  consent: shape('EvidenceConsent', {
    terms: AGREED,
    nextAvailable: FLAG,
    poBox: FLAG,
    streetConfirmed: FLAG,
  }),
  /** wording for saving the card; null: not in the log, as for guests */
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
      sha256: TEXT,
      size: TEXT,
      style: TEXT,
      provenAt: INSTANT,
    }),
  ),
  story: listOf(StoryEntry),
  events: listOf(shape('EvidenceEvent', { stream: TEXT, revision: COUNT, type: TEXT, at: INSTANT, hash: TEXT })),
});
export type EvidenceFile = Static<typeof EvidenceFile>;
