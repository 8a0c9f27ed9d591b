import PostalMime from 'postal-mime';
import { LARGEST } from './signed-original.js';

/** A mail as it came: its own fields, and the whole message where the mail service sends it along. */
export interface MailAsSent {
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  /** base64 */
  raw?: string | undefined;
}

/** messages that are looked at of one mail */
const MOST = 5;
/** A header of a message: its name, a colon, and no blank before it. */
const HEADER = /^[!-9;-~]{1,76}:/;
const SIGNED = /^dkim-signature:/im;

/**
 * The messages in a mail that may be the retailer's own: the mail itself, what is attached to it, and the source of one that somebody
 * has copied into the text.
 */
export async function originalsIn({ raw, text }: MailAsSent): Promise<Buffer[]> {
  const whole = raw === undefined ? null : Buffer.from(raw, 'base64');
  const attached = whole === null ? [] : await attachedTo(whole);
  const copied = sourceIn(text ?? '');
  const all = [...(whole === null ? [] : [whole]), ...attached, ...(copied === null ? [] : [copied])];
  return all.filter((one) => one.length <= LARGEST && isSigned(one)).slice(0, MOST);
}

async function attachedTo(whole: Buffer): Promise<Buffer[]> {
  const mail = await partsOf(whole);
  if (!mail) return [];
  const attachments = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array),
  );
  const copied = sourceIn(mail.text ?? '');
  return copied === null ? attachments : [...attachments, copied];
}

/** What cannot be read as a mail has no parts. */
export async function partsOf(whole: Buffer) {
  try {
    return await PostalMime.parse(whole, { forceRfc822Attachments: true, maxNestingDepth: 20 });
  } catch {
    return null;
  }
}

function isSigned(message: Buffer): boolean {
  const text = message.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  return HEADER.test(text) && SIGNED.test(end < 0 ? text : text.slice(0, end));
}

/** From the first of the header lines around a signature to the end of the text. */
function sourceIn(text: string): Buffer | null {
  if (!SIGNED.test(text)) return null;
  const lines = text.split(/\r?\n/);
  const signature = lines.findIndex((line) => SIGNED.test(line));
  let first = signature;
  while (first > 0 && isHeaderLine(lines[first - 1] ?? '')) first -= 1;
  // What is folded belongs to the header before it.
  while (first < signature && !HEADER.test(lines[first] ?? '')) first += 1;
  return Buffer.from(lines.slice(first).join('\r\n'));
}

function isHeaderLine(line: string): boolean {
  return HEADER.test(line) || /^[ \t]+\S/.test(line);
}
