/** `at` in ms UTC; `zone` is an IANA name */
export interface Moment {
  at: number;
  zone: string;
}

export interface MailData {
  name: string;
  link: string;
}

export interface MailTemplate {
  subject: string;
  stamp: string;
  title: string;
  paragraphs: string[];
  ticket: TicketView | null;
  action: { label: string; link: string };
  receipt?: string;
  calendar?: string;
  notes: string[];
}
export interface TicketView {
  picture?: { address: string; alt: string };
  slot: string | null;
  product: string;
  orderId?: string;
  rows: [label: string, value: string][];
}

export const SENDER = 'Supreme Access';
export const RECEIPT = 'Your signed slot receipt. Please keep it:';
export const CALENDAR = 'Add the release to your calendar, in your own time zone:';
export const FOOTER = `${SENDER} sent you this email because this address has an account, an order or an invitation with us.`;
export const supportLine = (supportEmail: string): string => `Questions? Write to ${supportEmail}`;

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

export function shownInUtc({ at }: Moment): string {
  return shownTime({ at, zone: 'UTC' }).replace(/ \(.*\)$/, '');
}

/** Removes control characters, so that typed text breaks neither headers nor layout. */
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

/** @throws Error unless the link is an absolute http or https URL */
export function webLink(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('a mail links to http or https only');
  return url.href;
}
