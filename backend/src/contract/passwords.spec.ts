import { isGuessedFirst } from './passwords.js';

const LISTED = new Set(['password', 'welcome1', 'dragon12', 'qwertyuiop', '12345678']);
const isGuessed = (password: string) => isGuessedFirst(password, (each) => LISTED.has(each));

describe('a password that is guessed first', () => {
  it.each(['password', 'PassWord', 'password!', 'Passw0rd2026!', 'p@$$w0rd', '12345678', '12345678#', 'QWERTYUIOP'])(
    'is a listed one, whatever form it was given: %s',
    (password) => expect(isGuessed(password)).toBe(true),
  );
  it.each(['welcome', 'Welcome77!', 'We1come!', 'W3lcom3', 'Dragon2026', 'October31!'])(
    'is a short word that is listed with an ending of its own: %s',
    (password) => expect(isGuessed(password)).toBe(true),
  );
  it.each(['correct horse 7', 'pass words 12', 'my password!', 'welcoming dragons', 'dra7', ''])(
    'is none that says more: %s',
    (password) => expect(isGuessed(password)).toBe(false),
  );
  it('is looked up a bounded number of times, however long it is', () => {
    let looks = 0;
    isGuessedFirst('1'.repeat(128), () => {
      looks += 1;
      return false;
    });
    expect(looks).toBeLessThan(1_000);
  });
});
