import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { NO_CARD } from '../cards/card-values.js';
import { splitName } from '../contact/names.js';
import { fromProfile, type ProfileValues, readProfile } from './profile-values.js';
import { profileTitle } from './profiles.js';

const VALUES: ProfileValues = {
  profileName: ' Home ',
  fullName: 'Mira B. Okafor',
  phone: '(212) 555-0123',
  email: 'mira@example.com',
  address: { address1: '350 Fifth Avenue', address2: '', city: 'New York', state: 'NY', zip: '10118', country: 'US' },
  card: NO_CARD,
};
const SHIPPING = {
  firstName: 'Mira',
  lastName: 'B. Okafor',
  address1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
} as const;

const SAVED = { profileId: 'profile-1', shipping: SHIPPING, billing: SHIPPING, matchInfo: true };

describe('reading a profile form', () => {
  it('returns the profile with billing as shipping and the phone in E.164', () => {
    expect(readProfile(VALUES)).toEqual({
      profileName: 'Home',
      email: 'mira@example.com',
      phone: '+12125550123',
      shipping: SHIPPING,
      billing: SHIPPING,
      matchInfo: true,
    });
  });

  it("keeps a saved profile's id, and a card only when one was typed", () => {
    expect(readProfile(VALUES, SAVED)).toMatchObject({ profileId: 'profile-1' });
    expect(readProfile(VALUES, SAVED)).not.toHaveProperty('card');
  });

  it('keeps what the form does not show: the third line of the same address, and a billing address of its own', () => {
    const billing = { ...SHIPPING, address1: '1 Main Street' };
    const saved = { ...SAVED, shipping: { ...SHIPPING, address3: 'c/o Ada' }, billing, matchInfo: false };
    expect(readProfile(VALUES, saved)).toMatchObject({ shipping: saved.shipping, billing, matchInfo: false });
    const moved = { ...VALUES, address: { ...VALUES.address, address1: '20 Broadway' } };
    expect(readProfile(moved, saved)?.shipping).not.toHaveProperty('address3');
  });

  it.each<[string, Partial<ProfileValues>]>([
    ['a profile name', { profileName: ' ' }],
    ['two names', { fullName: 'Mira' }],
    ['a mobile number', { phone: '123' }],
    ['an email', { email: 'mira@' }],
    ['a city', { address: { ...VALUES.address, city: '' } }],
    ['a zip of the country', { address: { ...VALUES.address, zip: 'ABC' } }],
  ])('needs %s', (_what, wrong) => {
    expect(readProfile({ ...VALUES, ...wrong })).toBeNull();
  });

  it('says that it is a street only where it looks like a PO box', () => {
    const address = { ...VALUES.address, isStreet: true };
    expect(readProfile({ ...VALUES, address })).not.toHaveProperty('streetConfirmed');
    const read = readProfile({ ...VALUES, address: { ...address, address1: 'Box 12' } });
    expect(read).toMatchObject({ streetConfirmed: true, shipping: { address1: 'Box 12' } });
    expect(fromProfile({ ...read, poBox: false } as unknown as ProfileView).address.isStreet).toBe(true);
  });

  it('accepts a phone and a zip as people write them', () => {
    const address = { ...VALUES.address, zip: '10118 - 1234' };
    expect(readProfile({ ...VALUES, phone: '+1 (0) 212 - 555 - 0123', address })).toMatchObject({
      phone: '+12125550123',
      shipping: { zip: '10118-1234' },
    });
  });

  it('starts an edit from what was saved, without its card', () => {
    const saved = { ...readProfile(VALUES, SAVED), poBox: false } as unknown as ProfileView;
    expect(fromProfile(saved)).toMatchObject({ profileName: 'Home', fullName: 'Mira B. Okafor', card: NO_CARD });
  });
});

describe('names', () => {
  it('have at least two parts', () => {
    expect(splitName('  Ana  de la Cruz ')).toEqual({ firstName: 'Ana', lastName: 'de la Cruz' });
    expect(splitName('Ana')).toBeNull();
  });

  it('of a profile default to the main one', () => {
    expect([profileTitle({ profileName: '' }), profileTitle({ profileName: 'Work' })]).toEqual([
      'Main Profile',
      'Work',
    ]);
  });
});
