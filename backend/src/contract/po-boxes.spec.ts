import type { Country } from './countries.js';
import { isPoBox } from './po-boxes.js';

const boxes: Record<string, Country[]> = {
  'PO Box 12': ['US', 'CA', 'GB', 'IE', 'AU', 'MT', 'CY', 'CZ', 'SK', 'DE', 'JP'],
  'P.O. Box 12': ['US'],
  'p o box12': ['US'],
  'POBox 7': ['US'],
  'POB 12': ['US'],
  'PO Drawer 5': ['US'],
  'Post-Office Box 9': ['US', 'GB'],
  'P.O.B. 12': ['US', 'CA', 'GB', 'IE', 'AU'],
  'Post Office Box 9': ['US', 'CA', 'GB', 'IE', 'AU'],
  'Boîte postale 12': ['FR', 'BE', 'LU', 'CH', 'CA'],
  'Boîte-Postale 12': ['FR'],
  'BP 123': ['FR', 'BE', 'LU', 'CH', 'CA'],
  'ZI Nord B.P. 123': ['FR'],
  'Case postale': ['CH'],
  'C.P. 123': ['CH', 'IT', 'RO', 'CA'],
  'Postfach 10 01 20': ['DE', 'AT', 'CH'],
  POSTFACH: ['CH'],
  'Pf. 12': ['DE', 'AT', 'HU'],
  'Apartado 45': ['ES', 'PT'],
  'Apartado de Correos nº 45': ['ES'],
  'Apdo. 45': ['ES'],
  'Apdo. de Correos 45': ['ES'],
  'Casella postale 3': ['IT', 'CH'],
  'Postbus 123': ['NL', 'BE'],
  'Postboks 12': ['DK', 'NO'],
  'Boks 12': ['DK', 'NO'],
  'Box 123': ['SE', 'US'],
  'Box 5 A': ['SE'],
  'PL 12': ['FI'],
  'PB 12': ['FI', 'NO', 'DK'],
  'Skrytka pocztowa 5': ['PL'],
  'skr. poczt. 5': ['PL'],
  'P. O. Box 5': ['CZ', 'SK'],
  'P.O. BOX 5': ['CZ', 'SK'],
  'Poštovní přihrádka 5': ['CZ'],
  'Postafiók 5': ['HU'],
  'Poštni predal 5': ['SI'],
  'p.p. 5': ['SI', 'HR'],
  'Poštanski pretinac 5': ['HR'],
  'Căsuța poștală 5': ['RO'],
  'CP 5': ['RO', 'IT'],
  'п.к. 5': ['BG'],
  'Пощенска кутия 5': ['BG'],
  'Τ.Θ. 5': ['GR', 'CY'],
  'Ταχ. Θυρίδα 5': ['GR'],
  'Ταχυδρομική Θυρίδα 5': ['GR', 'CY'],
  'Postkast 5': ['EE'],
  'a/k 5': ['LV', 'EE', 'LT'],
  'p.k. 5': ['EE', 'LV', 'LT'],
  'Pastkaste 5': ['LV'],
  'Pašto dėžutė 5': ['LT'],
  'Pósthólf 5': ['IS'],
  新宿郵便局私書箱第５号: ['JP'],
  'ＰＯ　Ｂｏｘ　５': ['JP'],
  'Private Bag 7': ['AU'],
  'Locked Bag 1': ['AU'],
  'GPO Box 1': ['AU'],
};

const streets: Record<string, Country[]> = {
  '5 Boxwood Lane': ['US', 'GB'],
  '1 Postbridge': ['GB'],
  'Box Hill Road 3': ['GB', 'AU', 'SE'],
  '10 Box Hill 3': ['AU'],
  '12 Rue de la Boîte': ['FR'],
  'Rue de la Boîte Postale 3': ['FR'],
  '12 BP Station Road': ['GB', 'FR'],
  '7 Apartado Street': ['US', 'GB', 'ES'],
  'Calle Apartado 4': ['ES'],
  'BP 123': ['US', 'GB'],
  'PL 12': ['PL', 'GB'],
  'Pf. 12': ['US'],
  'CP 5': ['ES'],
  '12 Poboxton Road': ['US'],
  '1 Post Office Road': ['GB'],
  'Postfachweg 3': ['DE'],
  'Apartadero 8': ['ES'],
  '12 Po Boxer Street': ['US'],
  '1 Private Drive': ['US'],
  '3 Postbox Cottages': ['GB'],
  'Piazza Cap. Rossi 5': ['IT'],
  'Via C. Porta 5': ['IT'],
  '6 Pobeda 4': ['BG'],
  '3 Skrytá': ['CZ'],
  '44 Bpark Avenue 3': ['US', 'FR'],
  'Boxwood Lane 7': ['SE'],
  'Boxtelweg 3': ['NL'],
  'Rue P. Peters 3': ['BE'],
  'Box 1 Stable Yard': ['GB'],
  'RR 2 Box 15': ['US'],
  'RR 2, Box 15': ['US'],
  'Rural Route 2, Box 15': ['US'],
  'HC 68 Box 23A': ['US'],
  'CMR 415, Box 3': ['US'],
};

const each = (lines: Record<string, Country[]>) =>
  Object.entries(lines).flatMap(([line, countries]) => countries.map((country) => [line, country] as const));

describe('a post office box', () => {
  it.each(each(boxes))('is seen in "%s" of %s', (address1, country) => {
    expect(isPoBox({ address1, country })).toBe(true);
    expect(isPoBox({ line1: '1 Main Street', line2: `Unit 4, ${address1}`, country })).toBe(true);
    expect(isPoBox({ address1 })).toBe(true);
  });

  it.each(each(streets))('is not seen in "%s" of %s', (address1, country) =>
    expect(isPoBox({ address1, address2: 'Flat 3', country })).toBe(false),
  );

  it('is none of a military unit, whose state is one of the armed forces', () => {
    const unit = { address1: 'Unit 2050', address2: 'Box 4190', country: 'US' };
    expect(isPoBox({ ...unit, state: 'AP' })).toBe(false);
    expect(isPoBox({ ...unit, address1: 'PSC 1234', state: 'AE' })).toBe(false);
    expect(isPoBox({ ...unit, state: 'OR' })).toBe(true);
  });
});
