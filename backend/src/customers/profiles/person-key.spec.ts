import fc from 'fast-check';
import { cardFingerprint, personHashes, personKey } from './person-key.js';

const SECRET = 'a secret of the vault';
const person = { cardDigits: '4242424242424242', address1: '12 Main St.', zip: 'SW1A 2AA', country: 'GB' };
const keyOf = (change: Partial<typeof person> = {}, secret = SECRET) => personKey(secret, { ...person, ...change });
const key = keyOf();
const personHash = personHashes(SECRET);

describe('a person', () => {
  it.each([
    { address1: '12 Main Street' },
    { address1: '12 Main St., Apt 2' },
    { address1: 'Flat 2, 12 Main St' },
    { address1: '12 Máin St #2' },
    { address1: '12 MAIN ST' },
    { address1: '  12  main-st ' },
    { address1: '１２ Ｍａｉｎ Ｓｔ' },
    { address1: '12 Main\u00ad St' },
    { zip: 'sw1a2aa' },
    { country: 'gb' },
    { cardDigits: '4242 4242 4242 4242' },
  ])('is the same when written %j', (change) => expect(keyOf(change)).toBe(keyOf()));

  it('is the same with accents composed or not', () => {
    const [one, other] = ['Rue de l\u2019\u00c9glise', 'rue de l\u2019e\u0301glise'];
    expect(keyOf({ address1: one })).toBe(keyOf({ address1: other }));
  });

  it.each([
    { address1: '13 Main St.' },
    { zip: 'SW1A 2AB' },
    { country: 'IE' },
    { cardDigits: '5555555555554444' },
    { address1: '12 Main St.SW1A', zip: '2AA' },
  ])('is another with %j', (change) => expect(keyOf(change)).not.toBe(keyOf()));

  it('is another under another secret', () => expect(keyOf({}, 'other')).not.toBe(keyOf()));

  it('has the same hash on the same product only', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(personHash(one, key)).toBe(personHash(one, key));
        expect(personHash(one, key) === personHash(other, key)).toBe(one === other);
      }),
    );
    expect(personHashes('other')('p1', key)).not.toBe(personHash('p1', key));
  });

  it('is recognised by the first five digits of a ZIP code', () => {
    const american = { country: 'US', zip: '97201' };
    expect(keyOf({ ...american, zip: '97201-1234' })).toBe(keyOf(american));
    expect(keyOf({ ...american, zip: '97202-1234' })).not.toBe(keyOf(american));
    expect(keyOf({ country: 'DE', zip: '97201-1234' })).not.toBe(keyOf({ country: 'DE', zip: '97201' }));
  });

  it('keeps the key that stands in logs', () => {
    expect([keyOf(), keyOf({ country: 'DE', zip: '10115', address1: 'Müllerstraße 3b, Whg. 4' })]).toEqual([
      'begsVhEFamARcM7OPS_fdLAuLyWTmHH7KkXhUic3KlE',
      't8TD2kJT28WK40CZiv0tO8egioDI9GRQhaWZYhdn7FM',
    ]);
  });
});

describe('the fingerprint of a card', () => {
  it('distinguishes cards, not spellings, and says nothing without the secret', () => {
    const fingerprint = cardFingerprint(SECRET, '4242424242424242');
    expect(fingerprint).toMatch(/^[\w-]{43}$/);
    expect(cardFingerprint(SECRET, '4242 4242 4242 4242')).toBe(fingerprint);
    expect(cardFingerprint(SECRET, '4242424242424243')).not.toBe(fingerprint);
    expect(cardFingerprint('other', '4242424242424242')).not.toBe(fingerprint);
  });
});
