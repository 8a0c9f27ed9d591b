import { isPoBox, toProfileAddress, withState } from '@supreme-access/contract/addresses.js';
import type { ProfileAddress } from '@supreme-access/contract/api-types.js';
import { type CheckedCard, checkCard } from '@supreme-access/contract/cards.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { isEmail } from 'class-validator';
import { testCard } from '../stripe/test-cards.js';

const NAME_MAX = 60;
const EMAIL_MAX = 254;

/** What a stranger encrypted, once it holds what it should. */
export interface ReadProfile {
  profileName: string;
  email: string;
  /** E.164 */
  phone: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  matchInfo: boolean;
  poBox: boolean;
  /** null: the card stays as it is */
  card: CheckedCard | null;
}
interface Reading {
  /** ms UTC */
  now: number;
  testCardsOnly: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (input: unknown): Fields => ({ ...(typeof input === 'object' ? input : null) });

/** Text without control characters, trimmed; '' for anything else. */
function text(value: unknown, max: number): string {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed.length <= max && !/\p{Cc}/u.test(trimmed) ? trimmed : '';
}

/** The card a stranger sent, once it passes the check of every form; without a live provider only test numbers do. `now` is ms UTC. */
export function acceptedCard(input: unknown, now: number, testCardsOnly: boolean): CheckedCard | null {
  const checked = checkCard(input, now);
  if (!checked.ok) return null;
  return testCardsOnly && !testCard(checked.card.number) ? null : checked.card;
}

/** Addresses and how to reach people; null when something required is missing or wrong. */
function readContact(fields: Fields, phoneMax: number) {
  const shipping = toProfileAddress(fields.shipping);
  const email = text(fields.email, EMAIL_MAX);
  if (!shipping || !isEmail(email)) return null;
  const phone = mobilePhone(text(fields.phone, phoneMax), shipping.country);
  return phone === null ? null : { shipping, email, phone };
}

/** A saved profile of the form. Billing is a copy of shipping unless the form says otherwise. */
export function readProfile(input: unknown, { now, testCardsOnly }: Reading): ReadProfile | null {
  const fields = fieldsOf(input);
  const profileName = text(fields.profileName, NAME_MAX);
  const contact = readContact(fields, PHONE_MAX.profile);
  if (profileName === '' || !contact) return null;
  const isCopy = fields.matchInfo ?? (fields.billing ?? null) === null;
  if (typeof isCopy !== 'boolean') return null;
  const billing = isCopy ? contact.shipping : toProfileAddress(fields.billing);
  const keepsCard = fields.card === undefined || fields.card === null;
  const card = keepsCard ? null : acceptedCard(fields.card, now, testCardsOnly);
  if (!billing || (!keepsCard && !card)) return null;
  const poBox = isPoBox(contact.shipping);
  return { profileName, ...contact, billing, matchInfo: isCopy, poBox, card };
}

/** A guest's auto-checkout data. */
export function readAco(input: unknown, { now, testCardsOnly }: Reading): (ReadProfile & { card: CheckedCard }) | null {
  const fields = fieldsOf(input);
  const contact = readContact({ ...fields, shipping: withState(fields.shipping) }, PHONE_MAX.setup);
  const card = acceptedCard(fields.card, now, testCardsOnly);
  if (!contact || !card) return null;
  const isCopy = fields.billing === undefined || fields.billing === null;
  const billing = isCopy ? contact.shipping : toProfileAddress(withState(fields.billing));
  if (!billing) return null;
  const poBox = isPoBox(contact.shipping);
  return { profileName: 'Guest', ...contact, billing, matchInfo: isCopy, poBox, card };
}
