import { csvLine } from './csv.js';

describe('a line of a CSV file', () => {
  it('holds texts, numbers, flags and nothing', () => {
    expect(csvLine(['Box Hoodie', 12.5, -3, true, null, ''])).toBe('Box Hoodie,12.5,-3,true,,\r\n');
  });

  it('keeps commas, quotes and line breaks within a cell', () => {
    expect(csvLine(['a,b', 'say "no"', 'one\ntwo'])).toBe('"a,b","say ""no""","one\ntwo"\r\n');
  });

  it.each([
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ['+1+1', `"'+1+1"`],
    ['-2+3', `"'-2+3"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['  =1', `"'  =1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['＝1', `"'＝1"`],
  ])('makes text of what a spreadsheet would run: %j', (cell, expected) => {
    expect(csvLine([cell])).toBe(`${expected}\r\n`);
  });

  it.each(['a=b', 'x-y', 'zoe+drops@example.org', '1-2'])('leaves alone what is none: %s', (cell) => {
    expect(csvLine([cell])).toBe(`${cell}\r\n`);
  });
});
