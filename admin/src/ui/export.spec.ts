import { plain } from './export.js';

describe('a record in an export', () => {
  it('holds what is read, and nothing that is there for the screens alone', () => {
    const product = { id: 'p1', price: 25, avail: true, releaseAt: null, refusals: { edit: 'The release has begun.' } };
    expect(plain({ ...product, tags: ['new'] })).toEqual({
      id: 'p1',
      price: 25,
      avail: true,
      releaseAt: null,
      tags: ['new'],
    });
  });

  it.each(['=HYPERLINK("https://example.org")', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\uFF1D1'])(
    'is text where a spreadsheet would run it: %j',
    (name) => {
      expect(plain({ name, tags: [name] })).toEqual({ name: `'${name}`, tags: [`'${name}`] });
    },
  );
});
