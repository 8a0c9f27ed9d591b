import PostalMime, { addressParser } from 'postal-mime';
import { RSA_LEAST } from '../../config/retailer-mail-settings.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { domainOf, isAligned } from './mail-sender.js';
import { textOfHtml } from './mail-text.js';

/** The retailer's own message, as its signature covers it. */
export interface SignedMail {
  to: string;
  subject: string;
  text: string;
  /** ms UTC, as its signed Date says */
  date: number;
  /** of its bytes; base64url */
  sha256: string;
}
export type Verdict =
  | { kind: 'signed'; mail: SignedMail }
  | { kind: 'unsigned'; why: string }
  /** the key could not be fetched just now */
  | { kind: 'later' };

export interface Trust {
  /** what a signature may name as `d=`, in small letters */
  domains: readonly string[];
  /** TXT records of a name. @throws with a code as node:dns does */
  resolve(name: string): Promise<string[][]>;
  /** ms UTC; by it a signature has expired */
  now: number;
}

const COVERED = ['from', 'to', 'subject', 'date'];
const READING = ['content-type', 'content-transfer-encoding'];
/** bytes of one message; with more it is a hint */
export const LARGEST = 256 * 1024;
/** signatures of one message that are looked at; each asks for a key */
const SIGNATURES = 10;

/** Judges one message by every point that makes it proof of who wrote it. What it proves is for others to judge. */
export async function verdictOn(source: Buffer, trust: Trust): Promise<Verdict> {
  if (trust.domains.length === 0) return no('no domain is trusted');
  if (source.length > LARGEST) return no('too large');
  const message = Buffer.from(source.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
  const headers = headersOf(message);
  const count = (name: string) => headers.filter(({ key }) => key === name).length;
  if (!COVERED.every((name) => count(name) === 1) || READING.some((name) => count(name) > 1))
    return no('From, To, Subject and Date have to stand there once each');
  const signatures = headers.filter(({ key }) => key === 'dkim-signature');
  if (signatures.length === 0 || signatures.length > SIGNATURES) return no('not signed');
  // A part of the body may be added behind such a signature, whosever it is.
  if (signatures.some(({ value }) => /(?:^|;)\s*l\s*=/i.test(value)))
    return no('the signature leaves out a part of the body');
  const mail = await readMail(message, headers);
  if (!mail) return no('From and To have to name one address each, and Date a time');
  // Loaded by whoever has such a mail: the library brings some hundred files along.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
  const { results } = await dkimVerify(message, {
    resolver: trustedResolver(trust),
    minBitLength: RSA_LEAST,
    curTime: trust.now,
  });
  const own = (results as unknown as Signature[]).filter((one) => isOwn(one, mail.from, headers, trust));
  if (own.some(({ status }) => status.result === 'pass')) {
    const { to, subject, text, date } = mail;
    return { kind: 'signed', mail: { to, subject, text, date, sha256: sha256(message) } };
  }
  if (own.some(({ status }) => status.result === 'temperror')) return { kind: 'later' };
  return no(own.length === 0 ? 'no signature of the retailer covers all of it' : 'the signature does not verify');
}

/** What of mailauth's result is looked at; its declarations name other fields than it has. */
interface Signature {
  /** absent where nothing could be read as a signature */
  signingDomain?: string;
  algo?: string;
  modulusLength?: number;
  canonBodyLengthLimited?: boolean;
  signingHeaders?: { keys: string };
  status: { result: string };
}

function isOwn(signature: Signature, from: string, headers: readonly Header[], { domains }: Trust): boolean {
  const domain = (signature.signingDomain ?? '').toLowerCase();
  const covered = (signature.signingHeaders?.keys ?? '').toLowerCase().split(/[:\s]+/);
  // What says how the body is to be read must not be changed behind the signature's back, where it is there.
  const reading = headers.filter(({ key, value }) => decidesReading(key, value)).map(({ key }) => key);
  return (
    domains.includes(domain) &&
    isAligned(domainOf(from), domain) &&
    signature.algo?.toLowerCase() === 'rsa-sha256' &&
    signature.canonBodyLengthLimited !== true &&
    [...COVERED, ...reading].every((name) => covered.includes(name))
  );
}

function decidesReading(key: string, value: string): boolean {
  if (key === 'content-type') return !/^\s*text\/plain\b/i.test(value);
  return key === 'content-transfer-encoding' && !/^\s*(?:7bit|8bit)\s*$/i.test(value);
}

/** Keys of trusted domains alone are asked for: whatever else a message names is nobody's business. */
function trustedResolver({ domains, resolve }: Trust) {
  return (name: string): Promise<string[][]> => {
    const isTrusted = domains.some((domain) => name.toLowerCase().endsWith(`._domainkey.${domain}`));
    if (!isTrusted) return Promise.reject(Object.assign(new Error('not asked'), { code: 'ENOTFOUND' }));
    return resolve(name.toLowerCase());
  };
}

interface Header {
  key: string;
  value: string;
}

function headersOf(message: Buffer): Header[] {
  const text = message.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const block = end < 0 ? text : text.slice(0, end);
  return block.split(/\r\n(?![ \t])/).map((line) => {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/\r\n/g, '');
    return { key: line.slice(0, Math.max(0, colon)).trim().toLowerCase(), value };
  });
}

async function readMail(message: Buffer, headers: readonly Header[]) {
  const address = (name: string) => {
    const found = addressParser(headers.find(({ key }) => key === name)?.value ?? '', { flatten: true });
    return found.length === 1 ? (found[0]?.address ?? '').toLowerCase() : '';
  };
  const [from, to] = [address('from'), address('to')];
  const date = Date.parse(headers.find(({ key }) => key === 'date')?.value ?? '');
  const parsed = await partsOf(message);
  if (!from.includes('@') || !to.includes('@') || Number.isNaN(date) || !parsed) return null;
  return { from, to, date, subject: parsed.subject ?? '', text: textOf(parsed) };
}

/** null: what the parser refuses (parts in parts without end) is no mail. */
export async function partsOf(message: Buffer) {
  try {
    return await PostalMime.parse(message, { forceRfc822Attachments: true, maxNestingDepth: 20 });
  } catch {
    return null;
  }
}

/** The plain text of a mail, or of its HTML where it has none. */
export function textOf({ text, html }: { text?: string | undefined; html?: string | undefined }): string {
  return text?.trim() ? text : textOfHtml(html ?? '');
}

function no(why: string): Verdict {
  return { kind: 'unsigned', why };
}
