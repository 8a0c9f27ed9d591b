import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { CardInput } from '@supreme-access/contract/sealing.js';
import { type Person, person } from '../support/people.js';

/** A value to search for, in all its encodings. */
export interface Needle {
  what: string;
  forms: readonly Buffer[];
}

export interface Canary {
  who: Person;
  card: CardInput;
  passwords: { first: string; changed: string; reset: string; wrong: string };
  /** Only the owner's browser and the vault may hold these. */
  secrets: Needle[];
  /** These are in mails, and in answers to people with access. */
  personal: Needle[];
}

const letters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode('a'.charCodeAt(0) + randomInt(26))).join('');
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** A person whose every word is unique. Their card is used by nothing else on the server. */
export function canary(): Canary {
  const [firstName, lastName, street] = [capital(letters(9)), capital(letters(11)), capital(letters(10))];
  const base = person(1);
  const address = { ...base.address, firstName, lastName, address1: `${randomInt(100, 999)} ${street} Row` };
  const email = `${letters(12)}@${letters(8)}.example.org`;
  const phone = `+1503${randomInt(2_000_000, 9_999_999)}`;
  const who = { name: `${firstName} ${lastName}`, email, phone, address };
  // JSON, URLs and HTML escape these characters.
  const password = () => `"${randomBytes(9).toString('hex')}" & <ü>`;
  const passwords = { first: password(), changed: password(), reset: password(), wrong: password() };
  // neither a year nor a card's last digits, which occur in many places
  const code = '7193';
  const card = { name: who.name, number: '371449635398431', code, month: 12, year: new Date().getUTCFullYear() + 4 };
  return {
    who,
    card,
    passwords,
    secrets: [
      needle('the card number', card.number, card.number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')),
      { what: 'the security code', forms: formsOfCode(code) },
      ...Object.entries(passwords).flatMap(([which, text]) => [
        needle(`the ${which} password`, text, text.split('"')[1] ?? ''),
      ]),
    ],
    personal: [
      ...[firstName, lastName, street].map((word) => needle(`the word ${word}`, word, word.toLowerCase())),
      needle('the email address', email, email.split('@')[0] ?? ''),
      needle('the phone number', phone.slice(1)),
    ],
  };
}

/** Its hash reveals nothing, because it cannot be guessed. */
export function token(text: string): Needle {
  return { what: 'a token', forms: distinct(formsOf(text)) };
}

/** `texts`: its spellings. An unsalted hash of the first one reveals it too: there are few candidates. */
function needle(what: string, ...texts: readonly string[]): Needle {
  const plain = texts.flatMap((text) => [text, text.toUpperCase()]).flatMap(formsOf);
  const hash = createHash('sha256')
    .update(texts[0] ?? '')
    .digest();
  const hashes = [hash, hash.toString('hex'), hash.toString('base64').slice(0, 40), hash.toString('base64url')];
  const forms = [...plain, ...hashes.map((form) => Buffer.from(form as string))];
  return { what, forms: distinct(forms) };
}

function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const numbers = /^\d{9,16}$/.test(text) ? asNumbers(Number(text)) : [];
  return [
    bytes,
    Buffer.from(text, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(encodeURIComponent(text)),
    Buffer.from(JSON.stringify(text).slice(1, -1)),
    ...inBase64(bytes),
    ...numbers,
  ];
}

/** The part of its base64 form that does not depend on the neighbouring bytes. */
function inBase64(bytes: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Math.floor((before + bytes.length) / 3) * 3;
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .subarray(0, whole)
      .toString('base64');
    const core = text.slice(before === 0 ? 0 : 4);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')].map((form) => Buffer.from(form));
  });
}

/** MessagePack's forms of a number, which LMDB stores. */
function asNumbers(number: number): Buffer[] {
  const [whole, float] = [Buffer.alloc(8), Buffer.alloc(8)];
  whole.writeBigUInt64BE(BigInt(number));
  float.writeDoubleBE(number);
  return [whole, float];
}

/** Four digits occur everywhere, so a code counts as a separate value only. */
function formsOfCode(code: string): Buffer[] {
  const quoted = `"${code}"`;
  const packed = Buffer.concat([Buffer.from([0xa0 + code.length]), Buffer.from(code)]);
  const inText = [
    quoted,
    `'${code}'`,
    JSON.stringify(quoted).slice(1, -1),
    `code=${code}`,
    `cvc=${code}`,
    `cvc]=${code}`,
  ];
  const hash = createHash('sha256').update(code).digest();
  return distinct([
    ...inText.map((text) => Buffer.from(text)),
    Buffer.from(Buffer.from(quoted).toString('hex')),
    Buffer.from(encodeURIComponent(quoted)),
    ...inBase64(Buffer.from(quoted)),
    packed,
    Buffer.from(hash.toString('hex')),
    Buffer.from(hash.toString('base64url')),
  ]);
}

function distinct(forms: readonly Buffer[]): Buffer[] {
  const long = forms.filter(({ length }) => length >= 5);
  return [...new Map(long.map((form) => [form.toString('latin1'), form])).values()];
}

/** The needles that occur; none is expected. */
export function found(needles: readonly Needle[], bytes: Buffer | string, where: string): string[] {
  const place = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return needles.flatMap(({ what, forms }) => {
    const form = forms.find((one) => place.includes(one));
    if (!form) return [];
    const at = place.indexOf(form);
    const around = place.subarray(Math.max(0, at - 60), at + form.length + 20).toString('latin1');
    return [`${what} in ${where}: ...${around.replace(/[^ -~]/g, '.')}...`];
  });
}
