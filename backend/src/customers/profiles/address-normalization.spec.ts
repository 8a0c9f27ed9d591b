import { normalizedStreet } from './address-normalization.js';

describe('an address', () => {
  it.each([
    [
      'US',
      [
        '12 Main St',
        '12 Main Street',
        '12 MAIN STR.',
        '12 MainStreet',
        '１２ Ｍａｉｎ Ｓｔ',
        '12  main-st',
        '12 Máin St',
      ],
    ],
    [
      'US',
      ['12 Main St', '12 Main St Apt 1', '12 Main St, Apt. 2B', '12 Main St apt2', '12 Main St #2', '12 Main St # 2 B'],
    ],
    [
      'US',
      [
        '12 Main St',
        'Apt 2, 12 Main St',
        'Apt #2 12 Main St',
        'Unit B 12 Main St',
        '12 Main St Suite 200',
        '12 Main St 4b',
      ],
    ],
    [
      'US',
      [
        '12 Main St',
        '12 Main St 4 B',
        '12 Main St 2nd Floor',
        '12 Main St, Fl 2',
        '12 Main St 2 fl',
        '12 Main St Rear',
      ],
    ],
    ['US', ['12A Main St', '12 a Main Street Unit 5', '12-A Main St.']],
    ['US', ['350 5th Ave', '350 Fifth Avenue', '350 5TH AV, Floor 86', '350 Fifth Aven. #8600']],
    ['US', ['9 N Elm Blvd', '9 North Elm Boulevard', '9 North Elm Blvd Ste C']],
    ['US', ['9 St James Pl', '9 Saint James Place']],
    ['GB', ['5 High Street', 'Flat 2, 5 High St', 'Flat B, No. 5 High St.', '5 High St Flat 12a']],
    ['FR', ["5 Rue de l'Église", '5 rue de l’eglise', '5, RUE DE L EGLISE, Appt 3', "5 R. de l'Église, Étage 2"]],
    [
      'DE',
      [
        'Hauptstraße 12',
        'Hauptstr. 12',
        'HAUPTSTRASSE 12',
        'Haupt Str. 12',
        'Hauptstraße 12, Wohnung 3',
        'Hauptstr. 12 / 3',
      ],
    ],
    ['DE', ['Müllerweg 3 b', 'Muellerweg 3b', 'Mullerweg 3B, Whg. 4']],
    ['DK', ['Ærøvej 4', 'Aeroevej 4', 'AERØVEJ 4, 2']],
    ['ES', ['Calle Mayor 5', 'C/ Mayor, 5', 'C. Mayor 5, 3 B', 'Calle Mayor 5 piso 3']],
    ['AU', ['12 Bay Road', '3/12 Bay Rd', 'Unit 3/12 Bay Rd', 'Unit 4, 12 Bay Rd']],
    ['CA', ['12 Bay Road', '3-12 Bay Rd', '12 Bay Rd Unit 3']],
  ])('in %s is the same as %j', (country, spellings) => {
    expect(new Set(spellings.map((one) => normalizedStreet(one, country)))).toEqual(
      new Set([normalizedStreet(spellings[0] ?? '', country)]),
    );
  });

  it.each([
    ['US', ['12 Main St', '13 Main St', '12 Main Ave', '12 N Main St', '12 S Main St', '12 Main St N', '12A Main St']],
    ['US', ['4500 Highway 66', '4500 Highway 67', '12 Front St', '12 Upper St', '45-12 Main St']],
    ['US', ['350 W 5th', '350 W 6th', 'PO Box 12', 'PO Box 13']],
    [
      'DE',
      [
        'Hauptstraße 12',
        'Hauptstraße 12a',
        'Hauptstraße 13',
        'Hauptweg 12',
        'Straße des 17. Juni 5',
        'Straße des 17. Juni 6',
      ],
    ],
    ['GB', ['No. 5 High St', 'No. 6 High St', 'Rose Cottage, High St', 'Ivy Cottage, High St']],
    ['JP', ['渋谷1-2-3', '渋谷1-2-4', '新宿1-2-3']],
  ])('in %s is another for each of %j', (country, addresses) => {
    expect(new Set(addresses.map((one) => normalizedStreet(one, country))).size).toBe(addresses.length);
  });
});
