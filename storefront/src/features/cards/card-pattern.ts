import { formatCardNumber } from '@supreme-access/contract/cards.js';

/** digits that are shown as they are at each end; those between are dots */
const SHOWN = 4;

export interface DigitGroup {
  key: number;
  digits: { key: number; text: string }[];
}

export function cardPattern(number: string): DigitGroup[] {
  const typed = number.replace(/\D/g, '');
  const groups = groupLengths(typed);
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

function groupLengths(typed: string): number[] {
  return formatCardNumber(typed.padEnd(16, '0'))
    .split(' ')
    .map((group) => group.length);
}
