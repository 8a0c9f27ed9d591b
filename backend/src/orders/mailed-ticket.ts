import { sizeLabel, slotLabel } from '@supreme-access/contract/labels.js';
import type { Size } from '@supreme-access/contract/limits.js';
import type { Money } from '@supreme-access/contract/money.js';
import {
  type Letter,
  type Moment,
  oneLine,
  shownInUtc,
  shownMoney,
  shownTime,
  type TicketView,
} from '../mail/letter.js';

/** What the mails of an order show of it. */
export interface Ticket {
  orderId: string;
  productTitle: string;
  size: Size;
  style: string;
  slotNumber: number | null;
  totalStock: number;
  /** the service fee after any discount */
  fee: Money;
  /** null when an admin fires the release by hand */
  release: Moment | null;
  /** where the release is put into a calendar from, absolute; null while nobody knows when it is */
  calendar: string | null;
  /** absolute; null where mails show none */
  picture: { address: string; alt: string } | null;
}

/** A subject, and the product it is about. */
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

/** Where the reader lives is not known: the drop's clocks come first, those that everybody can read theirs from second. */
export const inUtc = (moment: Moment | null): Rows =>
  moment === null || moment.zone === 'UTC' ? [] : [['In UTC', shownInUtc(moment)]];

export const toCalendar = ({ calendar }: Ticket): Pick<Letter, 'calendar'> => (calendar === null ? {} : { calendar });

export const reserved = (ticket: Ticket, rows: Rows = []): TicketView =>
  ticketView(ticket, ticket, [
    ...rows,
    ['Release', ticket.release ? shownTime(ticket.release) : 'To be announced'],
    ...inUtc(ticket.release),
    ['Service fee', shownMoney(ticket.fee)],
  ]);
