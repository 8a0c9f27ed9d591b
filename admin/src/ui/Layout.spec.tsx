import { act, render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { authProvider } from '../auth-provider.js';
import { Layout } from './Layout.js';

const store = (name: string) =>
  localStorage.setItem('user', JSON.stringify({ token: 'jwt', uuid: 'a1', name, isAdmin: true, roles: ['admin'] }));

describe('the layout of every page', () => {
  afterEach(() => localStorage.clear());

  it('names the person who is logged in, and follows a change of name in the shop', async () => {
    store('Ada Byron');
    render(
      <TestMemoryRouter>
        <AdminContext authProvider={authProvider}>
          <Layout>
            <h1>Orders</h1>
          </Layout>
        </AdminContext>
      </TestMemoryRouter>,
    );
    expect(await screen.findByRole('button', { name: 'Ada Byron' })).toBeVisible();
    store('Ada Lovelace');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
    expect(await screen.findByRole('button', { name: 'Ada Lovelace' })).toBeVisible();
  });
});
