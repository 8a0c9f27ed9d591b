import type { CardFacts, ProfileEvent } from './profile.js';

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
export const shipping = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Avenue',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
} as const;
export const personal = {
  profileName: 'Main Profile',
  email: 'ada@example.com',
  phone: '+12025550143',
  shipping,
  billing: shipping,
  cardName: 'Ada Lovelace',
  personKey: 'person-1',
};

/** As a shopper's browser sends it. */
export const sentProfile = {
  profileName: 'Main Profile',
  email: 'ada@example.com',
  phone: '+12025550143',
  shipping,
  card: { name: 'Ada Lovelace', number: '4242424242424242', code: '123', month: 12, year: 2040 },
} as const;

/** The same, read. */
export const readProfile = {
  ...sentProfile,
  billing: shipping,
  matchInfo: true,
  poBox: false,
  card: { ...sentProfile.card, brand: 'visa', last4: '4242' },
} as const;

type Saved = Extract<ProfileEvent, { type: 'ProfileSaved' }>;

export function saved(change: Partial<Saved['data']> = {}): Saved {
  const kept = { ...card, secrets: [], matchInfo: true, poBox: false, personal };
  return { type: 'ProfileSaved', data: { accountId: 'a-1', ...kept, ...change }, subject };
}
