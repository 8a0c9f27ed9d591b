/** @jest-environment node */

import { answered, fakeServer, fakeStorage, restoreGlobals } from '../../test/fixtures/admin/http.js';
import { dataProvider } from './data-provider.js';

const SORT = { field: 'registeredAt', order: 'DESC' } as const;
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `a${index}` }));
const page = (count: number, total: number) =>
  answered(rows(count), { headers: { 'Content-Range': `accounts 0-${count - 1}/${total}` } });
const rangeOf = ({ url }: { url: string }) => new URL(url, 'http://admin.example').searchParams.get('range');

describe('a list', () => {
  beforeEach(() => {
    fakeStorage();
  });
  afterEach(restoreGlobals);

  it("is read page by page where it exceeds the server's page size", async () => {
    const sent = fakeServer(page(1_000, 1_750), page(750, 1_750));
    const pagination = { page: 1, perPage: 1_000_000 };
    const { data, total } = await dataProvider.getList('accounts', { pagination, sort: SORT, filter: {} });
    expect([data.length, total]).toEqual([1_750, 1_750]);
    expect(sent.map(rangeOf)).toEqual(['[0,999]', '[1000,1999]']);
  });

  it('ends early when it became shorter', async () => {
    fakeServer(page(1_000, 1_001), answered([], { headers: { 'Content-Range': 'accounts 1000-1000/1000' } }));
    const pagination = { page: 1, perPage: 5_000 };
    const { data, total } = await dataProvider.getList('accounts', { pagination, sort: SORT, filter: {} });
    expect([data.length, total]).toEqual([1_000, 1_000]);
  });

  it('is read in one request where it fits', async () => {
    const sent = fakeServer(page(25, 1_750));
    await dataProvider.getList('accounts', { pagination: { page: 2, perPage: 25 }, sort: SORT, filter: {} });
    expect(sent.map(rangeOf)).toEqual(['[25,49]']);
  });
});
