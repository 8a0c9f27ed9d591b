import { cardGroups } from '@supreme-access/contract/cards.js';
import { digitsIn } from '@supreme-access/contract/typed-text.js';

const SHOWN = 4;

export interface DigitGroup {
  key: number;
  digits: { key: number; text: string }[];
}

export function cardPattern(number: string): DigitGroup[] {
  const typed = digitsIn(number);
  const groups = cardGroups(typed);
  const total = groups.reduce((sum, length) => sum + length, 0);
  let at = 0;
  return groups.map((length) => {
    const start = at;
    at += length;
    const digits = Array.from({ length }, (_, index) => start + index).map((key) => ({
      key,
      text: key >= typed.length ? '#' : key < SHOWN || key >= total - SHOWN ? typed.charAt(key) : '•',
    }));
    return { key: start, digits };
  });
}
