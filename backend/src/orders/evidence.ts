import { Refused } from '../event-sourcing/decider.js';

/** `reviewed`: a person of the staff decided on a mail; `signed-email`: the retailer's own signature proves it */
export const EVIDENCE_KINDS = ['retailer', 'signed-email', 'reviewed', 'card-charge'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Proof that something was bought; without one there is no success and no fee. */
export interface Evidence {
  kind: EvidenceKind;
  /** the retailer's order number, or the reference of the attempt */
  reference: string;
  /** of the receipt, the mail or the statement line; base64url */
  sha256: string;
}

const ATTEMPT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:\d+$/i;

/**
 * Whether anything but the retailer's own answer may prove a purchase by this reference: of an order's attempts only the open one is
 * not refused or closed. A reference that names no attempt is the retailer's order number and speaks of the open one.
 */
export function mayProve(reference: string, open: { reference: string } | null): boolean {
  if (!open) return false;
  return !ATTEMPT.test(reference) || reference.toLowerCase() === open.reference.toLowerCase();
}

export function refusedReference(): Refused {
  const text = 'The retailer refused this attempt, or it was closed. Only the retailer itself can say otherwise.';
  return new Refused('refused-reference', 'conflict', text);
}
