import { jest } from '@jest/globals';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { render, screen } from '@testing-library/react';
import {
  AdminContext,
  type DataProvider,
  DataTable,
  ListContextProvider,
  ResourceContextProvider,
  TestMemoryRouter,
  useList,
} from 'react-admin';
import { sentenceOf } from '../orders/story-sentences.js';
import { GuardedBody } from './GuardedBody.js';
import { Rows } from './Rows.js';
import { StatusMark } from './StatusMark.js';

interface Shelf {
  id: string;
  sizes: string[];
}
const SHELVES = [
  { id: 'a', sizes: ['s', 'm'] },
  { id: 'b', sizes: null },
  { id: 'c', sizes: ['l'] },
] as Shelf[];
const Column = DataTable.Col<Shelf>;

function Shelves() {
  const list = useList({ data: SHELVES, resource: 'shelves' });
  return (
    <ListContextProvider value={list}>
      <DataTable<Shelf> body={GuardedBody} bulkActionButtons={false}>
        <Column source="id" render={({ sizes }) => sizes.join('+')} />
      </DataTable>
      <Rows<Shelf> row={({ sizes }) => sizes.join('/')} />
    </ListContextProvider>
  );
}

describe('a row that fails to render', () => {
  afterEach(() => jest.restoreAllMocks());

  it('fails alone, in tables and in lists', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    render(
      <TestMemoryRouter>
        <AdminContext dataProvider={{} as DataProvider}>
          <ResourceContextProvider value="shelves">
            <Shelves />
          </ResourceContextProvider>
        </AdminContext>
      </TestMemoryRouter>,
    );
    await screen.findByText('s/m');
    const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
    expect(texts('row').slice(1)).toEqual(['s+m', 'This row b cannot be shown.', 'l']);
    expect(texts('listitem')).toEqual(['s/m', 'This row b cannot be shown.', 'l']);
  });

  it('shows a status and an event that this build does not know', () => {
    render(<StatusMark status={'paused' as OrderStatus} />);
    expect(screen.getByText('Paused')).toBeInTheDocument();
    const unknown = { type: 'ParcelLost', data: {} } as unknown as Parameters<typeof sentenceOf>[0];
    expect(sentenceOf(unknown, { productTitle: 'Shell', currency: 'usd' }).text).toBe('Parcel lost.');
  });
});
