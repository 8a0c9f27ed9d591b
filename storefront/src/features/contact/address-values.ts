import { stateShown } from '@supreme-access/contract/addresses.js';
import { COUNTRIES, type Country, DEFAULT_COUNTRY } from '@supreme-access/contract/countries.js';
import type { BillingAddress, ProfileAddress } from '@supreme-access/contract/shapes/people.js';

export interface AddressValues {
  address1: string;
  address2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** The owner says that what looks like a PO box is a street. */
  isStreet?: boolean;
}

export const ADDRESS_FIELDS = [
  'address.address1',
  'address.address2',
  'address.city',
  'address.state',
  'address.zip',
  'address.country',
] as const;

export const NO_ADDRESS: AddressValues = {
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: DEFAULT_COUNTRY,
};

export function countryOf(text: string): Country {
  return text in COUNTRIES ? (text as Country) : DEFAULT_COUNTRY;
}

export function fromBilling(address: BillingAddress | null | undefined): AddressValues {
  if (!address) return NO_ADDRESS;
  const { line1, line2 = '', postal_code, city, country } = address;
  return { address1: line1, address2: line2, zip: postal_code, city, state: stateShown(address), country };
}

export function fromProfileAddress(address: ProfileAddress): AddressValues {
  const { address1, address2 = '', city, zip, country } = address;
  return { address1, address2, city, state: stateShown(address), zip, country };
}

export function addressLine(address: AddressValues): string {
  const { address1, address2, city, state, zip, country } = address;
  return [address1, address2, city, `${state} ${zip}`.trim(), country].filter(Boolean).join(', ');
}
