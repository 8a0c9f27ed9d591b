import type { Order, StoryEntry } from '@supreme-access/contract/api-types.js';
import type { BounceReason, OrderMailKind, StoryEventName } from '@supreme-access/contract/event-names.js';
import { BOUNCES, minorMoney, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { ENDED_STATUSES } from '@supreme-access/contract/statuses.js';
import type { TicketFacts, TicketTone } from '../../ui/ticket.js';
import type { Moment } from '../../ui/timeline.js';

/** Events as sentences; null: it concerns only the machinery, or is told in another way. */
const SENTENCES: Record<StoryEventName, string | null> = {
  SlotReserved: 'You secured the slot.',
  OrderPlaced: 'The order was placed.',
  ReleaseStarted: 'The release started.',
  CheckoutStarted: 'We started the checkout at the retailer.',
  CheckoutSucceeded: 'Checked out at the retailer.',
  CheckoutRefused: 'The retailer refused. We try again while there is a chance.',
  SecurityCodeGiven: "You gave the card's security code again.",
  CheckoutOutcomeUnknown: 'The retailer did not answer in time. We ask before we try again.',
  FeeChargeStarted: 'We asked your bank for the service fee.',
  FeeCharged: 'The service fee was charged.',
  FeeDeclined: 'Your bank did not allow the charge.',
  FeeWaived: 'There is no fee for this order.',
  RefundRequested: 'A refund was requested.',
  RefundStarted: 'The refund is on its way.',
  FeeRefunded: 'The refund was sent to your card.',
  RefundFailed: 'The refund did not arrive. We pay it to you another way.',
  RefundSettled: 'We paid what was open to you another way.',
  FeeDisputed: 'The charge is disputed. Your bank decides.',
  DisputeClosed: 'Your bank has decided about the dispute.',
  OrderJoined: 'The order joined your account.',
  OrderWithdrawn: 'The slot was withdrawn. You were not charged.',
  OrderClosed: 'The order was closed. You were not charged.',
  PriceOverridden: 'The fee was changed.',
  AcoDataAccessed: 'Our support looked at the checkout data, with a reason on record.',
  ProofReceived: 'Your mail came. We ask the retailer, and look at it.',
  ProofReviewed: 'We looked at the mail that you sent.',
  PersonalDataErased: 'Your personal data was erased.',
  DisputeDeadlineMoved: null,
  DisputeStatusChanged: null,
  SlotReleased: null,
  OrderArchived: null,
  ProofChecked: null,
  ProofForgotten: null,
  MailRequested: null,
  MailClaimed: null,
  MailSent: null,
  MailBounced: null,
  MailSuppressed: null,
  ErasureFinished: null,
};

const CLOSED_BECAUSE: Record<string, string> = {
  'sold-out': 'It was sold out at the retailer.',
  'retailer-refused': 'The retailer did not take the order.',
  'no-evidence': 'Nothing proved a purchase within 72 hours.',
  'fee-lapsed': 'The fee was not paid within 72 hours.',
  'card-data-gone': 'The card, or its security code, was no longer on file.',
};

/** What a mail was about. */
const MAILS: Record<OrderMailKind, string> = {
  'slot-confirmed': 'your slot is secured',
  'code-needed': 'the security code is needed again',
  'release-changed': 'the release was moved',
  'card-expires': 'your card expires before the release',
  success: 'we bought it',
  'fee-waived': 'we bought it',
  'action-needed': 'your order needs you',
  'action-reminder': 'your order still needs you',
  closed: 'the order was closed',
  refund: 'your refund',
  'refund-failed': 'your refund did not arrive',
  'refund-settled': 'we paid you another way',
  withdrawn: 'the slot was withdrawn',
  'drop-cancelled': 'the drop was cancelled',
};

export function momentsOf(story: readonly StoryEntry[]): Moment[] {
  return story
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ type, at, position, data }) => {
      const text = type.startsWith('Mail') ? mailed(type, data) : sentenceOf(type, data);
      if (!text || (type === 'OrderPlaced' && story.some((entry) => entry.type === 'SlotReserved'))) return [];
      return { key: `${position}-${type}`, at, text, detail: detailOf(type, data), aside: type.startsWith('Mail') };
    });
}

function sentenceOf(type: StoryEventName, { reason }: Record<string, unknown>): string | null {
  if (type === 'CheckoutRefused' && reason === 'code-gone')
    return 'The security code was gone. We wait until it is given.';
  return SENTENCES[type];
}

function mailed(type: StoryEventName, { kind }: Record<string, unknown>): string | undefined {
  const about: string | undefined = MAILS[kind as OrderMailKind];
  if (type === 'MailBounced') return about && `A mail to you bounced: ${about}.`;
  return type === 'MailSent' ? about && `We mailed you: ${about}.` : undefined;
}

function detailOf(type: StoryEventName, data: Record<string, unknown>): string | undefined {
  const { size, style, attempt, reason, amount, currency } = data;
  if (type === 'OrderClosed') return CLOSED_BECAUSE[String(reason)];
  if (type === 'MailBounced') return BOUNCES[reason as BounceReason];
  if (type === 'CheckoutSucceeded' && typeof size === 'string' && typeof style === 'string') {
    return `Size ${sizeLabel(size)}, ${styleLabel(style)}`;
  }
  if (typeof amount === 'number' && (type === 'FeeCharged' || type === 'FeeRefunded' || type === 'RefundSettled')) {
    return minorMoney(amount, typeof currency === 'string' ? currency : undefined);
  }
  return type === 'CheckoutStarted' && typeof attempt === 'number' && attempt > 1 ? `Attempt ${attempt}` : undefined;
}

export function toneOf({ status }: Pick<Order, 'status'>): TicketTone {
  return status !== 'success' && ENDED_STATUSES.some((ended) => ended === status) ? 'ended' : 'kept';
}

/** What was bought, once it was; what was chosen until then. */
export function itemOf({ size, style, boughtSize, boughtStyle }: Order): Pick<TicketFacts, 'size' | 'style'> {
  return { size: boughtSize ?? size, style: boughtStyle ?? style };
}

export function ticketOf(order: Order): TicketFacts {
  return { ...order, ...itemOf(order), holder: order.profileName || order.name };
}
