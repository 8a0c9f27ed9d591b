import type { LinkKind } from '@supreme-access/contract/logged-events.js';
import type { RecordedEvent } from '../../platform/log/event-log.js';

/** What an event follows from, by what it says: the last event before it of one of these types that names the same. */
interface Because {
  types: readonly string[];
  /** fields whose values both hold; an order's own id is that of its stream */
  same: readonly string[];
}

const own = (...types: string[]): Because => ({ types, same: ['stream'] });
const MAIL: readonly Because[] = [own('MailClaimed', 'MailRequested')];

/**
 * The meaning of the events, for those whose cause the log does not name: workers do what an event has made due, and record it in
 * the same stream. The first entry that finds one counts.
 */
const BECAUSE: Readonly<Record<string, readonly Because[]>> = {
  ProofChecked: [{ types: ['ProofReceived'], same: ['stream', 'proofId'] }],
  ProofForgotten: [{ types: ['ProofReviewed', 'ProofReceived'], same: ['stream', 'proofId'] }],
  OrderPlaced: [{ types: ['SlotReserved'], same: ['orderId'] }],
  SlotReserved: [{ types: ['PromoRedeemed'], same: ['orderId'] }],
  SlotReleased: [{ types: ['OrderWithdrawn'], same: ['orderId'] }],
  PromoRedemptionReleased: [
    { types: ['SlotReleased', 'OrderWithdrawn', 'ReservationVoided', 'PromoRedeemed'], same: ['orderId'] },
  ],
  ReservationVoided: [{ types: ['PromoRedeemed'], same: ['orderId'] }],
  ReleaseStarted: [own('ProductEdited', 'ProductCreated')],
  ReleaseFinished: [own('ReleaseStarted', 'DropCancelled')],
  SlotOffered: [own('SlotReleased', 'OfferLapsed', 'WaitlistLeft', 'ProductEdited')],
  OfferLapsed: [{ types: ['SlotOffered'], same: ['stream', 'place'] }],
  HoldersTold: [own('ProductEdited')],
  CheckoutStarted: [
    own('CheckoutRefused', 'CheckoutOutcomeUnknown', 'SecurityCodeGiven'),
    { types: ['ReleaseStarted'], same: ['closesAt'] },
    own('OrderPlaced'),
  ],
  CheckoutSucceeded: [own('CheckoutStarted', 'CheckoutOutcomeUnknown')],
  CheckoutRefused: [own('CheckoutStarted', 'CheckoutOutcomeUnknown')],
  CheckoutOutcomeUnknown: [own('CheckoutStarted', 'CheckoutOutcomeUnknown')],
  FeeChargeStarted: [own('FeeDeclined', 'FeeChargeStarted', 'CheckoutSucceeded')],
  FeeCharged: [own('FeeChargeStarted')],
  FeeDeclined: [own('FeeChargeStarted')],
  FeeWaived: [own('CheckoutSucceeded')],
  RefundRequested: [own('FeeCharged')],
  RefundStarted: [{ types: ['RefundRequested', 'RefundStarted'], same: ['stream', 'refundId'] }],
  FeeRefunded: [{ types: ['RefundRequested', 'RefundStarted'], same: ['stream', 'refundId'] }],
  RefundFailed: [{ types: ['RefundRequested', 'RefundStarted'], same: ['stream', 'refundId'] }],
  RefundSettled: [own('RefundFailed')],
  FeeDisputed: [own('FeeCharged')],
  DisputeDeadlineMoved: [{ types: ['FeeDisputed'], same: ['stream', 'disputeId'] }],
  DisputeStatusChanged: [{ types: ['FeeDisputed'], same: ['stream', 'disputeId'] }],
  DisputeClosed: [{ types: ['FeeDisputed'], same: ['stream', 'disputeId'] }],
  OrderClosed: [own('CheckoutRefused', 'FeeDeclined', 'CheckoutOutcomeUnknown', 'CheckoutStarted', 'OrderPlaced')],
  OrderJoined: [own('OrderPlaced')],
  OrderWithdrawn: [own('OrderPlaced')],
  OrderArchived: [own('OrderClosed', 'OrderWithdrawn', 'FeeCharged', 'FeeRefunded', 'RefundSettled', 'FeeWaived')],
  MailClaimed: MAIL,
  MailSent: MAIL,
  MailBounced: MAIL,
  MailSuppressed: MAIL,
  ErasureFinished: [own('PersonalDataErased')],
  PersonalDataErased: [own('ErasureRequested')],
  AccountEmptied: [own('EmailVerified')],
  WebhookApplied: [own('WebhookReceived')],
};

/** An order's first mail of a kind is due by the event that the shopper is told of. */
const TOLD_OF: Readonly<Record<string, readonly string[]>> = {
  'slot-confirmed': ['OrderPlaced', 'SlotReserved'],
  withdrawn: ['OrderWithdrawn'],
  closed: ['OrderClosed'],
  success: ['FeeCharged'],
  'fee-waived': ['FeeWaived'],
  'action-needed': ['FeeDeclined'],
  'action-reminder': ['FeeDeclined'],
  refund: ['FeeRefunded'],
  'refund-failed': ['RefundFailed'],
  'refund-settled': ['RefundSettled'],
  'code-needed': ['CheckoutRefused'],
};

export interface Cause {
  cause: RecordedEvent;
  kind: LinkKind;
}

/** What an event follows from, among these; `before` is in log order. */
export function causesOf(event: RecordedEvent, before: readonly RecordedEvent[]): Cause[] {
  const { commandId, causationId } = event.metadata;
  const causes: Cause[] = [];
  const together = before.findLast((other) => other.metadata.commandId === commandId);
  if (together) causes.push({ cause: together, kind: 'together' });
  const named = before.findLast(
    (other) =>
      causationId !== undefined &&
      (other.id === causationId ||
        other.metadata.commandId === causationId ||
        other.stream === `stripe-${causationId}`),
  );
  if (named) causes.push({ cause: named, kind: 'recorded' });
  const meant = meantBy(event, before);
  if (meant && meant !== together && meant !== named) causes.push({ cause: meant, kind: 'meaning' });
  return causes;
}

function meantBy(event: RecordedEvent, before: readonly RecordedEvent[]): RecordedEvent | undefined {
  for (const { types, same } of BECAUSE[event.type] ?? []) {
    const found = before.findLast((other) => types.includes(other.type) && isSame(event, other, same));
    if (found) return found;
  }
  const kind = event.type.startsWith('Mail') ? event.data.kind : undefined;
  const types = typeof kind === 'string' ? (TOLD_OF[kind] ?? []) : [];
  return before.findLast(
    (other) => types.includes(other.type) && fieldOf(event, 'orderId') === fieldOf(other, 'orderId'),
  );
}

function isSame(event: RecordedEvent, other: RecordedEvent, fields: readonly string[]): boolean {
  return fields.every(
    (field) => fieldOf(event, field) !== undefined && fieldOf(event, field) === fieldOf(other, field),
  );
}

function fieldOf({ stream, data }: RecordedEvent, field: string): unknown {
  if (field === 'stream') return stream;
  if (field === 'orderId' && stream.startsWith('order-')) return stream.slice('order-'.length);
  return data[field];
}

/** Every type that this table knows. */
export function typesOfCauses(): string[] {
  const causes = Object.values(BECAUSE).flatMap((entries) => entries.flatMap(({ types }) => types));
  return [...new Set([...Object.keys(BECAUSE), ...causes, ...Object.values(TOLD_OF).flat()])];
}
