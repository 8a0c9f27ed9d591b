import { shownMoney } from '@supreme-access/contract/currencies.js';
import { sizeLabel, slotLabel } from '@supreme-access/contract/labels.js';
import type { Size } from '@supreme-access/contract/limits.js';
import type { Money } from '@supreme-access/contract/money.js';
import {
  type MailTemplate,
  type Moment,
  oneLine,
  shownInUtc,
  shownTime,
  type TicketView,
} from '../mail/mail-template.js';

export interface Ticket {
  orderId: string;
  productTitle: string;
  size: Size;
  style: string;
  slotNumber: number | null;
  totalStock: number;
  fee: Money;
  /** agreed for the retailer, shipping and tax included */
  limit: Money | null;
  /** null when an admin starts the release by hand */
  release: Moment | null;
  /** absolute URL; null while the release time is unknown */
  calendar: string | null;
  /** absolute URL; null when mails show none */
  picture: { address: string; alt: string } | null;
}

export const about = (subject: string, ticket: Ticket): string => `${subject}: ${oneLine(ticket.productTitle)}`;

export type Rows = TicketView['rows'];

export function ticketView(ticket: Ticket, choice: { size: string; style: string }, rows: Rows): TicketView {
  return {
    slot: ticket.slotNumber === null ? null : slotLabel(ticket.slotNumber, ticket.totalStock),
    product: oneLine(ticket.productTitle),
    orderId: ticket.orderId,
    ...(ticket.picture ? { picture: { ...ticket.picture, alt: oneLine(ticket.picture.alt) } } : {}),
    rows: [['Size', sizeLabel(choice.size)], ['Style', oneLine(choice.style)], ...rows, ['Order', ticket.orderId]],
  };
}

/** The reader's time zone is unknown, so UTC follows the drop's local time. */
export const inUtc = (moment: Moment | null): Rows =>
  moment === null || moment.zone === 'UTC' ? [] : [['In UTC', shownInUtc(moment)]];

export const toCalendar = ({ calendar }: Ticket): Pick<MailTemplate, 'calendar'> =>
  calendar === null ? {} : { calendar };

export const reserved = (ticket: Ticket, rows: Rows = []): TicketView =>
  ticketView(ticket, ticket, [
    ...rows,
    ['Release', ticket.release ? shownTime(ticket.release) : 'To be announced'],
    ...inUtc(ticket.release),
    ['Service fee', shownMoney(ticket.fee)],
    ...atMost(ticket),
  ]);

/** What was agreed to pay the retailer. */
const atMost = ({ limit }: Ticket): Rows =>
  limit === null ? [] : [['Retailer, at most', `${shownMoney(limit)}, with shipping and tax`]];
