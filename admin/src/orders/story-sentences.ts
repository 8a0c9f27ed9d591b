import { shownMoney } from '@supreme-access/contract/currencies.js';
import type { BounceReason, StoryEventName } from '@supreme-access/contract/event-names.js';
import { BOUNCES, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { FiledEntry, OrderEvidence } from '@supreme-access/contract/shapes/order-file.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { instant, sentence } from '../ui/format.js';

export type Tone = 'text.primary' | 'success.main' | 'warning.main' | 'error.main';

type Data = Readonly<Record<string, unknown>>;
type About = Pick<Order, 'productTitle' | 'currency'>;
interface StorySentence {
  tone: Tone;
  says: (data: Data, order: About) => string;
}

const plain = (says: StorySentence['says']): StorySentence => ({ tone: 'text.primary', says });
const good = (says: StorySentence['says']): StorySentence => ({ tone: 'success.main', says });
const wait = (says: StorySentence['says']): StorySentence => ({ tone: 'warning.main', says });
const lost = (says: StorySentence['says']): StorySentence => ({ tone: 'error.main', says });

const SENTENCES: Record<StoryEventName, StorySentence> = {
  SlotReserved: plain((data, order) =>
    phrase(`Slot ${text(data, 'slotNumber')} was reserved`, ...itemAndPrice(data, order)),
  ),
  OrderPlaced: plain((data, order) =>
    phrase(data.slotNumber === null ? 'A test order was placed' : 'The order was placed', ...itemAndPrice(data, order)),
  ),
  ReleaseStarted: plain((data) => `${phrase('The release started')}${until('It ends by', data.closesAt)}`),
  CheckoutStarted: plain((data, order) => phrase(`${attempt(data)} at the retailer started`, ...itemOf(data, order))),
  CheckoutPrepared: plain((data) =>
    phrase(
      'The retailer prepared the checkout',
      `total ${shownMoney({ amount: Number(data.total), currency: text(data, 'currency') })}`,
    ),
  ),
  PaymentTokenMade: plain(() => 'A payment token for this total was made.'),
  CheckoutEscalated: wait((data) => `The retailer asked for the customer.${until('Open until', data.until)}`),
  CheckoutSucceeded: good((data, order) => {
    const { kind, reference } = evidenceIn(data);
    const proof = phrase(PROVEN[kind ?? 'retailer'], ...itemOf(data, order), reference ? `reference ${reference}` : '');
    return data.late === true ? `${proof} The order had already ended, so nothing is charged.` : proof;
  }),
  CheckoutRefused: lost((data) => {
    const refused = phrase(`The retailer refused ${attempt(data).toLowerCase()}`, text(data, 'reason'));
    return data.retryAt === null
      ? `${refused} No more attempts.`
      : `${refused}${until('Next attempt at', data.retryAt)}`;
  }),
  SecurityCodeGiven: plain(
    (data) => `The card's security code was entered again.${until('Checkout at', data.retryAt)}`,
  ),
  CheckoutOutcomeUnknown: wait((data) => {
    if (data.reason === 'bought-unpaid')
      return 'The retailer says that it sold, and the payment token was not captured.';
    const unknown = phrase(`The outcome of ${attempt(data).toLowerCase()} is unknown`, text(data, 'reason'));
    return `${unknown}${until('Next check at', data.retryAt)}`;
  }),
  FeeChargeStarted: plain((data, order) =>
    phrase(`${attempt(data)} to charge the fee started`, price(data.amount, order)),
  ),
  FeeCharged: good((data, order) => {
    const charged = phrase('The fee was charged', price(data.amount, order));
    return data.late === true ? `${charged} The order had already ended, so the money is refunded.` : charged;
  }),
  FeeDeclined: lost((data) => phrase('The bank declined the fee', text(data, 'reason'), text(data, 'declineCode'))),
  FeeWaived: plain((data) => phrase('The fee was waived', text(data, 'reason'))),
  RefundRequested: wait((data, order) =>
    phrase(`A refund of ${price(data.amount, order)} was requested`, text(data, 'reason')),
  ),
  RefundStarted: plain(() => 'The refund started.'),
  RefundSettled: good((data, order) =>
    phrase(`${price(data.amount, order)} that a failed refund owed was paid another way`, text(data, 'reason')),
  ),
  FeeRefunded: good((data, order) => `${price(data.amount, order)} was refunded to the card.`),
  RefundFailed: lost((data) => phrase('The refund failed', text(data, 'reason'))),
  FeeDisputed: lost(
    (data, order) =>
      `${phrase('The charge is disputed', price(data.amount, order), text(data, 'reason'), readable(data, 'status'))}${until('Evidence by', data.dueBy)}`,
  ),
  DisputeDeadlineMoved: wait((data) => `The dispute has a new deadline.${until('Evidence by', data.dueBy)}`),
  DisputeStatusChanged: wait((data) => phrase('The dispute has a new status', readable(data, 'status'))),
  DisputeClosed: wait((data) => phrase('The dispute ended', readable(data, 'outcome'))),
  OrderJoined: plain(() => 'The order was added to the account that verified its email.'),
  OrderWithdrawn: lost((data) => phrase('The order was withdrawn', text(data, 'reason'))),
  SlotReleased: plain((data) => phrase('The slot became free', text(data, 'reason'))),
  OrderClosed: lost((data) => phrase('The order was closed', CLOSED[text(data, 'reason')] ?? text(data, 'reason'))),
  OrderArchived: plain(() => 'The order was archived.'),
  PriceOverridden: plain((data, order) =>
    phrase(`The price was set to ${price(data.to, order)}, from ${price(data.from, order)}`, text(data, 'reason')),
  ),
  AcoDataAccessed: plain((data) => phrase('The full auto-checkout data was downloaded', text(data, 'reason'))),
  MailRequested: plain((data) => `${mail(data)} was queued.`),
  MailClaimed: plain((data) => `${mail(data)} is being sent.`),
  MailSent: plain((data) => `${mail(data)} was sent.`),
  MailBounced: lost((data) =>
    phrase(`${mail(data)} bounced`, BOUNCES[text(data, 'reason') as BounceReason] ?? text(data, 'reason')),
  ),
  MailSuppressed: plain((data) => `${mail(data)} was not sent: it was out of date, or the person was erased.`),
  ProofReceived: wait((data) => phrase('An email arrived that may prove the purchase', text(data, 'reference'))),
  ShopOrderReported: plain((data) =>
    data.late === true
      ? 'The retailer reported an order for an attempt that had ended without one. A person has to settle it.'
      : 'The retailer reported its order. We are checking it.',
  ),
  ShipmentReported: plain(() => 'The retailer sent a tracking number.'),
  PurchaseSettled: good((data) => phrase('The purchase was settled with the retailer', text(data, 'reason'))),
  TicketShared: plain(() => 'The owner gave the ticket a public page.'),
  TicketHidden: plain(() => 'The owner removed the public page of the ticket.'),
  ProofChecked: plain((data) => PROOF_ANSWERS[text(data, 'answer')] ?? 'The retailer was asked about an email.'),
  ProofReviewed: plain((data) =>
    phrase(
      data.decision === 'accept' ? 'An email was accepted as proof' : 'An email was refused as proof',
      text(data, 'reason'),
    ),
  ),
  ProofForgotten: plain(() => 'An email kept for review was deleted.'),
  PersonalDataErased: plain((data) => phrase("The customer's personal data was erased", text(data, 'reason'))),
  ErasureFinished: plain(() => 'The erasure was completed.'),
};

const PROOF_ANSWERS: Readonly<Record<string, string>> = {
  succeeded: 'The retailer was asked about an email and confirmed the purchase.',
  refused: 'The retailer was asked about an email and said that nothing was bought.',
  'never-seen': 'The retailer was asked about an email and has no record of the attempt.',
  'in-progress': 'The retailer was asked about an email and has no result yet.',
  'not-asked': 'The retailer was not asked about an email: it had been asked a moment before.',
};

const PROVEN: Record<OrderEvidence['kind'], string> = {
  retailer: 'The retailer confirmed the purchase',
  'signed-email': 'An email signed by the retailer proves the purchase',
  reviewed: 'A reviewed email proves the purchase',
  'card-charge': "A charge on the card's statement proves the purchase",
};

const CLOSED: Readonly<Record<string, string>> = {
  'no-evidence': 'no proof of purchase arrived in time',
  'fee-lapsed': 'the fee was not paid in time',
  'card-data-gone': 'the card data was deleted',
  'sold-out': 'it was sold out at the retailer',
  'over-limit': 'the total was above the agreed limit',
  'retailer-refused': 'the retailer refused it',
};

export function sentenceOf({ type, data }: Pick<FiledEntry, 'type' | 'data'>, order: About) {
  // The log may hold an event that this build does not know.
  const { tone, says } = SENTENCES[type] ?? plain(() => `${sentence(type)}.`);
  return { tone, text: says(data, order) };
}

/**
 * Names the actor of `job checkout`; a long id is cut after its first part. `accountId` is set where there is a page.
 */
export function actorOf(causedBy: string): { name: string; accountId: string | null } {
  const [kind = '', id = ''] = causedBy.split(' ');
  const isPerson = kind === 'shopper' || kind === 'admin' || kind === 'auditor';
  if (kind === 'guest') return { name: 'a guest', accountId: null };
  if (isPerson) return { name: `${kind} ${id.slice(0, 8)}`, accountId: id };
  return { name: `${kind === 'worker' ? 'job' : kind} ${id}`, accountId: null };
}

function phrase(opening: string, ...facts: string[]): string {
  const details = facts.filter((fact) => fact !== '').join(', ');
  const whole = details === '' ? opening : `${opening}: ${details}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

function text(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const readable = (data: Data, name: string) => text(data, name).replaceAll('_', ' ');

function price(minor: unknown, { currency }: About): string {
  return typeof minor === 'number' ? shownMoney({ amount: minor, currency }) : '';
}

/** `at` is in ms UTC. */
function until(words: string, at: unknown): string {
  return typeof at === 'number' ? ` ${words} ${instant(new Date(at).toISOString())}.` : '';
}

const itemOf = (data: Data, { productTitle }: About) => [
  productTitle,
  sizeLabel(text(data, 'size')),
  styleLabel(text(data, 'style')),
];
const itemAndPrice = (data: Data, order: About) => [...itemOf(data, order), price(data.price, order)];
const attempt = (data: Data) => `Attempt ${text(data, 'attempt')}`.trim();
const mail = (data: Data) => `The email "${sentence(text(data, 'kind').replaceAll('-', ' '))}"`;

function evidenceIn({ evidence }: Data): Partial<Pick<OrderEvidence, 'kind' | 'reference'>> {
  return typeof evidence === 'object' && evidence !== null ? evidence : {};
}
