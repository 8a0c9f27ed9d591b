import PostalMime, { addressParser } from 'postal-mime';
import { sha256 } from '../../event-sourcing/ids.js';
import { RSA_LEAST } from '../../retailers/directory/mail-rules.js';
import { domainOf, isAligned } from './mail-sender.js';
import { textOfHtml } from './mail-text.js';

export interface SignedMail {
  to: string;
  subject: string;
  text: string;
  /** ms UTC of the signed Date header */
  date: number;
  /** base64url */
  sha256: string;
}
export type Verdict =
  | { kind: 'signed'; mail: SignedMail }
  | { kind: 'unsigned'; why: string }
  /** the key could not be fetched */
  | { kind: 'later' };

export interface Trust {
  domains: readonly string[];
  /** TXT records. @throws with node:dns codes */
  resolve(name: string): Promise<string[][]>;
  /** ms UTC; signatures expire by it */
  now: number;
}

const COVERED = ['from', 'to', 'subject', 'date'];
const READING = ['content-type', 'content-transfer-encoding'];
/** bytes */
export const LARGEST = 256 * 1024;
const SIGNATURES = 10;

/** Verifies who wrote the message; the caller decides what it proves. */
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
  // A signature with `l=` allows anyone to append to the body.
  if (signatures.some(({ value }) => /(?:^|;)\s*l\s*=/i.test(value)))
    return no('the signature leaves out a part of the body');
  const mail = await readMail(message, headers);
  if (!mail) return no('From and To have to name one address each, and Date a time');
  // mailauth loads hundreds of files, so only such mails load it.
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

/** mailauth's declarations differ from the fields of its results. */
interface Signature {
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
  // Headers that change how the body is decoded must be signed too.
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

/** A mail must not trigger DNS queries for other domains. */
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

/** Null when the parser refuses it, as it does endless nesting. */
export async function partsOf(message: Buffer) {
  try {
    return await PostalMime.parse(message, { forceRfc822Attachments: true, maxNestingDepth: 20 });
  } catch {
    return null;
  }
}

export function textOf({ text, html }: { text?: string | undefined; html?: string | undefined }): string {
  return text?.trim() ? text : textOfHtml(html ?? '');
}

function no(why: string): Verdict {
  return { kind: 'unsigned', why };
}
