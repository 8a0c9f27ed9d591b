import { onlineManager, QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, memoryStore, ResourceContextProvider, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { clock } from './format.js';
import { ListPage } from './ListPage.js';
import { Rows } from './Rows.js';

type GetList = DataProvider['getList'];
const READ_AT = Date.UTC(2026, 10, 22, 1, 34, 26);
const REFUSED = 'The server cannot be reached. Check the connection and try again.';

const names = <Rows row={({ id }) => id} />;

/** `answers` holds ids or errors, used one after the other; the last one repeats. */
function show(answers: (string[] | Error | 'never')[], path = '/things') {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const getList: GetList = async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    if (answer === 'never' || answer === undefined) return new Promise(() => {});
    return { data: answer.map((id) => ({ id })) as never[], total: answer.length };
  };
  render(
    <MemoryRouter initialEntries={[path]}>
      <AdminContext queryClient={queryClient} dataProvider={testDataProvider({ getList })} store={memoryStore()}>
        <ResourceContextProvider value="things">
          <ListPage title="Things" sort={{ field: 'id', order: 'ASC' }} filters={[]} table={names} rows={names} />
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  const again = () => act(() => queryClient.refetchQueries({ queryKey: ['things', 'getList'] }));
  const readAt = () => {
    const [read] = queryClient.getQueryCache().findAll({ queryKey: ['things', 'getList'] });
    if (read) read.state.dataUpdatedAt = READ_AT;
  };
  return { user: userEvent.setup(), again, readAt };
}
const asOf = `Last updated ${clock(new Date(READ_AT).toISOString())}.`;
const statuses = () => screen.getAllByRole('status').map((status) => status.textContent);

describe('a list', () => {
  afterEach(() => act(() => onlineManager.setOnline(true)));

  it('shows that it is loading, and no table that could look empty', async () => {
    show(['never']);
    await screen.findByText('Loading…');
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
    expect(screen.queryByText('no data on response')).not.toBeInTheDocument();
  });

  it('shows why it failed, and is read again on request', async () => {
    const { user } = show([new Error(REFUSED), ['one']]);
    expect(await screen.findByRole('alert')).toHaveTextContent(REFUSED);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('one');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows why it failed while it is read again', async () => {
    const { user } = show([new Error(REFUSED), 'never']);
    const again = await screen.findByRole('button', { name: 'Try again' });
    await user.click(again);
    expect(screen.getByRole('alert')).toHaveTextContent(REFUSED);
    expect(again).toHaveFocus();
  });

  it('keeps its rows after a failed refresh, with their age', async () => {
    const { user, again, readAt } = show([['one'], new Error(REFUSED), ['two']]);
    await screen.findByText('one');
    readAt();
    await again();
    await waitFor(() => expect(statuses()).toEqual([`${REFUSED} ${asOf}`]));
    screen.getByText('one');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('two');
    await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  });

  it('shows that the browser is offline above the rows that it keeps', async () => {
    const { readAt } = show([['one']]);
    await screen.findByText('one');
    readAt();
    act(() => onlineManager.setOnline(false));
    expect(statuses()).toEqual([`You are offline. ${asOf}`]);
    screen.getByText('one');
  });

  it('that was never read shows that the browser is offline', async () => {
    onlineManager.setOnline(false);
    show([['one']]);
    await screen.findByText('You are offline. This loads as soon as you are back online.');
    act(() => onlineManager.setOnline(true));
    await screen.findByText('one');
  });

  it('that is empty shows whether there is nothing yet, or nothing that matches', async () => {
    const { user } = show([[]], `/things?filter=${encodeURIComponent('{"q":"x"}')}`);
    await screen.findByText('no data on response');
    screen.getByText('No entries match the filters.');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('There are no entries yet.');
  });
});
