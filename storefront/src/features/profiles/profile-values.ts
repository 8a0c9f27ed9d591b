import { toProfileAddress } from '@supreme-access/contract/addresses.js';
import { PHONE_MAX } from '@supreme-access/contract/limits.js';
import { mobilePhone } from '@supreme-access/contract/phones.js';
import { isPoBox } from '@supreme-access/contract/po-boxes.js';
import type { CardInput, ProfileInput } from '@supreme-access/contract/sealing.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { EMAIL } from '../auth/register.js';
import { type CardValues, NO_CARD } from '../cards/card-values.js';
import { type AddressValues, countryOf, fromProfileAddress, NO_ADDRESS } from '../contact/address-values.js';
import { fullName, splitName } from '../contact/names.js';

export interface ProfileValues {
  profileName: string;
  fullName: string;
  phone: string;
  email: string;
  address: AddressValues;
  card: CardValues;
}

export const NO_PROFILE: ProfileValues = {
  profileName: '',
  fullName: '',
  phone: '',
  email: '',
  address: NO_ADDRESS,
  card: NO_CARD,
};

export function fromProfile(profile: ProfileView): ProfileValues {
  return {
    profileName: profile.profileName,
    fullName: fullName(profile.shipping),
    phone: profile.phone,
    email: profile.email,
    address: { ...fromProfileAddress(profile.shipping), isStreet: profile.streetConfirmed === true },
    card: NO_CARD,
  };
}

type Saved = Pick<ProfileView, 'profileId' | 'shipping' | 'billing' | 'matchInfo'>;

/** The profile to send, or null when something is missing or wrong. Billing follows shipping, unless it was saved apart. */
export function readProfile(values: ProfileValues, saved?: Saved, card?: CardInput): ProfileInput | null {
  const name = splitName(values.fullName);
  const isSamePlace = saved?.shipping.address1 === values.address.address1.trim();
  const address3 = isSamePlace ? saved.shipping.address3 : undefined;
  const shipping = name && toProfileAddress({ ...values.address, ...name, address3 });
  const phone = mobilePhone(values.phone, countryOf(values.address.country), PHONE_MAX.profile);
  const profileName = values.profileName.trim();
  const email = values.email.trim();
  if (!shipping || !phone || !profileName || !EMAIL.test(email)) return null;
  return {
    ...(saved ? { profileId: saved.profileId } : {}),
    profileName,
    email,
    phone,
    shipping,
    billing: saved && !saved.matchInfo ? saved.billing : shipping,
    ...(card ? { card } : {}),
    matchInfo: saved?.matchInfo ?? true,
    ...(values.address.isStreet && isPoBox(shipping) ? { streetConfirmed: true } : {}),
  };
}
