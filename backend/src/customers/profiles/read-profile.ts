import { toProfileAddress } from '@supreme-access/contract/addresses.js';
import { type CheckedCard, checkCard } from '@supreme-access/contract/cards.js';
import { PHONE_MAX, PROFILE_NAME_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { Email, Field, type FieldSpec, Flag, Text } from '../../http/fields.js';
import { readAs } from '../../http/validation.js';
import { testCard } from '../../stripe/test-cards.js';

export interface ReadProfile {
  profileName: string;
  email: string;
  /** E.164 */
  phone: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  matchInfo: boolean;
  poBox: boolean;
  streetConfirmed?: true;
  /** null keeps the card */
  card: CheckedCard | null;
}
interface Reading {
  now: number;
  testCardsOnly: boolean;
  /** no security code is wanted, and one that is sent is dropped */
  codeless?: boolean;
}

const ADDRESS: FieldSpec = {
  schema: { type: Object },
  read: (given) => toProfileAddress(given) ?? given,
  accepts: (value) => toProfileAddress(value) !== null,
};
const WHATEVER: FieldSpec = { schema: { type: Object }, absent: true, accepts: () => true };

/** The real limit applies after formatting is removed, once the country is known. */
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

/** Without a live provider only test numbers pass. `now`: ms UTC */
export function acceptedCard(
  input: unknown,
  now: number,
  testCardsOnly: boolean,
  codeless?: boolean,
): CheckedCard | null {
  const checked = checkCard(input, now, codeless);
  if (!checked.ok) return null;
  return testCardsOnly && !testCard(checked.card.number) ? null : checked.card;
}

function placeOf({
  shipping,
  streetConfirmed,
}: ProfilePayload | AcoPayload): Pick<ReadProfile, 'poBox' | 'streetConfirmed'> {
  if (!isPoBox(shipping)) return { poBox: false };
  return streetConfirmed ? { poBox: false, streetConfirmed: true } : { poBox: true };
}

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

export function readAco(
  input: unknown,
  { now, testCardsOnly, codeless }: Reading,
): (ReadProfile & { card: CheckedCard }) | null {
  const read = readAs(AcoPayload, input);
  const phone = read && mobilePhone(read.phone, read.shipping.country, PHONE_MAX.setup);
  const card = acceptedCard(read?.card, now, testCardsOnly, codeless);
  if (!phone || !card) return null;
  const { email, shipping } = read;
  const matchInfo = (read.billing ?? null) === null;
  const billing = read.billing ?? shipping;
  return { profileName: 'Guest', email, phone, shipping, billing, matchInfo, ...placeOf(read), card };
}
