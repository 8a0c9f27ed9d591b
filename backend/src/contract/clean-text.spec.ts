import fc from 'fast-check';
import { cleanLine, cleanLines, cleanValue, holdsHalfCharacter } from './clean-text.js';

describe('text from people', () => {
  it.each([
    ['as it was typed', 'Ada Quimby', 'Ada Quimby'],
    ['without blanks around it', ' \u00a0\u3000Ada\u2003', 'Ada'],
    ['composed', 'Zoe\u0308', 'Zoë'],
    ['without zero-width characters', 'A\u200bd\ufeffa\u2060', 'Ada'],
    ['without marks of direction', '\u202eAda\u202c \u200fQuimby\u2069', 'Ada Quimby'],
    ['without soft hyphens', 'Quim\u00adby', 'Quimby'],
    ['without control characters', 'A\u0000d\u0007a\u009f', 'Ada'],
    ['without joiners in words that need none', 'A\u200dd\u200ca', 'Ada'],
    ['without variation selectors that select nothing', 'Ada\ufe0f', 'Ada'],
    ['without the letters that fill blanks', '\u3164Ada\uffa0', 'Ada'],
    ['without the marks that no letter has so many of', `e${'\u0316'.repeat(60)}`, `e${'\u0316'.repeat(30)}`],
    ['in one line', 'Ada\r\nQuimby\tx', 'Ada Quimby x'],
  ])('is kept %s', (_, typed, kept) => expect(cleanLine(typed)).toBe(kept));

  it.each([
    '\u200b',
    '\u200d',
    '\u3164',
    '\u2800 \u2800',
    '\ufe0f',
    '\u{e0041}',
    '\u202e\u202c',
    '\u0000',
    '\u180e',
    ' \u00ad ',
  ])('that nobody can see is none: %j', (typed) => expect(cleanLine(typed)).toBe(''));

  it.each([
    ['Persian', 'می‌خواهم'],
    ['Devanagari', 'क्‍ष'],
    ['Malayalam, at the end of a word', 'അവന്‍'],
    ['a family', '👨‍👩‍👧'],
    ['a flag with a joiner', '🏳️‍🌈'],
    ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a keycap', '1️⃣'],
    ['a heart', '❤️'],
    ['a skin tone', '👩🏽‍🚀'],
    ['a form of a Chinese character', '葛\u{e0100}城'],
  ])('keeps what %s needs', (_, typed) => expect(cleanLine(typed)).toBe(typed));

  it('may have lines, which end alike', () => {
    expect(cleanLines(' One\r\nTwo\u2028Three\u200b\n')).toBe('One\nTwo\nThree');
  });

  it('is kept as it is when it is cleaned again', () => {
    const special = fc.constantFrom(
      '\u200d',
      '\ufe0f',
      '\u0301',
      '\u0316',
      '\u034f',
      ' ',
      '\n',
      'e',
      '👩',
      'ക',
      '്',
      '葛',
      '\u115f',
      '\uac00',
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }),
        (text) => {
          expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
          expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
        },
      ),
    );
  });

  it('is cleaned wherever it stands in a value', () => {
    const value = { name: ' Ada\u200b', tags: ['n\u00adew', 7, null], inside: { text: '\u200b' } };
    expect(cleanValue(value)).toEqual({ name: 'Ada', tags: ['new', 7, null], inside: { text: '' } });
  });

  it.each([
    ['\ud800', true],
    [{ a: ['x', { b: 'y\udc00' }] }, true],
    [{ a: ['👩', 7, null] }, false],
  ])('holds half a character or none: %j', (value, expected) => expect(holdsHalfCharacter(value)).toBe(expected));
});
