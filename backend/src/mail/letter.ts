import { minorMoney } from '@supreme-access/contract/labels.js';
import type { Money } from '@supreme-access/contract/money.js';

/** A time, ms UTC, and the IANA zone whose clocks the mail shows. */
export interface Moment {
  at: number;
  zone: string;
}

/** Every mail greets someone and has one place to go to: `link` is absolute, http or https. */
export interface LetterData {
  name: string;
  link: string;
}

/** What a mail says, before it is set as text or HTML: both are made from this, so that they say the same. */
export interface Letter {
  subject: string;
  stamp: string;
  title: string;
  paragraphs: string[];
  ticket: TicketView | null;
  action: { label: string; link: string };
  /** where what we signed is checked; the link holds it */
  receipt?: string;
  /** a file for calendars: a link, so that it tells the time as it is when somebody asks */
  calendar?: string;
  notes: string[];
}
export interface TicketView {
  /** absolute; of a kind that mail programs show */
  picture?: { address: string; alt: string };
  slot: string | null;
  product: string;
  /** the order that questions are about */
  orderId?: string;
  rows: [label: string, value: string][];
}

export const SENDER = 'Supreme Access';
export const RECEIPT = 'Your signed slot receipt. Please keep it:';
export const CALENDAR = 'Add the release to your calendar, in your own time zone:';
export const FOOTER = `${SENDER} sent you this email because this address has an account, an order or an invitation with us.`;
/** What every mail ends with where somebody answers questions. */
export const supportLine = (supportEmail: string): string => `Questions? Write to ${supportEmail}`;

/** '$35.00' */
export function shownMoney({ amount, currency }: Money): string {
  return minorMoney(amount, currency);
}

/** 'Fri 20 Nov 2026, 11:00 (GMT-5, America/New_York)' */
export function shownTime({ at, zone }: Moment): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { weekday, day, month, year, hour, minute, timeZoneName } = parts;
  const offset = timeZoneName === zone ? zone : `${timeZoneName}, ${zone}`;
  return `${weekday} ${day} ${month} ${year}, ${hour}:${minute} (${offset})`;
}

/** 'Fri 20 Nov 2026, 16:00': for who lives in neither zone, and knows their own from this. */
export function shownInUtc({ at }: Moment): string {
  return shownTime({ at, zone: 'UTC' }).replace(/ \(.*\)$/, '');
}

/** One line without control characters: what people typed can neither break a header nor a layout. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

export function paragraphs(name: string, ...rest: string[]): string[] {
  return [...greeting(name), ...rest];
}

export function greeting(name: string): string[] {
  const shown = oneLine(name);
  return shown ? [`${shown},`] : [];
}

/** @throws Error for anything but an absolute http or https address */
export function webLink(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('a mail links to http or https only');
  return url.href;
}
