/** Finds references and numbers in mails. Pure, and linear in the length of the text. */

export interface AttemptName {
  orderId: string;
  attempt: number;
  reference: string;
}

const HYPHENS = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
const COLONS = /[\u02d0\u2236\ua789\ufe55\uff1a]/g;
/** Programs insert soft hyphens and zero-width characters into long words. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const PERCENT = /%([2-7][0-9a-f])/gi;
const WRAPPED = /([-:])[ \t]*\r?\n[ \t>|]*/g;
/** A line break inside a word, from programs that quote at a fixed width. */
const CUT = /([0-9a-f])\r?\n[ \t>|]*(?=[0-9a-f-])/gi;

const REFERENCE =
  /(?<![\p{L}\p{N}])(?<![\p{L}\p{N}][-_.])([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}):([1-9]\d{0,3})(?![-_:]?[\p{L}\p{N}])(?!\.\d)/giu;

const BREAKS = /[\s,;|<>&?"'`\p{Ps}\p{Pe}\p{Pi}\p{Pf}]+/u;
const EDGES = /^[#*_~:.!?=\u2022-]+|[#*_~:.!?=\u2022-]+$/gu;
const MARKS = /[:=#/]/g;

/** NFKC turns the numero sign into letters and the acute accent into a combining mark, so both are replaced first. */
export function plainly(text: string): string {
  return text
    .replace(/\u2116/g, '#')
    .replace(/\u00b4/g, "'")
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(HYPHENS, '-')
    .replace(COLONS, ':')
    .replace(PERCENT, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function attemptsNamed(text: string, most: number): AttemptName[] {
  const plain = plainly(text);
  const whole = plain.replace(WRAPPED, '$1');
  const found = new Map<string, AttemptName>();
  for (const form of new Set([plain, whole, whole.replace(CUT, '$1')])) {
    for (const [reference, orderId = '', attempt] of form.toLowerCase().matchAll(REFERENCE)) {
      if (found.size === most) break;
      if (!found.has(reference)) found.set(reference, { orderId, attempt: Number(attempt), reference });
    }
  }
  return [...found.values()];
}

export function numbersNamed(text: string, { most, longest }: { most: number; longest: number }): string[] {
  const found = new Set<string>();
  for (const word of plainly(text).split(BREAKS)) {
    for (const form of formsOf(word)) {
      if (found.size === most) return [...found];
      if (form !== '' && form.length <= longest) found.add(form);
    }
  }
  return [...found];
}

function formsOf(word: string): string[] {
  // Trimming a long word of marks takes quadratic time.
  if (word.length > 240) return [];
  const tails = [...word.matchAll(MARKS)].slice(0, 10).map(({ index }) => word.slice(index + 1));
  return [word, ...tails].map((form) => form.replace(EDGES, ''));
}

export function names(text: string, phrase: string): boolean {
  const [inText, wanted] = [text, phrase].map((one) => spaced(plainly(one).toLowerCase()));
  if (!inText || !wanted) return false;
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1)) {
    const around = [inText.slice(0, at), inText.slice(at + wanted.length)];
    if (!/[\p{L}\p{N}]$/u.test(around[0]?.slice(-2) ?? '') && !/^[\p{L}\p{N}]/u.test(around[1] ?? '')) return true;
  }
  return false;
}

export function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const FORWARDED =
  'fwd fw wg tr i rv enc vb vl doorst dt pd ilt пер переслать 转发 轉寄 転送 전달 fs továbbítás přep'.split(' ');
const ANSWERED =
  're aw antw antwort sv odp res resp vs ynt yanıt yanit ref r rif bls balas ats hl отв на απ 回复 回覆 答复 返信 답장 rép'.split(
    ' ',
  );
const PREFIX = /^\s*([\p{L}\p{M}]{1,10})\s*(?:[[(^]?\s*\d{1,4}\s*[\])]?)?\s*:/u;

/** An unknown short word with a colon counts as a reply prefix. */
export function isReply(subject: string): boolean {
  const whole = plainly(subject).slice(0, 1_000);
  let rest = whole;
  for (let prefix = PREFIX.exec(rest); prefix; prefix = PREFIX.exec(rest)) {
    const word = (prefix[1] ?? '').toLowerCase();
    const isFirst = rest.length === whole.length;
    if (!FORWARDED.includes(word)) return isFirst || ANSWERED.includes(word);
    rest = rest.slice(prefix[0].length);
  }
  return false;
}
