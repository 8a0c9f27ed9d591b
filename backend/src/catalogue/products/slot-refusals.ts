import { cleanLine } from '@supreme-access/contract/clean-text.js';
import { Refused } from '../../event-sourcing/decider.js';

const TEXTS: Readonly<Record<string, readonly ['invalid' | 'conflict', string]>> = {
  unavailable: ['conflict', 'This product is not available.'],
  'reservations-closed': ['conflict', 'Reservations for this drop are closed.'],
  'size-unknown': ['invalid', 'Please choose a size.'],
  'style-unknown': ['invalid', 'Please choose a style.'],
  duplicate: ['conflict', 'duplicate'],
  'sold-out': ['conflict', 'sold out'],
  'over-limit': ['conflict', 'The item alone costs more than your limit. Raise the limit, or leave the slot.'],
  'limit-currency': ['invalid', 'The limit must be in the currency of the retail price.'],
  'limit-per-account': ['conflict', 'You have reached the limit of slots and waiting list places for this drop.'],
};

/** An unknown code, from the log of a newer version, becomes 'reservation-expired'. */
export function noSlot(code: string, more?: string): Refused {
  const [kind, text] = TEXTS[code] ?? ['conflict', 'This reservation took too long. Please start again.'];
  return new Refused(code in TEXTS ? code : 'reservation-expired', kind, more ?? text);
}

interface Choice {
  size: string;
  style: string;
}
interface OnOffer {
  isAvailable: boolean;
  isOpen: boolean;
  sizes: readonly string[];
  goods: { styles: readonly string[] };
}

/** `promised`: holds after an edit too. @throws Refused 'unavailable' | 'reservations-closed' | 'size-unknown' | 'style-unknown' */
export function checkOffer({ size, style }: Choice, offer: OnOffer, promised?: Choice): void {
  if (!offer.isAvailable) throw noSlot('unavailable');
  if (!offer.isOpen) throw noSlot('reservations-closed');
  if (promised?.size === size && promised.style === style) return;
  if (!offer.sizes.includes(size)) throw noSlot('size-unknown');
  // Older products may have styles with characters that are cleaned from requests.
  if (!offer.goods.styles.some((one) => one === style || cleanLine(one) === style)) throw noSlot('style-unknown');
}
