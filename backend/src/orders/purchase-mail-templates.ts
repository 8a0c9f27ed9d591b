import { shownMoney } from '@supreme-access/contract/currencies.js';
import { sizeLabel } from '@supreme-access/contract/labels.js';
import type { Size } from '@supreme-access/contract/limits.js';
import type { Money } from '@supreme-access/contract/money.js';
import {
  type MailData,
  type MailTemplate,
  type Moment,
  oneLine,
  paragraphs,
  shownTime,
  type TicketView,
} from '../mail/mail-template.js';
import type { Tracking } from '../retailers/retailer.js';
import { about, inUtc, type Ticket, ticketView } from './mailed-ticket.js';

interface PurchaseMailTemplate extends MailData {
  ticket: Ticket;
}
interface Bought {
  size: Size;
  style: string;
  /** the order at the retailer; '': it named none */
  reference: string;
  /** what the retailer was paid; null: it told none */
  total: Money | null;
  /** page of the order at the retailer */
  page: string | null;
}
interface PaymentMailTemplate extends PurchaseMailTemplate {
  why: 'declined' | 'authenticate' | 'expired';
  deadline: Moment;
}

/** What was bought, what its fee needs, and where the parcel is. */
export interface PurchaseMailData {
  shipped: PurchaseMailTemplate & { tracking: Tracking };
  success: PurchaseMailTemplate & { bought: Bought; charged: Money };
  'fee-waived': PurchaseMailTemplate & { bought: Bought };
  'action-needed': PaymentMailTemplate;
  'action-reminder': PaymentMailTemplate;
}

const PAYMENT: Record<PurchaseMailData['action-needed']['why'], string> = {
  declined: 'Your card was declined for the service fee.',
  authenticate: 'Your bank asks you to confirm the service fee.',
  expired: 'Your card has expired, so the service fee could not be charged.',
};

function bought({ ticket, bought }: PurchaseMailData['fee-waived'], fee: string): TicketView {
  return ticketView(ticket, bought, [
    ...(bought.reference === '' ? [] : [['Retailer order', oneLine(bought.reference)] satisfies Row]),
    ...(bought.total ? [['Paid to the retailer', shownMoney(bought.total)] satisfies Row] : []),
    ...(bought.page ? [['Order page', oneLine(bought.page)] satisfies Row] : []),
    ['Service fee', fee],
  ]);
}

type Row = [label: string, value: string];

function swapped({ ticket, bought }: PurchaseMailData['fee-waived']): string[] {
  if (bought.size === ticket.size && bought.style === ticket.style) return [];
  return [
    `You chose ${sizeLabel(ticket.size)}, ${oneLine(ticket.style)}. It was unavailable, so we bought the next available one.`,
  ];
}

function payment(data: PurchaseMailData['action-needed'], subject: string, title: string): MailTemplate {
  const { name, link, ticket, why, deadline } = data;
  return {
    subject: about(subject, ticket),
    stamp: 'Payment needed',
    title,
    paragraphs: paragraphs(
      name,
      `The checkout succeeded. ${PAYMENT[why]}`,
      why === 'authenticate' ? 'Confirm it, or pay with another card.' : 'Pay with another card.',
    ),
    ticket: ticketView(ticket, ticket, [
      ['Service fee', shownMoney(ticket.fee)],
      ['Pay until', shownTime(deadline)],
      ...inUtc(deadline),
    ]),
    action: { label: why === 'authenticate' ? 'Confirm or change card' : 'Pay with another card', link },
    notes: [
      `The link works until ${shownTime(deadline)}. After that the order is closed: you keep the item, and no fee is taken.`,
    ],
  };
}

export const purchaseMailTemplates: { [K in keyof PurchaseMailData]: (data: PurchaseMailData[K]) => MailTemplate } = {
  shipped: ({ name, link, ticket, tracking: { number, carrier, url } }) => ({
    subject: about('On its way', ticket),
    stamp: 'Shipped',
    title: 'Your order is on its way.',
    paragraphs: paragraphs(name, 'The retailer has sent your order.'),
    ticket: ticketView(ticket, ticket, [
      ...(carrier ? [['Carrier', oneLine(carrier)] satisfies Row] : []),
      ['Tracking number', oneLine(number)],
      ...(url ? [['Track it', oneLine(url)] satisfies Row] : []),
    ]),
    action: { label: 'See your order', link },
    notes: [],
  }),

  success: (data) => ({
    subject: about('Checked out', data.ticket),
    stamp: 'Charged',
    title: 'We got it.',
    paragraphs: paragraphs(
      data.name,
      `The checkout succeeded. Your card was charged the service fee of ${shownMoney(data.charged)}.`,
      ...swapped(data),
    ),
    ticket: bought(data, shownMoney(data.charged)),
    action: { label: 'See your order', link: data.link },
    notes: ['The retailer charges the retail price and sends its own confirmation.'],
  }),

  'fee-waived': (data) => ({
    subject: about('Checked out, no fee', data.ticket),
    stamp: 'Checked out',
    title: 'We got it. No fee.',
    paragraphs: paragraphs(
      data.name,
      'The checkout succeeded. The service fee was waived: we charged you nothing.',
      ...swapped(data),
    ),
    ticket: bought(data, 'Waived'),
    action: { label: 'See your order', link: data.link },
    notes: ['The retailer charges the retail price and sends its own confirmation.'],
  }),

  'action-needed': (data) =>
    payment(
      data,
      'Payment needed',
      data.why === 'authenticate' ? 'We got it. Confirm your fee payment.' : 'We got it. Your fee payment failed.',
    ),
  'action-reminder': (data) => payment(data, 'Payment still needed', 'Your fee is not paid yet.'),
};
