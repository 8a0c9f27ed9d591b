import type { FastifyReply } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';
import { heldAs, heldPrice, heldTime, type ListSpec, parseList, rangeOf, searchIn } from './admin-list.js';

const SPEC: ListSpec = {
  resource: 'products',
  fields: { id: 'productId', productTitle: 'productTitle', avail: 'avail', totalStock: 'totalStock' },
  defaultSort: ['listedAt', 'desc'],
  search: 'productTitle',
};

function contentRange(query: Parameters<typeof parseList>[0], rows: string[], total: number): string | undefined {
  const reply = { request: {} } as FastifyReply;
  expect(rangeOf(reply, SPEC, parseList(query, SPEC), rows, total)).toBe(rows);
  return reply.request.rows;
}

describe('an admin list', () => {
  it('that is asked for nothing in particular comes whole, in its own order', () => {
    expect(parseList({}, SPEC)).toEqual({ where: {}, sort: [['listedAt', 'desc']], skip: 0, limit: 1_000 });
  });

  it('is paged, sorted and filtered as react-admin asks', () => {
    const query = { range: '[25,49]', sort: '["totalStock","ASC"]', filter: '{"avail":true}' };
    expect(parseList(query, SPEC)).toEqual({
      where: { avail: true },
      sort: [['totalStock', 'asc']],
      skip: 25,
      limit: 25,
    });
  });

  it('reads many records by their ids', () => {
    expect(parseList({ filter: '{"id":["a","b"]}' }, SPEC).where).toEqual({ productId: { in: ['a', 'b'] } });
  });

  it.each([
    ['q', '{"q":"Box"}'],
    ['its own name', '{"productTitle":"Box"}'],
  ])('is searched by the beginning of a text, under %s', (_, filter) => {
    expect(parseList({ filter }, SPEC).where).toEqual({ productTitle: { prefix: 'Box' } });
  });

  it('is searched for a text as the documents spell it', () => {
    const spec = { ...SPEC, searchAs: (text: string) => text.toUpperCase() };
    expect(parseList({ filter: '{"q":"box"}' }, spec).where).toEqual({ productTitle: { prefix: 'BOX' } });
  });

  it('is filtered by what the answers show, as the documents hold it', () => {
    const fields = { price: 'price', releaseAt: 'releaseAt' };
    const spec = { ...SPEC, fields, held: { price: heldPrice, releaseAt: heldTime } };
    const where = (filter: object) => parseList({ filter: JSON.stringify(filter) }, spec).where;
    expect(where({ price: 24.99, releaseAt: '1970-01-01T00:00:01Z' })).toEqual({ price: 2_499, releaseAt: 1_000 });
    expect(where({ price: [0.29, '10'], releaseAt: null })).toEqual({ price: { in: [29, 1_000] }, releaseAt: null });
    for (const filter of [{ price: 'dear' }, { price: ['1', 'dear'] }, { releaseAt: 'soon' }, { releaseAt: 1_000 }]) {
      expect(() => where(filter)).toThrow(expect.objectContaining({ code: 'list-query-invalid' }));
    }
  });

  it('is filtered by ranges where it says so, and by what its own filters make of a value', () => {
    const spec: ListSpec = {
      ...SPEC,
      fields: { releaseAt: 'releaseAt', avail: 'avail' },
      held: { releaseAt: heldTime, avail: heldAs(true, false) },
      ranges: ['releaseAt'],
      filters: {
        q: searchIn('words'),
        open: (value) => (value === true ? { avail: { in: [true, null] } } : undefined),
      },
    };
    const where = (filter: object) => parseList({ filter: JSON.stringify(filter) }, spec).where;
    expect(where({ releaseAt_gte: '1970-01-01T00:00:01Z', releaseAt_lt: '1970-01-02' })).toEqual({
      releaseAt: { gte: 1_000, lt: 86_400_000 },
    });
    expect(where({ q: 'Zoë L' })).toEqual({ words: { hasPrefixes: ['zoe', 'l'] } });
    expect(where({ q: '\u200bWeiß\u00ad' })).toEqual({ words: { hasPrefixes: ['weiss'] } });
    expect(where({ q: ' ' })).toEqual({});
    expect(where({ q: '\u200b' })).toEqual({});
    expect(where({ q: '?!' })).toEqual({ words: { in: [] } });
    expect(where({ open: true, avail: [true, false] })).toEqual({ avail: { in: [true] } });
    const days = ['1970-01-01', '1970-01-02'];
    expect(where({ releaseAt_gt: days[0], releaseAt: days })).toEqual({ releaseAt: { in: [86_400_000] } });
    const senseless = [
      { releaseAt_gte: 'soon' },
      { releaseAt_gte: null },
      { releaseAt_gte: ['1970-01-01', '1970-01-02'] },
      { avail_gte: true },
      { avail: 'yes' },
      { q: 7 },
      { open: 'perhaps' },
    ];
    for (const filter of senseless) {
      expect(() => where(filter)).toThrow(expect.objectContaining({ code: 'list-query-invalid' }));
    }
  });

  it('has pages of at most a thousand', () => {
    expect(parseList({ range: '[10,9000000000]' }, SPEC)).toMatchObject({ skip: 10, limit: 1_000 });
  });

  it.each([
    [{ range: '[0' }],
    [{ range: '[5,4]' }],
    [{ range: '[-1,4]' }],
    [{ range: '[0.5,4]' }],
    [{ range: '["0","4"]' }],
    [{ range: '[0,4,8]' }],
    [{ range: '{}' }],
    [{ sort: '["price","ASC"]' }],
    [{ sort: '["constructor","ASC"]' }],
    [{ sort: '[["avail"],"ASC"]' }],
    [{ sort: '["avail","UP"]' }],
    [{ sort: '"avail"' }],
    [{ filter: '[]' }],
    [{ filter: 'null' }],
    [{ filter: '{"price":1}' }],
    [{ filter: '{"toString":1}' }],
    [{ filter: '{"__proto__":1}' }],
    [{ filter: '{"avail":{"gt":1}}' }],
    [{ filter: '{"id":[["a"]]}' }],
    [{ filter: '{"id":"\\ud800"}' }],
  ])('refuses %j', (query) => {
    expect(() => parseList(query, SPEC)).toThrow(Refused);
    expect(() => parseList(query, SPEC)).toThrow(expect.objectContaining({ code: 'list-query-invalid' }));
  });

  it('says which rows of how many it answers', () => {
    expect(contentRange({ range: '[10,19]' }, ['a', 'b'], 12)).toBe('products 10-11/12');
  });

  it('says so when there are none', () => {
    expect(contentRange({ range: '[10,19]' }, [], 3)).toBe('products 10-10/3');
  });
});
