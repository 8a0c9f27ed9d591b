import type { Country } from './countries.js';
import { zipOf, zipProblem } from './zips.js';

describe('a postal code', () => {
  it.each<[Country, string, string]>([
    ['US', '97209 - 1234', '97209-1234'],
    ['US', '97209–1234', '97209-1234'],
    ['US', '９７２０９', '97209'],
    ['US', ' 972091234 ', '97209-1234'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1  1ae', 'M1 1AE'],
    ['CA', 'm5v3l9', 'M5V 3L9'],
    ['CA', 'M5V-3L9', 'M5V 3L9'],
    ['NL', '1012ab', '1012 AB'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['JP', '〒１００－０００１', '100-0001'],
    ['PL', '00 950', '00-950'],
    ['PT', '1000 - 205', '1000-205'],
    ['SE', '11455', '114 55'],
    ['DE', ' 10115 ', '10115'],
    ['LV', 'lv - 1010', 'LV-1010'],
    ['GB', 'elsewhere', 'ELSEWHERE'],
  ])('of %s typed %j is %s', (country, typed, zip) => {
    expect(zipOf(typed, country)).toBe(zip);
    expect(zipOf(zip, country)).toBe(zip);
    expect(zipProblem(typed, country)).toBeNull();
  });

  it('is not cut: what is wrong is said', () => {
    expect(zipProblem('97209-123', 'US')).toBe('A US ZIP code has five or nine digits.');
    expect(zipProblem('12345678901', 'GB')).toBe('Use at most 10 characters.');
  });
});
