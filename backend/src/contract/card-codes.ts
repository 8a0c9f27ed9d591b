import { CARD_CODE_LENGTHS } from './limits.js';
import { ungrouped } from './typed-text.js';

/** characters of a field, however it was typed */
const TYPED_MAX = 200;

/** The digits of a security code, however they were typed; null when it is none. Apart from `cards.ts`: the shop's first page needs it alone. */
export function parseCardCode(typed: unknown): string | null {
  if ((typeof typed !== 'string' && typeof typed !== 'number') || String(typed).length > TYPED_MAX) return null;
  const code = ungrouped(String(typed));
  return /^\d+$/.test(code) && CARD_CODE_LENGTHS.some((length) => length === code.length) ? code : null;
}
