import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { screen } from '@testing-library/react';
import type { DataProvider, GetListParams } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { Dashboard } from './Dashboard.js';

const HOUR = 3_600_000;
const drop = (hours: number): AdminProduct => {
  const id = `in ${hours} h`;
  return {
    ...SHELL,
    id,
    productId: id,
    productTitle: id,
    releaseAt: new Date(Date.now() + hours * HOUR).toISOString(),
  };
};
const DROPS = [...Array.from({ length: 150 }, (_, index) => drop(index + 1)), drop(-100)];

const found = ({ sort, pagination, filter }: GetListParams): AdminProduct[] => {
  const from = Date.parse(filter.releaseAt_gte ?? '1970-01-01');
  const at = ({ releaseAt }: AdminProduct) => Date.parse(releaseAt ?? '');
  const all = DROPS.filter((one) => at(one) >= from).sort((a, b) => at(a) - at(b));
  return (sort?.order === 'DESC' ? all.reverse() : all).slice(0, pagination?.perPage);
};

it('shows the next drop, however many follow it', async () => {
  const away = () => Promise.reject(new Error('Not now.'));
  const getList = async (resource: string, params: GetListParams) =>
    resource === 'products' ? { data: found(params), total: DROPS.length } : away();
  const dataProvider = { getList, board: away, reportDays: away } as unknown as DataProvider;
  openPage('/', { '/': <Dashboard /> }, { dataProvider });
  const next = await screen.findByRole('region', { name: 'Next drop' }, { timeout: 10_000 });
  expect(next).toHaveTextContent('in 1 h');
});
