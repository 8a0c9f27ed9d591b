import { toBillingAddress } from '@supreme-access/contract/addresses.js';
import { AddressLookup } from './address-lookup.js';
import { usPlaces } from './us-places.js';

const LIMIT = 5;
const found = (query: string) => usPlaces(query, LIMIT).map(({ label }) => label);

describe('places of the United States', () => {
  it('are found by a zip behind the street, which stays the address line', () => {
    expect(usPlaces('12 Main Street, 94103', LIMIT)).toEqual([
      {
        label: '12 Main Street, San Francisco, CA 94103, United States',
        address1: '12 Main Street',
        city: 'San Francisco',
        state: 'CA',
        zip: '94103',
        country: 'US',
      },
    ]);
  });

  it.each([
    ['94103', 'San Francisco, CA 94103, United States'],
    ['0210', 'Boston, MA 02108, United States'],
    ['1 Elm St 59801', '1 Elm St, Missoula, MT 59801, United States'],
    ['12  main st ,  beverly hills', '12 main st, Beverly Hills, CA, United States'],
    ['7 Pine Road, Missoula, MT', '7 Pine Road, Missoula, MT, United States'],
    ['7 Pine Road, missoula montana, USA', '7 Pine Road, Missoula, MT, United States'],
    ['2 Harbor Way, Akutan', '2 Harbor Way, Akutan, AK 99553, United States'],
    ['Cañon City', 'Canon City, CO, United States'],
    ['PSC 1, 09007', 'PSC 1, APO, AE 09007, United States'],
    ['12 Main Street, 94103 - 1234', '12 Main Street, San Francisco, CA 94103-1234, United States'],
    ['94103-1234, USA', 'San Francisco, CA 94103-1234, United States'],
    ['1 Elm St ５９８０１', '1 Elm St, Missoula, MT 59801, United States'],
  ])('are found by "%s"', (query, label) => expect(found(query)).toContain(label));

  it('keep the state that was named, and put the city of that very name first', () => {
    expect(found('Portland OR')).toEqual(['Portland, OR, United States']);
    expect(usPlaces('1 A St, Kansas City', LIMIT)[0]).toMatchObject({ city: 'Kansas City', state: 'MO' });
    expect(found('1 A St, Springfield')).toHaveLength(LIMIT);
  });

  it('leave the zip open where a city has several', () => {
    expect(usPlaces('Seattle', LIMIT)[0]).toMatchObject({ city: 'Seattle', state: 'WA', zip: '' });
  });

  it.each(['', '  ', ',', '12', '350 5th Avenue', '00000', 'zz', 'or', ', or', '12 Main Street, '])(
    'are not made up for "%s"',
    (query) => expect(found(query)).toEqual([]),
  );

  it('fit the forms as they are, every one with a zip', () => {
    for (const digit of '0123456789') {
      for (const { address1: _, zip, city, state, country } of usPlaces(`${digit}00`, 1_000)) {
        const address = { line1: '1 Main Street', city, state, postal_code: zip, country };
        expect(toBillingAddress(address)).toEqual(address);
      }
    }
  });

  it('answer what people type without a server', async () => {
    expect(await new AddressLookup().lookup('94103')).toEqual(usPlaces('94103', LIMIT));
  });
});
