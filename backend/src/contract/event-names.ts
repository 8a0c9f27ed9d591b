/** Names of the events that an order's stream holds; the server's union has the same ones, or it does not compile. */
type OrderEventName =
  | 'OrderPlaced'
  | 'CheckoutStarted'
  | 'CheckoutSucceeded'
  | 'CheckoutRefused'
  | 'SecurityCodeGiven'
  | 'CheckoutOutcomeUnknown'
  | 'FeeChargeStarted'
  | 'FeeCharged'
  | 'FeeDeclined'
  | 'FeeWaived'
  | 'RefundRequested'
  | 'RefundStarted'
  | 'FeeRefunded'
  | 'RefundFailed'
  | 'RefundSettled'
  | 'FeeDisputed'
  | 'DisputeDeadlineMoved'
  | 'DisputeStatusChanged'
  | 'DisputeClosed'
  | 'OrderJoined'
  | 'OrderWithdrawn'
  | 'OrderClosed'
  | 'OrderArchived'
  | 'PriceOverridden'
  | 'AcoDataAccessed'
  | 'MailRequested'
  | 'MailClaimed'
  | 'MailSent'
  | 'MailBounced'
  | 'MailSuppressed'
  | 'ProofReceived'
  | 'ProofChecked'
  | 'ProofReviewed'
  | 'ProofForgotten'
  | 'PersonalDataErased'
  | 'ErasureFinished';

/** What an order's story tells of its drop, too. */
export type StoryEventName = OrderEventName | 'SlotReserved' | 'SlotReleased' | 'ReleaseStarted';

/** What an order's mails are about; the kind of its Mail events. */
export type OrderMailKind =
  | 'slot-confirmed'
  | 'code-needed'
  | 'release-changed'
  | 'card-expires'
  | 'success'
  | 'fee-waived'
  | 'action-needed'
  | 'action-reminder'
  | 'closed'
  | 'refund'
  | 'refund-failed'
  | 'refund-settled'
  | 'withdrawn'
  | 'drop-cancelled';

/** Why a mail will never be taken, as its receiver's side says. */
export const BOUNCE_REASONS = ['no-mailbox', 'mailbox-full', 'refused'] as const;
export type BounceReason = (typeof BOUNCE_REASONS)[number];
