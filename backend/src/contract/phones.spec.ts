import { mobilePhone } from './phones.js';

describe('a phone number', () => {
  it.each([
    ['(415) 555-2671', undefined, '+14155552671'],
    ['+1 415 555 2671', undefined, '+14155552671'],
    ['07911 123456', 'GB', '+447911123456'],
    ['+44 7911 123456', 'US', '+447911123456'],
    ['0151 23456789', 'DE', '+4915123456789'],
    ['090-1234-5678', 'JP', '+819012345678'],
  ] as const)('%s read in %s is the mobile number %s', (text, country, e164) =>
    expect(mobilePhone(text, country)).toBe(e164),
  );

  it.each([
    ['020 7946 0958', 'GB', 'a fixed line'],
    ['030 123456', 'DE', 'a fixed line'],
    ['07911 123456', 'US', 'read in the wrong country'],
    ['1800 555 2671', 'US', 'toll free'],
    ['+1 415 555 2671 ext. 5', 'US', 'an extension'],
    ['call me', 'US', 'no number'],
    ['', 'US', 'nothing'],
    [4155552671, 'US', 'not a text'],
  ] as const)('%s in %s is refused: %s', (text, country, _why) => expect(mobilePhone(text, country)).toBeNull());
});
