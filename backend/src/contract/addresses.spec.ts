import { isPoBox, toBillingAddress, toProfileAddress } from './addresses.js';

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

describe('a post office box', () => {
  it.each([
    'PO Box 12',
    'P.O. Box 12',
    'p o box12',
    'POBox 7',
    'Post Office Box 9',
    'POB 12',
    'P.O.B. 12',
    'Unit 4, PO Box 12',
    'Postfach 10 01',
    'Postbus 123',
    'BP 123',
    'B.P. 123',
    'Boîte postale 12',
    'Apartado 45',
    'Apdo. de Correos 45',
    'Casella Postale 3',
    'Private Bag 7',
    'Locked Bag 1',
    'GPO Box 1',
    'Skrytka pocztowa 5',
    'Box 123',
  ])('is seen in "%s"', (line) => {
    expect(isPoBox({ address1: line })).toBe(true);
    expect(isPoBox({ line1: '1 Main Street', line2: line })).toBe(true);
  });

  it.each([
    '12 Poboxton Road',
    '1 Post Office Road',
    '5 Boxwood Lane',
    '3 Postfachweg',
    '8 Apartadero Street',
    '12 Po Boxer Street',
    '1 Private Drive',
    '44 Bpark Avenue 3',
    '10 Box Hill 3',
    '6 Pobeda 4',
  ])('is not seen in "%s"', (line) => expect(isPoBox({ address1: line })).toBe(false));
});
