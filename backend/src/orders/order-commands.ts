import type { Size } from '../contract/limits.js';
import { Command } from '../platform/decider.js';
import type { CloseReason, Evidence, PlacedOrder, Withdrawal } from './order.js';

/** What can be asked of an order. Claims (`by`, `leaseUntil`) are made by workers, with a fresh command id per try. */

export interface ClaimRequest {
  by: string;
  /** ms UTC */
  leaseUntil: number;
}

export type CheckoutOutcome =
  | { kind: 'succeeded'; evidence: Evidence }
  /** `retryAt` null: a definite no, nothing else to try */
  | { kind: 'refused'; reason: string; retryAt: number | null }
  | ({ kind: 'unknown'; reason: string; retryAt: number } & ClaimRequest);

export type ChargeOutcome =
  | { kind: 'charged'; chargeId: string; amount: number }
  | { kind: 'declined'; reason: string };

export type RefundOutcome = { kind: 'refunded'; stripeRefundId: string } | { kind: 'failed'; reason: string };

export class PlaceOrder extends Command<PlacedOrder & { personal?: { email: string; name: string } }> {
  readonly type = 'PlaceOrder';
}
export class StartCheckout extends Command<ClaimRequest & { size: Size; style: string; closesAt: number }> {
  readonly type = 'StartCheckout';
}
export class TakeOverCheckout extends Command<ClaimRequest> {
  readonly type = 'TakeOverCheckout';
}
export class RecordCheckout extends Command<{ reference: string; outcome: CheckoutOutcome }> {
  readonly type = 'RecordCheckout';
}
/** The owner of the card gives its security code, in a vault record of the order's own. */
export class GiveCode extends Command<{ codeRecord: string }> {
  readonly type = 'GiveCode';
}
/** Evidence from outside: a forwarded confirmation, a line on the card's statement. */
export class RecordEvidence extends Command<{ evidence: Evidence }> {
  readonly type = 'RecordEvidence';
}
/** Claims the charge of the fee, or takes it over once its lease has passed. */
export class ChargeFee extends Command<ClaimRequest & { intentId: string; paymentMethodId: string }> {
  readonly type = 'ChargeFee';
}
export class RecordCharge extends Command<{ intentId: string; outcome: ChargeOutcome }> {
  readonly type = 'RecordCharge';
}
export class WaiveFee extends Command<{ reason: string }> {
  readonly type = 'WaiveFee';
}
/** `amount` in minor units; null: all that is left. */
export class RefundOrder extends Command<{ refundId: string; amount: number | null; reason: string }> {
  readonly type = 'RefundOrder';
}
export class StartRefund extends Command<ClaimRequest & { refundId: string }> {
  readonly type = 'StartRefund';
}
export class RecordRefund extends Command<{ refundId: string; outcome: RefundOutcome }> {
  readonly type = 'RecordRefund';
}
/** Somebody gave money back at Stripe itself, or it came back again (`failure`); `amount` in minor units. */
export class RecordRefundByHand extends Command<{ stripeRefundId: string; amount: number; failure: string | null }> {
  readonly type = 'RecordRefundByHand';
}
export class DisputeFee extends Command<{ disputeId: string; amount: number }> {
  readonly type = 'DisputeFee';
}
export class CloseDispute extends Command<{ disputeId: string; amount: number; outcome: 'won' | 'lost' }> {
  readonly type = 'CloseDispute';
}
export class WithdrawOrder extends Command<Withdrawal> {
  readonly type = 'WithdrawOrder';
}
export class CloseOrder extends Command<{ reason: CloseReason }> {
  readonly type = 'CloseOrder';
}
export class ArchiveOrder extends Command<Record<string, never>> {
  readonly type = 'ArchiveOrder';
}
export class RecordAcoAccess extends Command<{ reason: string }> {
  readonly type = 'RecordAcoAccess';
}
export class RequestMail extends Command<{ mailId: string; kind: string }> {
  readonly type = 'RequestMail';
}
export class RecordMailSent extends Command<{ mailId: string; kind: string }> {
  readonly type = 'RecordMailSent';
}
export class RecordMailSuppressed extends Command<{ mailId: string; kind: string }> {
  readonly type = 'RecordMailSuppressed';
}
export class EraseOrder extends Command<Record<string, never>> {
  readonly type = 'EraseOrder';
}
export class FinishErasure extends Command<Record<string, never>> {
  readonly type = 'FinishErasure';
}

export type OrderCommand =
  | PlaceOrder
  | StartCheckout
  | TakeOverCheckout
  | RecordCheckout
  | GiveCode
  | RecordEvidence
  | ChargeFee
  | RecordCharge
  | WaiveFee
  | RefundOrder
  | StartRefund
  | RecordRefund
  | RecordRefundByHand
  | DisputeFee
  | CloseDispute
  | WithdrawOrder
  | CloseOrder
  | ArchiveOrder
  | RecordAcoAccess
  | RequestMail
  | RecordMailSent
  | RecordMailSuppressed
  | EraseOrder
  | FinishErasure;
