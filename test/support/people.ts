import type { AcoInput, CardInput, ProfileInput } from '@supreme-access/contract/sealing.js';
import type { BillingAddress, ProfileAddress } from '@supreme-access/contract/shapes/people.js';

const FIRST = [
  'Ada',
  'Ben',
  'Cleo',
  'Dov',
  'Esme',
  'Finn',
  'Gia',
  'Hugo',
  'Ines',
  'Jude',
  'Kira',
  'Luca',
  'Mara',
  'Noor',
];
const LAST = [
  'Abara',
  'Brandt',
  'Castro',
  'Dahl',
  'Egede',
  'Fuchs',
  'Grant',
  'Hale',
  'Ivers',
  'Jansen',
  'Kato',
  'Lund',
];
const STREETS = ['Larch Row', 'Mill Lane', 'Harbor Street', 'Cedar Avenue', 'Foundry Road', 'Orchard Way'];
const CITIES = [
  ['Portland', 'OR', '97201'],
  ['Austin', 'TX', '78701'],
  ['Brooklyn', 'NY', '11201'],
  ['Denver', 'CO', '80202'],
  ['Oakland', 'CA', '94607'],
] as const;

/** Stripe's test numbers (https://docs.stripe.com/testing) by their behaviour. */
export const CARDS = {
  pays: '4242424242424242',
  alsoPays: '5555555555554444',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  authenticates: '4000002760003184',
  refundFails: '4000000000005126',
  /** The sandbox retailer's own acquirer declines it. */
  retailerDeclines: '4000000000000127',
} as const;

/** An invented person with an address of their own; a number always gives the same one. */
export interface Person {
  name: string;
  email: string;
  phone: string;
  address: ProfileAddress;
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** `series` separates the people of two tests on one server. */
export function person(index: number, series = 'shopper'): Person {
  const firstName = pick(FIRST, index);
  const lastName = pick(LAST, Math.floor(index / FIRST.length));
  const [city, state, zip] = pick(CITIES, index);
  const address1 = `${index + 1} ${pick(STREETS, index)}`;
  return {
    name: `${firstName} ${lastName}`,
    email: `${firstName}.${lastName}.${series}-${index}@example.org`.toLowerCase(),
    phone: `+1503${String(2_000_000 + index)}`,
    address: { firstName, lastName, address1, city, state, zip, country: 'US' },
  };
}

export function card(number: string, { name }: Person): CardInput {
  return { name, number, code: '123', month: 12, year: new Date().getUTCFullYear() + 4 };
}

export function billingAddress({ address }: Person): BillingAddress {
  const { address1, city, state, zip, country } = address;
  return { line1: address1, city, state, postal_code: zip, country };
}

export function profileInput(
  who: Person,
  number: string = CARDS.pays,
  profileName: string = 'Main Profile',
): ProfileInput {
  const { email, phone, address } = who;
  return { profileName, email, phone, shipping: address, card: card(number, who) };
}

export function acoInput(who: Person, size: string, style: string, number: string = CARDS.pays): AcoInput {
  const { email, phone, address } = who;
  return { productForm: { size, style }, email, phone, shipping: address, card: card(number, who) };
}
