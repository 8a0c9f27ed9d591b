import { shownMoney } from '@supreme-access/contract/currencies.js';
import type { Money } from '@supreme-access/contract/money.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import {
  type MailData,
  type MailTemplate,
  type Moment,
  oneLine,
  paragraphs,
  shownTime,
} from '../mail/mail-template.js';
import { about, inUtc, type Rows, reserved, type Ticket, toCalendar } from './mailed-ticket.js';
import type { CloseReason } from './order-status.js';
import { type PurchaseMailData, purchaseMailTemplates } from './purchase-mail-templates.js';
import { type RefundMailData, refundMailTemplates } from './refund-mail-templates.js';

interface OrderMailTemplate extends MailData {
  ticket: Ticket;
}
interface Signed {
  receipt?: string;
}

export interface OrderMailData extends PurchaseMailData, RefundMailData {
  /** `profileName` '': the address is not verified */
  'slot-confirmed': OrderMailTemplate & Signed & { profileName: string; takesNextAvailable: boolean; poBox: boolean };
  'guest-slot-confirmed': OrderMailTemplate & Signed & { expires: Moment; takesNextAvailable: boolean; poBox: boolean };
  'code-needed': OrderMailTemplate;
  /** `link`: the shop's own */
  'finish-checkout': OrderMailTemplate & { deadline: Moment };
  'release-changed': OrderMailTemplate & { before: Moment | null };
  'price-changed': OrderMailTemplate & { price: Money; before: Money | null };
  'card-expires': OrderMailTemplate;
  /** `taken`: what the shop took and confirmed no order for; `finished`: the shopper bought at the shop */
  closed: OrderMailTemplate & { reason: CloseReason; taken: Money | null; finished: boolean };
  withdrawn: OrderMailTemplate & { by: 'shopper' | 'admin'; reason: string | null };
  'drop-cancelled': OrderMailTemplate & { reason: string };
}

export type OrderMailKind = keyof OrderMailData;
export type OrderMail<K extends OrderMailKind = OrderMailKind> = { [P in K]: { kind: P } & OrderMailData[P] }[K];

const NOT_CHARGED = 'You were not charged.';
const RETAIL_PRICE = 'The fee is for the slot. The retail price of the item is not included.';
const WITHIN_LIMIT = 'Above your limit at the retailer nothing is bought, and you are not charged.';
const NEXT_AVAILABLE = 'If your size or style is unavailable, we choose the next available one.';
const KEPT = 'You keep your slot. Above your limit, shipping and tax included, nothing is bought.';
const OVER_LIMIT = [
  'We buy nothing above your limit, so as it is your order would fail.',
  'To raise it, withdraw this slot and reserve again while reservations are open.',
];
const FINISHED =
  'The retailer says that you finished the checkout yourself. What you paid there, you paid to the retailer.';
const CLEARED_UP = 'We took no fee, and are clearing this up with the retailer.';
const PO_BOX = 'Your order ships to a PO box. Orders to PO boxes are not refunded.';

const CLOSED: Record<CloseReason, string> = {
  'no-evidence': 'We found no proof of purchase within 72 hours of the release.',
  'fee-lapsed': 'The service fee was not paid in time. You keep the item.',
  'card-data-gone': 'We no longer had the card details or the security code that the checkout needs.',
  'sold-out': 'The retailer was sold out.',
  'over-limit': 'The total at the retailer was above the limit that you agreed to.',
  'retailer-refused': 'The retailer refused the order.',
};

function closing({ name, ticket, reason, taken, finished }: OrderMailData['closed']) {
  const said = (subject: string, title: string, text: string) => ({
    subject: about(subject, ticket),
    title,
    paragraphs: paragraphs(name, text, 'Your order is closed.'),
  });
  if (taken) {
    const text = `The retailer took ${shownMoney(taken)} and confirmed no order. ${CLEARED_UP}`;
    return said('The retailer took your payment', 'The retailer confirmed no order.', text);
  }
  if (finished) return said('No service fee', 'There is no service fee.', FINISHED);
  return said('You were not charged', 'You were not charged.', CLOSED[reason]);
}

function isWithin({ price, ticket: { limit } }: OrderMailData['price-changed']): boolean {
  return limit === null || price.amount <= limit.amount;
}

const reason = (text: string): string => `Reason: ${oneLine(text)}`;

function secured(
  data: OrderMailData['guest-slot-confirmed'] | OrderMailData['slot-confirmed'],
  rows: Rows,
): Omit<MailTemplate, 'action'> {
  const { name, ticket, takesNextAvailable, poBox, receipt } = data;
  return {
    subject: about('Slot secured', ticket),
    stamp: 'Reserved',
    title: 'Your slot is secured.',
    paragraphs: paragraphs(
      name,
      'We will check out for you at the release.',
      ...(takesNextAvailable ? [NEXT_AVAILABLE] : []),
      ...(poBox ? [PO_BOX] : []),
    ),
    ticket: reserved(ticket, rows),
    ...toCalendar(ticket),
    ...(receipt ? { receipt } : {}),
    notes: [TEXTS.promise, RETAIL_PRICE, ...(ticket.limit ? [WITHIN_LIMIT] : [])],
  };
}

const orderMailTemplates: { [K in OrderMailKind]: (data: OrderMailData[K]) => MailTemplate } = {
  'slot-confirmed': (data) => ({
    ...secured(data, data.profileName === '' ? [] : [['Profile', oneLine(data.profileName)]]),
    action: { label: 'See your order', link: data.link },
  }),

  'guest-slot-confirmed': (data) => {
    const template = secured(data, []);
    const until = `Keep this link to yourself. Until ${shownTime(data.expires)} you can use it to see or withdraw your order, pay, or erase your data.`;
    return { ...template, action: { label: 'Manage your order', link: data.link }, notes: [until, ...template.notes] };
  },

  'code-needed': ({ name, link, ticket }) => ({
    subject: about('Enter your security code again', ticket),
    stamp: 'Code needed',
    title: "We need your card's security code again.",
    paragraphs: paragraphs(
      name,
      'We keep security codes only for a short time, and have deleted the one for this order. We cannot check out without it.',
      'Enter it on your order page. Never send it by email.',
    ),
    ticket: reserved(ticket),
    action: { label: 'Enter the code', link },
    notes: [TEXTS.promise],
  }),

  'finish-checkout': ({ name, link, ticket, deadline }) => ({
    subject: about('Finish your checkout', ticket),
    stamp: 'Your turn',
    title: 'Finish your checkout at the retailer.',
    paragraphs: paragraphs(
      name,
      'The retailer wants you to finish this checkout yourself. Open it with the button, confirm what it asks, and pay there.',
      'Please keep the link to yourself.',
    ),
    ticket: reserved(ticket, [['Finish until', shownTime(deadline)], ...inUtc(deadline)]),
    action: { label: 'Finish at the retailer', link },
    notes: [`The link works until ${shownTime(deadline)}. Until then we buy nothing else for this order.`],
  }),

  'release-changed': ({ name, link, ticket, before }) => ({
    subject: about('New release time', ticket),
    stamp: 'Rescheduled',
    title: 'The release has a new time.',
    paragraphs: paragraphs(name, 'You keep your slot. There is nothing you need to do.'),
    ticket: reserved(ticket, [['Previously', before ? shownTime(before) : 'To be announced']]),
    ...toCalendar(ticket),
    action: { label: 'See your order', link },
    notes: [TEXTS.promise],
  }),

  'price-changed': (data) => ({
    subject: about('New retail price', data.ticket),
    stamp: 'Price changed',
    title: isWithin(data) ? 'The retailer has a new price.' : 'The item now costs more than your limit.',
    paragraphs: paragraphs(data.name, ...(isWithin(data) ? [KEPT] : OVER_LIMIT)),
    ticket: reserved(data.ticket, [
      ['Retail price', shownMoney(data.price)],
      ...(data.before ? [['Previously', shownMoney(data.before)] satisfies [string, string]] : []),
    ]),
    action: { label: 'See your order', link: data.link },
    notes: [TEXTS.promise],
  }),

  'card-expires': ({ name, link, ticket }) => ({
    subject: about('Your card expires before the release', ticket),
    stamp: 'Card expires',
    title: 'Your card expires before the release.',
    paragraphs: paragraphs(
      name,
      'The card on the profile you reserved with expires before the release, so we cannot check out with it.',
      'Add a valid card to your profile, withdraw this slot, and reserve again while reservations are open.',
    ),
    ticket: reserved(ticket),
    action: { label: 'See your order', link },
    notes: [TEXTS.promise],
  }),

  closed: (data) => ({
    ...closing(data),
    stamp: 'Closed',
    ticket: reserved(data.ticket),
    action: { label: 'See what happened', link: data.link },
    notes: [],
  }),

  ...purchaseMailTemplates,
  ...refundMailTemplates,

  withdrawn: ({ name, link, ticket, by, reason: why }) => ({
    subject: about('Slot withdrawn', ticket),
    stamp: 'Withdrawn',
    title: by === 'shopper' ? 'You withdrew your slot.' : 'We withdrew your slot.',
    paragraphs: paragraphs(name, ...(why ? [reason(why)] : []), NOT_CHARGED),
    ticket: reserved(ticket),
    action: { label: 'See your order', link },
    notes: [],
  }),

  'drop-cancelled': ({ name, link, ticket, reason: why }) => ({
    subject: about('Drop cancelled', ticket),
    stamp: 'Cancelled',
    title: 'The drop was cancelled.',
    paragraphs: paragraphs(name, reason(why), `Your slot was cancelled with it. ${NOT_CHARGED}`),
    ticket: reserved(ticket),
    action: { label: 'See your order', link },
    notes: [],
  }),
};

export const ORDER_MAIL_KINDS = Object.keys(orderMailTemplates);

export function orderMailTemplate<K extends OrderMailKind>(content: OrderMail<K>): MailTemplate {
  return orderMailTemplates[content.kind](content);
}
