import type { AdminOrder } from './api-types.js';

/** `settled`: the order was bought or has ended before anybody decided */
export const PROOF_STATUSES = ['waiting', 'accepted', 'refused', 'settled'] as const;
export type ProofStatus = (typeof PROOF_STATUSES)[number];
export const PROOF_ANSWERS = ['succeeded', 'refused', 'never-seen', 'in-progress', 'not-asked'] as const;
export type ProofAnswer = (typeof PROOF_ANSWERS)[number];

/** A mail that may prove a purchase, beside the order it is about. */
export interface Proof {
  id: string;
  orderId: string;
  status: ProofStatus;
  receivedAt: string;
  /** null: the mail is gone, 30 days after the decision or with its person */
  mail: { from: string; subject: string; text: string } | null;
  /** the mail service vouches for its sender */
  isAuthenticated: boolean;
  /** the attempt it names; null: none */
  reference: string | null;
  /** why it is no proof by itself */
  why: string;
  /** what the retailer said when it was asked because of this mail; null: it has not answered yet */
  answer: ProofAnswer | null;
  /** of who decided */
  reason: string | null;
  order: AdminOrder;
}
