import { matches } from './conditions.js';
import { searchFor, wordsOf } from './search-words.js';

const PERSON = { words: wordsOf('Zoë van der Håkansson', 'Zoe.Lee+drops@Mail.Example.org') };

describe('the words somebody is found by', () => {
  it('are those of the name and the parts of the address, normalized and each once', () => {
    expect(PERSON.words).toEqual(['zoe', 'van', 'der', 'hakansson', 'lee', 'drops', 'mail', 'example', 'org']);
  });

  it.each([
    ['the start of the first name', 'zo'],
    ['the start of any other word', 'håk'],
    ['any case', 'HAKANSSON'],
    ['with and without accents', 'Zoë'],
    ['several words in any order', 'hak zoe'],
    ['the whole name', 'Zoë van der Håkansson'],
    ['the start of the address', 'zoe.le'],
    ['a part of the address', 'drops'],
    ['the domain', '@mail.ex'],
    ['the whole address', 'zoe.lee+drops@mail.example.org'],
    ['one letter', 'v'],
  ])('match %s: %s', (_, text) => {
    expect(matches(PERSON, { words: searchFor(text) })).toBe(true);
  });

  it.each([
    ['the middle of a word', 'kansson'],
    ['a word that is not theirs', 'zoe smith'],
    ['a longer word', 'zoey'],
  ])('do not match %s: %s', (_, text) => {
    expect(matches(PERSON, { words: searchFor(text) })).toBe(false);
  });

  it.each([
    ['weiss', 'Weiß'],
    ['STRASSE', 'straße'],
    ['lukasz', 'Łukasz'],
    ['soren', 'Søren'],
    ['isik', 'Işık'],
    ['山田太郎', '山田太郎'],
    ['山田', '山田太郎'],
    ['太郎', '山田太郎'],
    ['太郎', '太郎山田 Ltd'],
    ['山田太郎', '山田 太郎'],
    ['山田太郎', '太郎\u3000山田'],
    ['太郎 山田', '山田太郎'],
    ['ｶﾞ', 'ガーゼ'],
    ['ガー', 'ｶﾞｰｾﾞ'],
    ['シャツ', '東京Tシャツ'],
    ['tシャツ', '東京Tシャツ'],
    ['ｗｅｉ', 'Weiß'],
    ['김', '김철수'],
    ['wei\u200bss', 'Weiß'],
  ])('%s finds %s', (typed, name) => {
    expect(matches({ words: wordsOf(name) }, { words: searchFor(typed) })).toBe(true);
  });

  it.each([
    ['田山', '山田太郎'],
    ['田中太郎', '山田太郎'],
    ['郎山', '山田太郎'],
  ])('%s does not find %s', (typed, name) => {
    expect(matches({ words: wordsOf(name) }, { words: searchFor(typed) })).toBe(false);
  });

  it.each(['', '  ', '@.-', '́'])('are none in %j, which searches for nothing', (text) => {
    expect(wordsOf(text)).toEqual([]);
    expect(searchFor(text)).toBeNull();
  });

  it('are bounded, however long a name is, and found by their whole spelling all the same', () => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff';
    expect(wordsOf(`${'x '.repeat(30)}`, Array.from({ length: 30 }, (_, i) => `w${i}`).join(' '))).toHaveLength(9);
    expect(wordsOf(long)).toEqual(['wolfeschlegelsteinhausen']);
    expect(matches({ words: wordsOf(long) }, { words: searchFor(long) })).toBe(true);
    expect(wordsOf('a'.repeat(1_000_000))).toEqual(['a'.repeat(24)]);
    expect(wordsOf('山'.repeat(1_000), '山田'.repeat(100))).toHaveLength(3);
    expect(wordsOf(Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''))).toHaveLength(16);
  });

  it('never hold half a character', () => {
    expect(wordsOf('𝒳'.normalize('NFC') + '𐐨'.repeat(40))).toEqual([`x${'𐐨'.repeat(23)}`]);
  });

  it('of what is not there are none', () => {
    expect(wordsOf(null, undefined)).toEqual([]);
  });
});
