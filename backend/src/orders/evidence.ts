import { Refused } from '../event-sourcing/decider.js';

/** `reviewed`: staff accepted a mail; `signed-email`: the retailer's signature proves it */
export const EVIDENCE_KINDS = ['retailer', 'signed-email', 'reviewed', 'card-charge'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface Evidence {
  kind: EvidenceKind;
  /** the retailer's order number, or the attempt's reference */
  reference: string;
  /** base64url, of the receipt, mail or statement line */
  sha256: string;
}

const ATTEMPT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:\d+$/i;

/** Whether evidence proves the open attempt: it names that attempt or an order number of the retailer. */
export function mayProve(reference: string, open: { reference: string } | null): boolean {
  if (!open) return false;
  return !ATTEMPT.test(reference) || reference.toLowerCase() === open.reference.toLowerCase();
}

export function refusedReference(): Refused {
  const text = 'The retailer refused this attempt, or it was closed. Only the retailer itself can say otherwise.';
  return new Refused('refused-reference', 'conflict', text);
}
