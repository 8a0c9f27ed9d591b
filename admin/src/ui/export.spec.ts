import { jest } from '@jest/globals';
import { csvOf, exporter } from './export.js';

describe('records in an export', () => {
  it('contain the data, and no fields for screens alone', () => {
    const product = { id: 'p1', price: 25, avail: true, releaseAt: null, refusals: { edit: 'The release has begun.' } };
    const other = { id: 'p2', tags: ['new', 'coats'], note: 'a, "b"' };
    expect(csvOf([product, other])).toBe(
      'id,price,avail,releaseAt,tags,note\r\np1,25,true,,,\r\np2,,,,new;coats,"a, ""b"""\r\n',
    );
  });

  it.each(['=HYPERLINK("https://example.org")', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\u200b=1', '\uFF1D1'])(
    'are text where a spreadsheet would run it: %j',
    (name) => {
      const cell = `"'${name.replaceAll('"', '""')}"`;
      expect(csvOf([{ name, tags: [name] }])).toBe(`name,tags\r\n${cell},${cell}\r\n`);
    },
  );

  it('are saved with a byte order mark, so that a spreadsheet reads them as UTF-8', async () => {
    const made = jest.fn((_file: Blob) => 'blob:export');
    const [{ createObjectURL, revokeObjectURL }, click] = [URL, HTMLAnchorElement.prototype.click];
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined });
    HTMLAnchorElement.prototype.click = () => undefined;
    try {
      await exporter([{ name: 'Zoë' }], async () => ({}), {} as never, 'accounts');
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
      HTMLAnchorElement.prototype.click = click;
    }
    const [file] = made.mock.calls[0] ?? [];
    const bytes = await new Promise<ArrayBuffer>((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(file as Blob);
    });
    expect(Buffer.from(bytes).toString('utf8')).toBe('\ufeffname\r\nZoë\r\n');
  });
});
