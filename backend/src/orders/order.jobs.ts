import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import type { ProductEvent } from '../catalogue/products/product.js';
import { unreachable } from '../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../jobs/jobs.projection.js';
import { type MailName, mailDone, mailJobs } from '../mail/mail.js';
import type { Recorded } from '../projections/recorded.js';
import { CODE_GONE, TAKEN_OVER } from './checkout-facts.js';
import type { OrderEvent } from './order.js';
import type { ProofEvent } from './order-proofs.js';

export const PLACE = 'place-order';
export const CHECKOUT = 'checkout';
export const CHARGE = 'charge';
export const REFUND = 'refund';
export const CLOSE = 'close-order';
export const GIVE_BACK = 'give-back-slot';
export const ERASE_GUEST = 'erase-guest';
export const CHECK_PROOF = 'check-proof';
export const FORGET_PROOF = 'forget-proof';

/** ms; placing waits until after the rush, and any command places its order first */
const PLACE_DELAY = 2_000;
/** ms; the request finishes the erasure, and the worker only repairs a crash */
const ERASE_DELAY = 30_000;
/** ms between a holder's checks of its claim; a check appends nothing */
const LOOK_AFTER = 40_000;
/** ms that a mail is kept after its decision */
const MAIL_LIFE = 30 * 24 * 3_600_000;
const DECIDED_WITHIN = PROMISE_MS;
/** ms until a shop is asked what became of a checkout that it left to the shopper */
const WATCH = 60_000;
const REMIND_AFTER = [24, 48].map((hours) => hours * 3_600_000);

export const orderJobs = jobRule<OrderEvent | Extract<ProductEvent, { type: 'SlotReserved' | 'SlotReleased' }>>(
  ['order', 'product'],
  (event): readonly JobChange[] => {
    switch (event.type) {
      case 'SlotReserved':
        return [
          { kind: PLACE, id: event.data.orderId, dueAt: event.at + PLACE_DELAY },
          mail(event, 'slot-confirmed', { dueAt: event.at + PLACE_DELAY, orderId: event.data.orderId }),
        ];
      case 'SlotReleased':
        return [done(GIVE_BACK, event.data.orderId)];
      default:
        return event.category === 'order' ? afterOrderEvent(event as Recorded<OrderEvent>) : [];
    }
  },
);

function afterOrderEvent(event: Recorded<OrderEvent>): readonly JobChange[] {
  const { id, at } = event;
  switch (event.type) {
    case 'OrderPlaced':
      return [done(PLACE, id)];
    case 'OrderWithdrawn':
      return [
        done(PLACE, id),
        ...(event.data.slotNumber === null ? [] : [{ kind: GIVE_BACK, id, dueAt: at }]),
        mail(event, event.data.dropCancelled ? 'drop-cancelled' : 'withdrawn'),
      ];
    case 'OrderClosed':
      return [done(CLOSE, id), done(CHECKOUT, id), done(CHARGE, id), mail(event, 'closed')];
    case 'CheckoutStarted':
    case 'CheckoutPrepared':
    case 'CheckoutEscalated':
    case 'CheckoutSucceeded':
    case 'CheckoutRefused':
    case 'CheckoutOutcomeUnknown':
      return afterCheckout(event);
    case 'FeeChargeStarted':
    case 'FeeCharged':
    case 'FeeDeclined':
    case 'FeeWaived':
      return afterFee(event);
    case 'RefundRequested':
      return [{ kind: REFUND, id: `${id}:${event.data.refundId}`, dueAt: at }];
    case 'RefundStarted':
      return [{ kind: REFUND, id: `${id}:${event.data.refundId}`, dueAt: nextLook(event.data, at), claimed: true }];
    case 'FeeRefunded':
      return [done(REFUND, `${id}:${event.data.refundId}`), mail(event, 'refund', { which: event.data.refundId })];
    case 'RefundFailed':
      return [
        done(REFUND, `${id}:${event.data.refundId}`),
        mail(event, 'refund-failed', { which: event.data.refundId }),
      ];
    case 'RefundSettled':
      return [mail(event, 'refund-settled', { which: event.data.settlementId })];
    case 'PersonalDataErased':
      return event.data.guest ? [{ kind: ERASE_GUEST, id, dueAt: at + ERASE_DELAY }] : [];
    case 'ErasureFinished':
      return [done(ERASE_GUEST, id)];
    case 'ProofReceived':
    case 'ProofChecked':
    case 'ProofReviewed':
    case 'ProofForgotten':
      return afterProof(event);
    case 'SecurityCodeGiven': {
      const { retryAt } = event.data;
      return retryAt === null ? [] : [{ kind: CHECKOUT, id, dueAt: retryAt }];
    }
    case 'ShopOrderReported':
      return event.data.late ? [] : [{ kind: CHECKOUT, id, dueAt: at }];
    case 'ShipmentReported':
      return [mail(event, 'shipped')];
    case 'PurchaseSettled':
    case 'OrderArchived':
    case 'PriceOverridden':
    case 'FeeDisputed':
    case 'DisputeDeadlineMoved':
    case 'DisputeStatusChanged':
    case 'DisputeClosed':
    case 'AcoDataAccessed':
    case 'OrderJoined':
    case 'PaymentTokenMade':
    case 'TicketShared':
    case 'TicketHidden':
      return [];
    default:
      return unreachable(event);
  }
}

function afterProof(event: Recorded<ProofEvent>): readonly JobChange[] {
  const { at } = event;
  const { proofId: id } = event.data;
  const goneAfter = (ms: number): JobChange => ({ kind: FORGET_PROOF, id, dueAt: at + ms });
  switch (event.type) {
    case 'ProofReceived': {
      const { lookUp, isUnverified } = event.data;
      const isChecked = lookUp !== null || isUnverified;
      return [...(isChecked ? [{ kind: CHECK_PROOF, id, dueAt: at }] : []), goneAfter(DECIDED_WITHIN + MAIL_LIFE)];
    }
    case 'ProofChecked':
      return [done(CHECK_PROOF, id)];
    case 'ProofReviewed':
      return [done(CHECK_PROOF, id), goneAfter(MAIL_LIFE)];
    case 'ProofForgotten':
      return [done(CHECK_PROOF, id), done(FORGET_PROOF, id)];
    default:
      return unreachable(event);
  }
}

function afterCheckout(event: Recorded<Extract<OrderEvent, { type: `Checkout${string}` }>>): readonly JobChange[] {
  const { id, at } = event;
  switch (event.type) {
    case 'CheckoutStarted': {
      const { retailerId } = event.data;
      const queue = retailerId === undefined ? {} : { retailer: retailerId };
      return [
        { kind: CHECKOUT, id, dueAt: event.data.leaseUntil, attempt: event.data.attempt, claimed: true, ...queue },
        { kind: CLOSE, id, dueAt: event.data.closesAt },
        done(PLACE, id),
      ];
    }
    case 'CheckoutOutcomeUnknown': {
      const { retryAt: dueAt, attempt, reason } = event.data;
      // Otherwise the retailer may have set the time.
      const claimed = TAKEN_OVER.includes(reason) ? { claimed: true } : {};
      return [{ kind: CHECKOUT, id, dueAt, attempt, ...claimed }];
    }
    case 'CheckoutRefused': {
      const { reason, retryAt, attempt } = event.data;
      const next = retryAt === null ? done(CHECKOUT, id) : { kind: CHECKOUT, id, dueAt: retryAt, attempt };
      return reason === CODE_GONE ? [next, mail(event, 'code-needed', { which: String(attempt) })] : [next];
    }
    case 'CheckoutPrepared':
      return [];
    case 'CheckoutEscalated': {
      const { attempt } = event.data;
      const watch = { kind: CHECKOUT, id, dueAt: at + WATCH, attempt };
      return [watch, mail(event, 'finish-checkout', { which: String(attempt) })];
    }
    case 'CheckoutSucceeded':
      return event.data.late ? [] : [done(CHECKOUT, id), { kind: CHARGE, id, dueAt: at }];
    default:
      return unreachable(event);
  }
}

type FeeEvent = Extract<OrderEvent, { type: 'FeeChargeStarted' | 'FeeCharged' | 'FeeDeclined' | 'FeeWaived' }>;
function afterFee(event: Recorded<FeeEvent>): readonly JobChange[] {
  const { id, at } = event;
  switch (event.type) {
    case 'FeeChargeStarted':
      return [{ kind: CHARGE, id, dueAt: nextLook(event.data, at), attempt: event.data.attempt, claimed: true }];
    case 'FeeCharged':
      return [
        done(CHARGE, id),
        done(CLOSE, id),
        ...noReminders(id, event.data.attempt - 1),
        ...noReminders(id, event.data.attempt),
        // The refund's mail reports a late charge.
        ...(event.data.late ? [] : [mail(event, 'success')]),
      ];
    case 'FeeWaived':
      return [done(CHARGE, id), done(CLOSE, id), mail(event, 'fee-waived')];
    case 'FeeDeclined': {
      const { attempt } = event.data;
      return [
        done(CHARGE, id),
        ...noReminders(id, attempt - 1),
        mail(event, 'action-needed', { which: String(attempt) }),
        ...REMIND_AFTER.map((after, index) =>
          mail(event, 'action-reminder', { which: reminder(attempt, index), dueAt: at + after }),
        ),
      ];
    }
    default:
      return unreachable(event);
  }
}

function nextLook({ leaseUntil }: { leaseUntil: number }, at: number): number {
  return Math.min(leaseUntil, at + LOOK_AFTER);
}

/** Those of a closed order stay due: nothing is composed for them. */
function noReminders(id: string, attempt: number): readonly JobChange[] {
  return REMIND_AFTER.map((_, index) => mailDone(orderMail(id, 'action-reminder', reminder(attempt, index))));
}

function reminder(attempt: number, index: number): string {
  return `${attempt}.${index + 1}`;
}
export function attemptOfReminder({ which }: Pick<MailName, 'which'>): number {
  return Number(which.split('.')[0]);
}

function mail(
  { id, at }: Pick<Recorded<OrderEvent>, 'id' | 'at'>,
  kind: OrderMailKind,
  { which = '', dueAt = at, orderId = id }: { which?: string; dueAt?: number; orderId?: string } = {},
): JobChange {
  return mailJobs(orderMail(orderId, kind, which), dueAt);
}
export function orderMail(orderId: string, kind: OrderMailKind, which = ''): MailName {
  return { about: `order-${orderId}`, kind, which };
}
function done(kind: string, id: string): JobChange {
  return { kind, id, done: true };
}
