import { SENDER } from '../../mail/mail-template.js';
import { productPage } from './product-head.js';
import type { ProductDoc } from './products.projection.js';

/** Writes a drop as an iCalendar event: https://www.rfc-editor.org/rfc/rfc5545 */

export interface CalendarDrop {
  productId: string;
  title: string;
  /** ms UTC */
  releaseAt: number;
  cancelled: boolean;
  /** rises with every change; a calendar replaces an entry by a higher one */
  sequence: number;
  /** ms UTC */
  writtenAt: number;
  url: string;
}

const LASTS = 15 * 60_000;
const REMIND = '-PT10M';
/** octets per line without its end (RFC 5545, 3.1) */
const LINE = 75;

/** Null for a drop that is released by hand, whose time is unknown. */
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

function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** RFC 5545, 3.3.11: a text contains no control character except the tab. */
function text(value: string): string {
  return value
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '');
}

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
