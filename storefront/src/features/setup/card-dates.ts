import { CARD_YEARS_AHEAD } from '../../../../backend/src/contract/limits.js';

export const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The years a card may expire in, the current one first. `now` is ms UTC. */
export function cardYears(now: number): string[] {
  const first = new Date(now).getUTCFullYear();
  return Array.from({ length: CARD_YEARS_AHEAD }, (_, index) => String(first + index));
}

/** Whether a month of the year has already passed; while no year is chosen none has. */
export function monthPassed(month: string, year: string, now: number): boolean {
  const today = new Date(now);
  return Number(year) === today.getUTCFullYear() && Number(month) < today.getUTCMonth() + 1;
}
