import { SENDER } from '../../mail/letter.js';
import { productPage } from './product-head.js';
import type { ProductDoc } from './products.projection.js';

/** A drop as calendars take it, RFC 5545. */

export interface CalendarDrop {
  productId: string;
  title: string;
  /** ms UTC */
  releaseAt: number;
  cancelled: boolean;
  /** higher whenever something about it has changed: what a calendar replaces its entry by */
  sequence: number;
  /** ms UTC, when this was written */
  writtenAt: number;
  /** where it is shown, absolute */
  url: string;
}

/** ms; a drop is a moment, and calendars draw what lasts */
const LASTS = 15 * 60_000;
const REMIND = '-PT10M';
/** octets of a line without its end, and of those that a continued one has after its blank (RFC 5545, 3.1) */
const LINE = 75;

/** What a calendar is told of a drop; null: it is released by hand, at no time that is known. */
export function calendarDrop(doc: ProductDoc, publicUrl: string, writtenAt: number): CalendarDrop | null {
  const { productId, productTitle, releaseAt, cancelled, version } = doc;
  if (releaseAt === null) return null;
  const sequence = version - 1 + (cancelled ? 1 : 0);
  return {
    productId,
    title: productTitle,
    releaseAt,
    cancelled,
    sequence,
    writtenAt,
    url: productPage(productId, publicUrl),
  };
}

/** Address of a drop's calendar file. */
export function calendarUrl(productId: string, publicUrl: string): string {
  return `${publicUrl}/api/products/${encodeURIComponent(productId)}/calendar.ics`;
}

export function dropCalendar(drop: CalendarDrop): string {
  const { productId, title, releaseAt, cancelled, sequence, writtenAt, url } = drop;
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${text(title)}`, `TRIGGER:${REMIND}`, 'END:VALARM'];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${SENDER}//Drops//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:drop-${productId}@${new URL(url).hostname}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${instant(writtenAt)}`,
    `DTSTART:${instant(releaseAt)}`,
    `DTEND:${instant(releaseAt + LASTS)}`,
    `SUMMARY:${text(title)}`,
    `DESCRIPTION:${text(`${title} is released.\n${url}`)}`,
    `URL:${url}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    ...(cancelled ? [] : alarm),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** '20261120T160000Z' */
function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545, 3.3.11: no other control characters than a tab stand in a text. */
function text(value: string): string {
  return value
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '');
}

/** Counted in octets of UTF-8, and never within a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
