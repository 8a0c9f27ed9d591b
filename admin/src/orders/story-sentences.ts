import type { Order } from '@supreme-access/contract/api-types.js';
import type { BounceReason, StoryEventName } from '@supreme-access/contract/event-names.js';
import { BOUNCES, minorMoney, sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { FiledEntry, OrderEvidence } from '@supreme-access/contract/order-file.js';
import { instant, sentence } from '../ui/format.js';

export type Tone = 'text.primary' | 'success.main' | 'warning.main' | 'error.main';

type Data = Readonly<Record<string, unknown>>;
type About = Pick<Order, 'productTitle' | 'currency'>;
interface Telling {
  tone: Tone;
  says: (data: Data, order: About) => string;
}

const plain = (says: Telling['says']): Telling => ({ tone: 'text.primary', says });
const good = (says: Telling['says']): Telling => ({ tone: 'success.main', says });
const wait = (says: Telling['says']): Telling => ({ tone: 'warning.main', says });
const lost = (says: Telling['says']): Telling => ({ tone: 'error.main', says });

/** What an order's story says of each event. */
const TELLINGS: Record<StoryEventName, Telling> = {
  SlotReserved: plain((data, order) => told(`Slot ${text(data, 'slotNumber')} was reserved`, ...wish(data, order))),
  OrderPlaced: plain((data, order) =>
    told(data.slotNumber === null ? 'A test order was placed' : 'The order was placed', ...wish(data, order)),
  ),
  ReleaseStarted: plain((data) => `${told('The release started')}${until('It ends by', data.closesAt)}`),
  CheckoutStarted: plain((data, order) => told(`${attempt(data)} at the retailer began`, ...garment(data, order))),
  CheckoutSucceeded: good((data, order) => {
    const { kind, reference } = evidenceIn(data);
    const proof = told(PROVEN[kind ?? 'retailer'], ...garment(data, order), reference ? `reference ${reference}` : '');
    return data.late === true ? `${proof} The order had ended before: nothing is charged.` : proof;
  }),
  CheckoutRefused: lost((data) => {
    const refused = told(`The retailer refused ${attempt(data).toLowerCase()}`, text(data, 'reason'));
    return data.retryAt === null ? `${refused} It is not tried again.` : `${refused}${until('Again at', data.retryAt)}`;
  }),
  SecurityCodeGiven: plain((data) => `The card's security code was given again.${until('Checkout at', data.retryAt)}`),
  CheckoutOutcomeUnknown: wait((data) => {
    const unknown = told(`Nobody knows what became of ${attempt(data).toLowerCase()}`, text(data, 'reason'));
    return `${unknown}${until('The retailer is asked again at', data.retryAt)}`;
  }),
  FeeChargeStarted: plain((data, order) => told(`${attempt(data)} to charge the fee began`, price(data.amount, order))),
  FeeCharged: good((data, order) => {
    const charged = told('The fee was charged', price(data.amount, order));
    return data.late === true ? `${charged} The order had ended before: the money goes back.` : charged;
  }),
  FeeDeclined: lost((data) => told('The bank declined the fee', text(data, 'reason'), text(data, 'declineCode'))),
  FeeWaived: plain((data) => told('The fee was waived', text(data, 'reason'))),
  RefundRequested: wait((data, order) =>
    told(`A refund of ${price(data.amount, order)} was asked for`, text(data, 'reason')),
  ),
  RefundStarted: plain(() => 'The refund began.'),
  RefundSettled: good((data, order) =>
    told(`${price(data.amount, order)} of a failed refund was paid another way`, text(data, 'reason')),
  ),
  FeeRefunded: good((data, order) => `${price(data.amount, order)} went back to the card.`),
  RefundFailed: lost((data) => told('The refund failed', text(data, 'reason'))),
  FeeDisputed: lost(
    (data, order) =>
      `${told('The charge is disputed', price(data.amount, order), text(data, 'reason'), worded(data, 'status'))}${until('Evidence by', data.dueBy)}`,
  ),
  DisputeDeadlineMoved: wait((data) => `The dispute has another deadline.${until('Evidence by', data.dueBy)}`),
  DisputeStatusChanged: wait((data) => told('The dispute goes on', worded(data, 'status'))),
  DisputeClosed: wait((data) => told('The dispute ended', worded(data, 'outcome'))),
  OrderJoined: plain(() => 'The order joined the account that has proven its email.'),
  OrderWithdrawn: lost((data) => told('The order was withdrawn', text(data, 'reason'))),
  SlotReleased: plain((data) => told('The slot went back to the drop', text(data, 'reason'))),
  OrderClosed: lost((data) => told('The order was closed', CLOSED[text(data, 'reason')] ?? text(data, 'reason'))),
  OrderArchived: plain(() => 'The order was archived.'),
  PriceOverridden: plain((data, order) =>
    told(`The price was set to ${price(data.to, order)}, from ${price(data.from, order)}`, text(data, 'reason')),
  ),
  AcoDataAccessed: plain((data) => told('The whole auto-checkout data was read', text(data, 'reason'))),
  MailRequested: plain((data) => `${mail(data)} was asked for.`),
  MailClaimed: plain((data) => `${mail(data)} is being sent.`),
  MailSent: plain((data) => `${mail(data)} was sent.`),
  MailBounced: lost((data) =>
    told(`${mail(data)} bounced`, BOUNCES[text(data, 'reason') as BounceReason] ?? text(data, 'reason')),
  ),
  MailSuppressed: plain((data) => `${mail(data)} was not sent: it is no longer true, or nobody is left to read it.`),
  ProofReceived: wait((data) => told('A mail came that may prove the purchase', text(data, 'reference'))),
  ProofChecked: plain((data) => ANSWERED[text(data, 'answer')] ?? 'The retailer was asked about a mail.'),
  ProofReviewed: plain((data) =>
    told(
      data.decision === 'accept' ? 'A mail was accepted as proof' : 'A mail was refused as proof',
      text(data, 'reason'),
    ),
  ),
  ProofForgotten: plain(() => 'A mail that was kept for its review is gone.'),
  PersonalDataErased: plain((data) => told('Who ordered this was erased', text(data, 'reason'))),
  ErasureFinished: plain(() => 'The erasure is finished.'),
};

const ANSWERED: Readonly<Record<string, string>> = {
  succeeded: 'Asked about a mail, the retailer said that it was bought.',
  refused: 'Asked about a mail, the retailer said that nothing was bought.',
  'never-seen': 'Asked about a mail, the retailer knew nothing of the attempt.',
  'in-progress': 'Asked about a mail, the retailer had not decided yet.',
  'not-asked': 'The retailer had been asked just before: it was not asked again about a mail.',
};

const PROVEN: Record<OrderEvidence['kind'], string> = {
  retailer: 'The retailer confirmed the purchase',
  'signed-email': "A mail with the retailer's signature proves the purchase",
  reviewed: 'A mail that was reviewed proves the purchase',
  'forwarded-email': 'A forwarded confirmation mail proves the purchase',
  'card-charge': "A charge on the card's statement proves the purchase",
};

const CLOSED: Readonly<Record<string, string>> = {
  'no-evidence': 'no proof of a purchase came in time',
  'fee-lapsed': 'the fee was not paid in time',
  'card-data-gone': "the card's data is gone",
  'sold-out': 'it was sold out at the retailer',
  'retailer-refused': 'the retailer refused it',
};

/** An event of this order as a sentence, and how it is meant. */
export function tellingOf({ type, data }: Pick<FiledEntry, 'type' | 'data'>, order: About) {
  // the log may hold what this page, which may be older, does not know
  const { tone, says } = TELLINGS[type] ?? plain(() => `${sentence(type)}.`);
  return { tone, text: says(data, order) };
}

/** `worker checkout`: who it was, by the first part of a long id; `accountId` where they have a page. */
export function whoIn(causedBy: string): { name: string; accountId: string | null } {
  const [kind = '', id = ''] = causedBy.split(' ');
  const isPerson = kind === 'shopper' || kind === 'admin' || kind === 'auditor';
  if (kind === 'guest') return { name: 'a guest', accountId: null };
  return isPerson ? { name: `${kind} ${id.slice(0, 8)}`, accountId: id } : { name: `${kind} ${id}`, accountId: null };
}

function told(opening: string, ...facts: string[]): string {
  const known = facts.filter((fact) => fact !== '').join(', ');
  const whole = known === '' ? opening : `${opening}: ${known}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

function text(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A word of Stripe's as it is, without its underscores. */
const worded = (data: Data, name: string) => text(data, name).replaceAll('_', ' ');

function price(minor: unknown, { currency }: About): string {
  return typeof minor === 'number' ? minorMoney(minor, currency) : '';
}

/** `at` in ms UTC; nothing where it is not told */
function until(words: string, at: unknown): string {
  return typeof at === 'number' ? ` ${words} ${instant(new Date(at).toISOString())}.` : '';
}

const garment = (data: Data, { productTitle }: About) => [
  productTitle,
  sizeLabel(text(data, 'size')),
  styleLabel(text(data, 'style')),
];
const wish = (data: Data, order: About) => [...garment(data, order), price(data.price, order)];
const attempt = (data: Data) => `Attempt ${text(data, 'attempt')}`.trim();
const mail = (data: Data) => `The mail "${sentence(text(data, 'kind').replaceAll('-', ' '))}"`;

function evidenceIn({ evidence }: Data): Partial<Pick<OrderEvidence, 'kind' | 'reference'>> {
  return typeof evidence === 'object' && evidence !== null ? evidence : {};
}
