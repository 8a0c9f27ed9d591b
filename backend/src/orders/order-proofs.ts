import type { ProofAnswer } from '@supreme-access/contract/shapes/proofs.js';
import { Command, type CommandOf, noSuch, Refused, unreachable } from '../event-sourcing/decider.js';
import { type CheckoutEvent, type CheckoutState } from './checkout-facts.js';
import { success } from './checkout-outcomes.js';
import { mayProve, refusedReference } from './evidence.js';
import { isEnded, type PlacedFacts, type WithStatus } from './order-status.js';

/** Mails that hint at a purchase charge nothing: the retailer is queried, and staff decide. */

export type ProofDecision = 'accept' | 'refuse';

export interface HintFacts {
  proofId: string;
  /** vault record of the mail */
  record: string;
  /** base64url, of the mail */
  sha256: string;
  /** the attempt in the mail; null: none */
  reference: string | null;
  /** the mail service authenticated the sender */
  isAuthenticated: boolean;
  /** for staff: why the mail alone is no proof */
  why: string;
  /** the signature key was unavailable; verification is retried */
  isUnverified: boolean;
}

export type ProofEvent =
  | {
      type: 'ProofReceived';
      /** `receivedAt`: ms UTC; `lookUp`: the reference to query, null after a recent query */
      data: HintFacts & { receivedAt: number; lookUp: string | null };
    }
  | { type: 'ProofChecked'; data: { proofId: string; answer: ProofAnswer } }
  | { type: 'ProofReviewed'; data: { proofId: string; decision: ProofDecision; reason: string } }
  /** the vault has deleted the mail */
  | { type: 'ProofForgotten'; data: { proofId: string } };

export class ReceiveHint extends Command<HintFacts> {
  readonly type = 'ReceiveHint';
}
export class RecordProofCheck extends Command<{ proofId: string; answer: ProofAnswer }> {
  readonly type = 'RecordProofCheck';
}
/** @throws Refused 'not-found' | 'proof-decided' | 'refused-reference' */
export class ReviewProof extends Command<{ proofId: string; decision: ProofDecision; reason: string }> {
  readonly type = 'ReviewProof';
}
export class ForgetProof extends Command<{ proofId: string }> {
  readonly type = 'ForgetProof';
}
export const proofCommands = { ReceiveHint, RecordProofCheck, ReviewProof, ForgetProof };
export type ProofCommand = CommandOf<typeof proofCommands>;

export interface OrderProof extends HintFacts {
  receivedAt: number;
  lookUp: string | null;
  answer: ProofAnswer | null;
  decision: { decision: ProofDecision; reason: string } | null;
}
export interface ProofState {
  proofs: Readonly<Record<string, OrderProof>>;
}
export const NO_PROOFS: ProofState = { proofs: {} };

type Facts = WithStatus<ProofState & CheckoutState>;
type Decided = ProofEvent | CheckoutEvent;

export function isWaiting({ decision }: OrderProof, state: Facts): boolean {
  return decision === null && !state.bought && !isEnded(state);
}

/** min ms between queries for one reference */
const MIN_LOOKUP_INTERVAL = 10 * 60_000;
/** Limits of pending mails per order: forged senders must not crowd out authenticated ones. */
const MOST_WAITING = 10;
const MOST_AUTHENTICATED = 20;

export function decideProof(command: ProofCommand, state: Facts, placed: PlacedFacts, now: number): Decided[] {
  switch (command.type) {
    case 'ReceiveHint':
      return receive(command.data, state, placed, now);
    case 'RecordProofCheck': {
      const proof = state.proofs[command.data.proofId];
      return proof && proof.answer === null ? [{ type: 'ProofChecked', data: command.data }] : [];
    }
    case 'ReviewProof':
      return review(command.data, state, placed);
    case 'ForgetProof':
      return command.data.proofId in state.proofs ? [{ type: 'ProofForgotten', data: command.data }] : [];
    default:
      return unreachable(command);
  }
}

function receive(hint: HintFacts, state: Facts, placed: PlacedFacts, now: number): Decided[] {
  if (hint.proofId in state.proofs || state.attempts === 0 || state.bought || isEnded(state)) return [];
  const waiting = Object.values(state.proofs).filter(({ decision }) => decision === null).length;
  if (waiting >= (hint.isAuthenticated ? MOST_AUTHENTICATED : MOST_WAITING)) return [];
  const lookUp = hint.reference ?? state.checkout?.reference ?? `${placed.orderId}:${state.attempts}`;
  const wasLookedUp = Object.values(state.proofs).some(
    (one) => one.lookUp === lookUp && now - one.receivedAt < MIN_LOOKUP_INTERVAL,
  );
  return [{ type: 'ProofReceived', data: { ...hint, receivedAt: now, lookUp: wasLookedUp ? null : lookUp } }];
}

function review({ proofId, decision, reason }: ReviewProof['data'], state: Facts, placed: PlacedFacts): Decided[] {
  const proof = state.proofs[proofId];
  if (!proof) throw noSuch('proof');
  if (proof.decision?.decision === decision) return [];
  if (proof.decision) throw new Refused('proof-decided', 'conflict', 'This proof has already been decided.');
  const reviewed: Decided = { type: 'ProofReviewed', data: { proofId, decision, reason } };
  if (decision === 'refuse' || state.bought) return [reviewed];
  const reference = proof.reference ?? state.checkout?.reference ?? '';
  if (!mayProve(reference, state.checkout)) throw refusedReference();
  return [reviewed, success(state, placed, { evidence: { kind: 'reviewed', reference, sha256: proof.sha256 } })];
}

export function evolveProof<State extends ProofState>(state: State, event: ProofEvent): State {
  const { proofId } = event.data;
  const proof = state.proofs[proofId];
  const changed = (changes: Partial<OrderProof>): State =>
    proof ? { ...state, proofs: { ...state.proofs, [proofId]: { ...proof, ...changes } } } : state;
  switch (event.type) {
    case 'ProofReceived':
      return { ...state, proofs: { ...state.proofs, [proofId]: { ...event.data, answer: null, decision: null } } };
    case 'ProofChecked':
      return changed({ answer: event.data.answer });
    case 'ProofReviewed':
      return changed({ decision: { decision: event.data.decision, reason: event.data.reason } });
    case 'ProofForgotten': {
      const { [proofId]: _, ...proofs } = state.proofs;
      return { ...state, proofs };
    }
    default:
      return unreachable(event);
  }
}
