import { Refused } from '../platform/decider.js';

/** Why somebody gets no slot, and no place in line. */
const TEXTS: Readonly<Record<string, readonly ['invalid' | 'conflict', string]>> = {
  unavailable: ['conflict', 'This product is not available.'],
  'reservations-closed': ['conflict', 'Reservations for this drop are closed.'],
  'size-unknown': ['invalid', 'Please choose a size.'],
  'style-unknown': ['invalid', 'Please choose a style.'],
  duplicate: ['conflict', 'duplicate'],
  'sold-out': ['conflict', 'sold out'],
  'limit-per-account': ['conflict', 'You have as many slots and places in line of this drop as one account may have.'],
};

/** The refusal of this code; of one that is not known here, as of a log of a newer program: that it took too long. */
export function noSlot(code: string, more?: string): Refused {
  const [kind, text] = TEXTS[code] ?? ['conflict', 'This reservation took too long. Please start again.'];
  return new Refused(code in TEXTS ? code : 'reservation-expired', kind, more ?? text);
}
