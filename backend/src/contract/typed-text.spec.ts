import { digitsIn, plainText, ungrouped } from './typed-text.js';

describe('what is typed or pasted', () => {
  it.each([
    ['４２４２　４２４２', '4242 4242'],
    ['97209 – 1234', '97209 - 1234'],
    ['１００ー０００１', '100-0001'],
    ['\u200e+1\u00a0415\u2009555', '+1 415 555'],
    ['١٢٣', '123'],
    ['०१९', '019'],
    [' 12／31\t', '12/31'],
  ])('%j is plainly %j', (typed, plain) => expect(plainText(typed)).toBe(plain));

  it('loses what only groups a code, and nothing else', () => {
    expect(ungrouped(' 12 3-4.5a')).toBe('12345a');
    expect(digitsIn('№ 12-３')).toBe('123');
  });
});
