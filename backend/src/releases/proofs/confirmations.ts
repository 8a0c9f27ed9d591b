import type { Confirmation } from '../../retailers/directory/mail-rules.js';
import { plainly, spaced } from './mail-words.js';

export interface Confirmed {
  number: string;
  reference: string | null;
  product: string;
}

const NUMBER =
  '(?:[#*]\\s?)?([\\p{L}\\p{N}](?:[\\p{L}\\p{N}_./-]{0,98}[\\p{L}\\p{N}])?)(?![\\p{L}\\p{N}])(?![-_/][\\p{L}\\p{N}])';
const FILLED: Readonly<Record<string, string>> = {
  '{number}': NUMBER,
  '{reference}': '([0-9a-fA-F-]{36}:\\d{1,4})(?!\\d)',
  '{product}': '(.{1,200}?)',
};

/** Reads the mail with the first pattern that matches its whole subject and text; null: none. */
export function confirmedBy(patterns: readonly Confirmation[], subject: string, text: string): Confirmed | null {
  const [ofSubject, ofText] = [subject, text].map((one) => spaced(plainly(one)));
  for (const pattern of patterns) {
    const found = new Map<string, Set<string>>();
    if (!matches(pattern.subject, ofSubject ?? '', found) || !matches(pattern.text, ofText ?? '', found)) continue;
    if ([...found.values()].some((values) => values.size > 1)) continue;
    const only = (blank: string) => [...(found.get(blank) ?? [])][0] ?? null;
    const [number, product] = [only('{number}'), only('{product}')];
    if (number === null || product === null) continue;
    return { number, reference: only('{reference}'), product };
  }
  return null;
}

/** Matches the pieces between `{any}` one by one, so that backtracking does not grow with their number. */
function matches(pattern: string, text: string, found: Map<string, Set<string>>): boolean {
  const pieces = spaced(plainly(pattern).replaceAll('{any}', '\u0000')).split('\u0000');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isFirst = index === 0;
    const isLast = index === pieces.length - 1;
    const trimmed = isFirst && isLast ? piece : piece.replace(/^ | $/g, '');
    if (trimmed === '') continue;
    const expression = new RegExp(`${isFirst ? '^' : ''}${sourceOf(trimmed)}${isLast ? '$' : ''}`, 'gu');
    expression.lastIndex = at;
    const match = expression.exec(text);
    if (!match) return false;
    at = expression.lastIndex;
    for (const [place, blank] of blanksOf(trimmed).entries()) {
      const values = found.get(blank) ?? new Set();
      found.set(blank, values.add(match[place + 1] ?? ''));
    }
  }
  return true;
}

function sourceOf(piece: string): string {
  return piece
    .split(/(\{[a-z]+\})/)
    .map((part) => FILLED[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('');
}

function blanksOf(piece: string): string[] {
  return piece.match(/\{[a-z]+\}/g) ?? [];
}
