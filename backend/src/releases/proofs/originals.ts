import { LARGEST, partsOf } from './signed-original.js';

export interface WholeMail {
  message: Buffer;
  parts: Awaited<ReturnType<typeof partsOf>>;
}

/** `raw`: base64 */
export async function wholeMail(raw: string | undefined): Promise<WholeMail | null> {
  if (raw === undefined) return null;
  const message = Buffer.from(raw, 'base64');
  return { message, parts: await partsOf(message) };
}

const MOST = 5;
const HEADER = /^[!-9;-~]{1,76}:/;
const SIGNED = /^dkim-signature:/im;

/** Candidates for the retailer's message: the mail itself, its attachments and a source copied into its text. */
export function originalsIn(whole: WholeMail | null, text = ''): Buffer[] {
  const copied = sourceIn(text);
  const all = [...(whole ? [whole.message, ...attachedTo(whole)] : []), ...(copied === null ? [] : [copied])];
  return all.filter((one) => one.length <= LARGEST && isSigned(one)).slice(0, MOST);
}

function attachedTo({ parts }: WholeMail): Buffer[] {
  if (!parts) return [];
  const attachments = parts.attachments.map(({ content }) =>
    typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array),
  );
  const copied = sourceIn(parts.text ?? '');
  return copied === null ? attachments : [...attachments, copied];
}

function isSigned(message: Buffer): boolean {
  const text = message.toString('latin1');
  const end = text.search(/\r?\n\r?\n/);
  return HEADER.test(text) && SIGNED.test(end < 0 ? text : text.slice(0, end));
}

function sourceIn(text: string): Buffer | null {
  if (!SIGNED.test(text)) return null;
  const lines = text.split(/\r?\n/);
  const signature = lines.findIndex((line) => SIGNED.test(line));
  let first = signature;
  while (first > 0 && isHeaderLine(lines[first - 1] ?? '')) first -= 1;
  while (first < signature && !HEADER.test(lines[first] ?? '')) first += 1;
  return Buffer.from(lines.slice(first).join('\r\n'));
}

function isHeaderLine(line: string): boolean {
  return HEADER.test(line) || /^[ \t]+\S/.test(line);
}
