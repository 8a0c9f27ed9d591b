import { CARD_CODE_LENGTHS } from './limits.js';
import { ungrouped } from './typed-text.js';

const TYPED_MAX = 200;

/** Returns the digits of a security code or null. It is not in `cards.ts`, to keep the shop's first page small. */
export function parseCardCode(typed: unknown): string | null {
  if ((typeof typed !== 'string' && typeof typed !== 'number') || String(typed).length > TYPED_MAX) return null;
  const code = ungrouped(String(typed));
  return /^\d+$/.test(code) && CARD_CODE_LENGTHS.some((length) => length === code.length) ? code : null;
}
