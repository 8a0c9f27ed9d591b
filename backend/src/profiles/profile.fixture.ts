import type { CardFacts, ProfileEvent, ProfilePersonal } from './profile.js';

export const subject = 'account-a-1';
export const card: CardFacts = {
  cardRecord: 'card-1',
  codeRecord: 'code-1',
  brand: 'visa',
  last4: '4242',
  month: 12,
  year: 2040,
  fingerprint: 'print-1',
};
export const otherCard: CardFacts = {
  ...card,
  cardRecord: 'card-2',
  codeRecord: 'code-2',
  brand: 'mastercard',
  last4: '4444',
};
const shipping = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Avenue',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
} as const;
export const personal: ProfilePersonal = {
  profileName: 'Main Profile',
  email: 'ada@example.com',
  phone: '+12025550143',
  shipping,
  billing: shipping,
  cardName: 'Ada Lovelace',
  personKey: 'person-1',
};

/** As a shopper's browser sends it, read. */
export const readProfile = {
  profileName: 'Main Profile',
  email: 'ada@example.com',
  phone: '+12025550143',
  shipping,
  billing: shipping,
  matchInfo: true,
  poBox: false,
  card: {
    name: 'Ada Lovelace',
    number: '4242424242424242',
    code: '123',
    month: 12,
    year: 2040,
    brand: 'visa',
    last4: '4242',
  },
} as const;

type Saved = Extract<ProfileEvent, { type: 'ProfileSaved' }>;

export function saved(change: Partial<Saved['data']> = {}): Saved {
  const data = { accountId: 'a-1', ...card, secrets: [], matchInfo: true, poBox: false, personal, ...change };
  return { type: 'ProfileSaved', data, subject };
}
