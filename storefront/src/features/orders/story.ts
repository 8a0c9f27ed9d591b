import { shownMoney } from '@supreme-access/contract/currencies.js';
import type { BounceReason, OrderMailKind, StoryEventName } from '@supreme-access/contract/event-names.js';
import { BOUNCES, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import { CURRENCY } from '@supreme-access/contract/limits.js';
import type { Order, StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import { ENDED_STATUSES } from '@supreme-access/contract/statuses.js';
import type { TicketFacts, TicketTone } from '../../ui/ticket.js';
import type { Moment } from '../../ui/timeline.js';
import { viewerTime } from '../../ui/times.js';

/** A sentence per event; null: shoppers do not see it. */
const SENTENCES: Record<StoryEventName, string | null> = {
  SlotReserved: 'You secured the slot.',
  OrderPlaced: 'The order was placed.',
  ReleaseStarted: 'The release started.',
  CheckoutStarted: 'We started the checkout at the retailer.',
  CheckoutPrepared: null,
  PaymentTokenMade: null,
  CheckoutEscalated: 'The retailer asked you to finish the checkout.',
  CheckoutSucceeded: 'Checked out at the retailer.',
  CheckoutRefused: 'The retailer refused the order. We keep trying while it can still succeed.',
  SecurityCodeGiven: "You gave the card's security code again.",
  CheckoutOutcomeUnknown: 'The retailer did not answer in time. We check what happened before we try again.',
  FeeChargeStarted: 'We asked your bank for the service fee.',
  FeeCharged: 'The service fee was charged.',
  FeeDeclined: 'Your bank did not allow the charge.',
  FeeWaived: 'There is no fee for this order.',
  RefundRequested: 'A refund was requested.',
  RefundStarted: 'The refund is on its way.',
  FeeRefunded: 'The refund was sent to your card.',
  RefundFailed: 'The refund did not arrive. We will pay you another way.',
  RefundSettled: 'We paid you what we owed another way.',
  FeeDisputed: 'You disputed the charge. Your bank decides.',
  DisputeClosed: 'Your bank decided the dispute.',
  OrderJoined: 'The order was added to your account.',
  OrderWithdrawn: 'The slot was withdrawn. You were not charged.',
  OrderClosed: 'The order was closed. You were not charged.',
  PriceOverridden: 'The fee was changed.',
  AcoDataAccessed: 'Our support viewed your checkout details. The reason is on record.',
  ProofReceived: 'We received your email and are checking it with the retailer.',
  ProofReviewed: 'We reviewed the email that you sent.',
  PersonalDataErased: 'Your personal data was erased.',
  DisputeDeadlineMoved: null,
  DisputeStatusChanged: null,
  SlotReleased: null,
  OrderArchived: null,
  ShopOrderReported: null,
  ShipmentReported: 'The retailer has sent your order.',
  PurchaseSettled: 'We settled this purchase with the retailer.',
  TicketShared: 'You gave this ticket a public page.',
  TicketHidden: 'You removed the public page.',
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
  'sold-out': 'The retailer was sold out.',
  'over-limit': 'The total was above the limit that you agreed to.',
  'retailer-refused': 'The retailer did not accept the order.',
  'no-evidence': 'We found no proof within 72 hours that we bought the item.',
  'fee-lapsed': 'The fee was not paid within 72 hours.',
  'card-data-gone': 'The card or its security code was no longer on file.',
};

const MAILS: Record<OrderMailKind, string> = {
  'slot-confirmed': 'your slot is secured',
  'finish-checkout': 'finish your checkout',
  shipped: 'your order is on its way',
  'code-needed': 'the security code is needed again',
  'release-changed': 'the release was moved',
  'price-changed': 'the retailer has a new price',
  'card-expires': 'your card expires before the release',
  success: 'we got it',
  'fee-waived': 'we got it',
  'action-needed': 'payment needed',
  'action-reminder': 'payment reminder',
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
    return "The card's security code was no longer on file. We wait until you give it again.";
  if (type === 'CheckoutOutcomeUnknown' && reason === 'bought-unpaid')
    return 'The retailer says that it has sold the item, and has taken no payment of ours.';
  return SENTENCES[type];
}

function mailed(type: StoryEventName, { kind }: Record<string, unknown>): string | undefined {
  const about: string | undefined = MAILS[kind as OrderMailKind];
  if (type === 'MailBounced') return about && `An email to you bounced: ${about}.`;
  return type === 'MailSent' ? about && `We emailed you: ${about}.` : undefined;
}

function detailOf(type: StoryEventName, data: Record<string, unknown>): string | undefined {
  const { size, style, attempt, reason, amount, currency, until } = data;
  if (type === 'OrderClosed') return CLOSED_BECAUSE[String(reason)];
  if (type === 'MailBounced') return BOUNCES[reason as BounceReason];
  if (type === 'CheckoutSucceeded' && typeof size === 'string' && typeof style === 'string') {
    return `Size ${sizeLabel(size)}, ${styleLabel(style)}`;
  }
  if (typeof amount === 'number' && (type === 'FeeCharged' || type === 'FeeRefunded' || type === 'RefundSettled')) {
    return shownMoney({ amount, currency: typeof currency === 'string' ? currency : CURRENCY });
  }
  if (type === 'CheckoutEscalated' && typeof until === 'number')
    return `Until ${viewerTime(new Date(until).toISOString())}`;
  return type === 'CheckoutStarted' && typeof attempt === 'number' && attempt > 1 ? `Attempt ${attempt}` : undefined;
}

export function toneOf({ status }: Pick<Order, 'status'>): TicketTone {
  return status !== 'success' && ENDED_STATUSES.some((ended) => ended === status) ? 'ended' : 'kept';
}

/** The shop asks for the person, and nothing is bought yet. Live news tells the stamps before it tells what was bought. */
export function isShopperNeeded({ stamps }: Pick<Order, 'stamps'>): boolean {
  return stamps.some(({ kind }) => kind === 'your-turn');
}

/** What was bought, or until then what was chosen. */
export function itemOf({ size, style, boughtSize, boughtStyle }: Order): Pick<TicketFacts, 'size' | 'style'> {
  return { size: boughtSize ?? size, style: boughtStyle ?? style };
}

export function ticketOf(order: Order): TicketFacts {
  return { ...order, ...itemOf(order), holder: order.profileName || order.name };
}
