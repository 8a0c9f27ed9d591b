import { toProfileAddress } from '@supreme-access/contract/addresses.js';
import { type CheckedCard, checkCard } from '@supreme-access/contract/cards.js';
import { PHONE_MAX, PROFILE_NAME_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { Email, Field, type FieldSpec, Flag, Text } from '../../http/fields.js';
import { readAs } from '../../http/validation.js';
import { testCard } from '../../stripe/test-cards.js';

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
  /** it looks like a PO box, and the shopper says that it is a street */
  streetConfirmed?: true;
  /** null: the card stays as it is */
  card: CheckedCard | null;
}
interface Reading {
  now: number;
  testCardsOnly: boolean;
}

/** An address is judged as the forms judge it, with all that depends on its country. */
const ADDRESS: FieldSpec = {
  schema: { type: Object },
  read: (given) => toProfileAddress(given) ?? given,
  accepts: (value) => toProfileAddress(value) !== null,
};
/** Judged once the other fields are known. */
const WHATEVER: FieldSpec = { schema: { type: Object }, absent: true, accepts: () => true };

/** Limits count what is left of a number once its formatting is taken off, so that is judged when the country is known. */
const PHONE_TYPED_MAX = 100;

export class ProfilePayload {
  @Text({ max: PROFILE_NAME_MAX })
  profileName: string;
  @Email()
  email: string;
  @Text({ max: PHONE_TYPED_MAX })
  phone: string;
  @Field(ADDRESS)
  shipping: ProfileAddress;
  @Flag({ optional: true })
  matchInfo?: boolean | null;
  @Flag({ optional: true })
  streetConfirmed?: boolean | null;
  @Field(WHATEVER)
  billing?: unknown;
  @Field(WHATEVER)
  card?: unknown;
}
export class AcoPayload {
  @Email()
  email: string;
  @Text({ max: PHONE_TYPED_MAX })
  phone: string;
  @Field(ADDRESS)
  shipping: ProfileAddress;
  @Field({ ...ADDRESS, optional: true })
  billing?: ProfileAddress | null;
  @Flag({ optional: true })
  streetConfirmed?: boolean | null;
  @Field(WHATEVER)
  card?: unknown;
}

/** The card a stranger sent, once it passes the check of every form; without a live provider only test numbers do. `now` is ms UTC. */
export function acceptedCard(input: unknown, now: number, testCardsOnly: boolean): CheckedCard | null {
  const checked = checkCard(input, now);
  if (!checked.ok) return null;
  return testCardsOnly && !testCard(checked.card.number) ? null : checked.card;
}

/** Whether it ships to a PO box: what only looks like one is a street once the shopper says so. */
function placeOf({
  shipping,
  streetConfirmed,
}: ProfilePayload | AcoPayload): Pick<ReadProfile, 'poBox' | 'streetConfirmed'> {
  if (!isPoBox(shipping)) return { poBox: false };
  return streetConfirmed ? { poBox: false, streetConfirmed: true } : { poBox: true };
}

/** A saved profile of the form. Billing is a copy of shipping unless the form says otherwise. */
export function readProfile(input: unknown, { now, testCardsOnly }: Reading): ReadProfile | null {
  const read = readAs(ProfilePayload, input);
  const phone = read && mobilePhone(read.phone, read.shipping.country, PHONE_MAX.profile);
  if (!phone) return null;
  const { profileName, email, shipping } = read;
  const matchInfo = read.matchInfo ?? (read.billing ?? null) === null;
  const billing = matchInfo ? shipping : toProfileAddress(read.billing);
  const keepsCard = read.card === undefined || read.card === null;
  const card = keepsCard ? null : acceptedCard(read.card, now, testCardsOnly);
  if (!billing || (!keepsCard && !card)) return null;
  return { profileName, email, phone, shipping, billing, matchInfo, ...placeOf(read), card };
}

export function readAco(input: unknown, { now, testCardsOnly }: Reading): (ReadProfile & { card: CheckedCard }) | null {
  const read = readAs(AcoPayload, input);
  const phone = read && mobilePhone(read.phone, read.shipping.country, PHONE_MAX.setup);
  const card = acceptedCard(read?.card, now, testCardsOnly);
  if (!phone || !card) return null;
  const { email, shipping } = read;
  const matchInfo = (read.billing ?? null) === null;
  const billing = read.billing ?? shipping;
  return { profileName: 'Guest', email, phone, shipping, billing, matchInfo, ...placeOf(read), card };
}
