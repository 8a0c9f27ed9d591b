import { hasState, stateShown, toBillingAddress, toProfileAddress } from './addresses.js';

const map = { line1: ' 350 Fifth Avenue ', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' };
const form = { address1: '350 Fifth Avenue', city: 'New York', state: 'new york', zip: '10118' };
const person = { firstName: 'Ada', lastName: 'Lovelace' };

describe('an address', () => {
  it('answers billing names for either set of names', () => {
    const billing = {
      line1: '350 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      postal_code: '10118',
      country: 'US',
    };
    expect(toBillingAddress(map)).toEqual(billing);
    expect(toBillingAddress(form)).toEqual(billing);
  });

  it('answers profile names for either set of names, leaving out empty lines', () => {
    const profile = {
      ...person,
      address1: '350 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      zip: '10118',
      country: 'US',
    };
    expect(toProfileAddress({ ...map, ...person, line2: '', address3: ' ' })).toEqual(profile);
    expect(toProfileAddress({ ...form, ...person, address2: 'Floor 86', address3: 'Desk 4', unknown: 1 })).toEqual({
      ...profile,
      address2: 'Floor 86',
      address3: 'Desk 4',
    });
  });

  it('keeps the state as free text outside the United States, and takes a country by name', () => {
    const tower = { address1: '290 Bremner Boulevard', city: 'Toronto', state: 'Ontario', zip: 'M5V 3L9' };
    expect(toBillingAddress({ ...tower, country: 'canada' })).toMatchObject({ state: 'Ontario', country: 'CA' });
  });

  it.each([
    ['10118-1234', '10118-1234'],
    ['101181234', '10118-1234'],
    ['10118 1234', '10118-1234'],
    ['10118 - 1234', '10118-1234'],
    ['１０１１８', '10118'],
  ])('writes the zip %s as %s', (zip, written) =>
    expect(toBillingAddress({ ...form, zip })).toMatchObject({ postal_code: written }),
  );

  it.each([
    { address1: '' },
    { address1: 12 },
    { address1: 'x'.repeat(201) },
    { address1: 'one\nline' },
    { city: ' ' },
    { city: undefined },
    { state: 'Ontario' },
    { state: '' },
    { zip: '1011' },
    { zip: '10118-12' },
    { zip: '' },
    { zip: '12345678901', country: 'GB' },
    { country: 'ZZ' },
    { country: 'toString' },
    { address2: {} },
  ])('is refused with %j', (change) => expect(toBillingAddress({ ...form, ...change })).toBeNull());

  it.each([{ firstName: '' }, { lastName: undefined }, { address3: 3 }])('of a profile is refused with %j', (change) =>
    expect(toProfileAddress({ ...form, ...person, ...change })).toBeNull(),
  );

  it.each([null, undefined, 'text', 4, []])('is not %j', (input) => {
    expect(toBillingAddress(input)).toBeNull();
    expect(toProfileAddress(input)).toBeNull();
  });
});

describe('the state', () => {
  const abroad = { ...form, zip: '1000', state: '' };

  it.each(['US', 'CA', 'AU', 'JP', 'IT', 'ES', 'IE', 'RO'] as const)('is needed in %s', (country) => {
    expect(hasState(country)).toBe(true);
    expect(toBillingAddress({ ...abroad, country })).toBeNull();
  });

  it.each(['GB', 'DE', 'FR', 'NL', 'CH', 'SE', 'CY'] as const)(
    'is not asked for in %s, and kept if it is sent',
    (country) => {
      expect(hasState(country)).toBe(false);
      expect(toBillingAddress({ ...abroad, country })).toMatchObject({ state: '', city: 'New York' });
      expect(toBillingAddress({ ...abroad, country, state: ' Kent ' })).toMatchObject({ state: 'Kent' });
      expect(toBillingAddress({ ...abroad, country, state: 'x'.repeat(101) })).toBeNull();
    },
  );

  it('of an address that was saved with its city there is not shown', () => {
    expect(stateShown({ state: 'London', city: 'London', country: 'GB' })).toBe('');
    expect(stateShown({ state: 'Kent', city: 'London', country: 'GB' })).toBe('Kent');
    expect(stateShown({ state: 'Québec', city: 'Québec', country: 'CA' })).toBe('Québec');
  });
});
