import { mobilePhone, readPhone } from './phones.js';

describe('a phone number', () => {
  it.each([
    ['(415) 555-2671', undefined, '+14155552671'],
    ['+1 415 555 2671', undefined, '+14155552671'],
    ['07911 123456', 'GB', '+447911123456'],
    ['+44 7911 123456', 'US', '+447911123456'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['090-1234-5678', 'JP', '+819012345678'],
    ['+44 (0)7911 123 456', 'US', '+447911123456'],
    ['+44 0 7911 123456', 'US', '+447911123456'],
    ['0044 (0) 7911-123456', 'GB', '+447911123456'],
    ['0049 171 1234567', 'US', '+491711234567'],
    ['(0)171 / 123 45 67', 'DE', '+491711234567'],
    ['0011 44 7911 123456', 'AU', '+447911123456'],
    ['011 44 7911 123456', 'US', '+447911123456'],
    ['＋４４　７９１１　１２３４５６', 'US', '+447911123456'],
    ['１（４１５）５５５－２６７１', 'US', '+14155552671'],
    ['415.555.2671', 'US', '+14155552671'],
    ['+39 333 123 4567', 'US', '+393331234567'],
    ['\u202a+1 415 555 2671\u202c', 'US', '+14155552671'],
    ['(+44) 7911 123456', 'US', '+447911123456'],
    ['(0044) 7911 123456', 'DE', '+447911123456'],
    ['tel:+1-415-555-2671', 'GB', '+14155552671'],
  ] as const)('%s read in %s is the mobile number %s', (text, country, e164) =>
    expect(mobilePhone(text, country)).toBe(e164),
  );

  it.each([
    ['+44 (0)20 7946 0958', 'GB', 'a fixed line'],
    ['415 555 2671 or 415 555 2672', 'US', 'two numbers'],
    ['my number is 415 555 2671', 'US', 'more than a number'],
    ['415 555 26719', 'US', 'a digit too many'],
    ['020 7946 0958', 'GB', 'a fixed line'],
    ['030 123456', 'DE', 'a fixed line'],
    ['07911 123456', 'US', 'read in the wrong country'],
    ['1800 555 2671', 'US', 'toll free'],
    ['+1 415 555 2671 ext. 5', 'US', 'an extension'],
    ['call me', 'US', 'no number'],
    ['', 'US', 'nothing'],
    [4155552671, 'US', 'not a text'],
  ] as const)('%s in %s is refused: %s', (text, country, _why) => expect(mobilePhone(text, country)).toBeNull());

  it.each(['+1 415 555 2671 ext. 5', '415-555-2671 x5', '415 555 2671;ext=5', '(415) 555-2671 #5'])(
    'with an extension is refused as such: %s',
    (typed) => expect(readPhone(typed)).toEqual({ ok: false, problem: 'extension' }),
  );

  it('is counted without its formatting, and never cut', () => {
    expect(readPhone('+4 9 (0) 1 5 1 - 2 3 4 5 6 7 8 9', 'US', 15)).toEqual({ ok: true, phone: '+4915123456789' });
    expect(readPhone('0011 44 7911 123456', 'AU', 15)).toEqual({ ok: true, phone: '+447911123456' });
    expect(readPhone('+1 415 555 2671 415 555', 'US', 15)).toEqual({ ok: false, problem: 'too-long' });
  });
});
