import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, useEffect } from 'react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, Route, Routes } from 'react-router-dom';
import { Layout } from './Layout.js';
import { lazily } from './lazily.js';

const inLayout = (Page: ComponentType) => (
  <TestMemoryRouter>
    <AdminContext>
      <Layout>
        <Page />
      </Layout>
    </AdminContext>
  </TestMemoryRouter>
);

const at = (Page: ComponentType) => render(inLayout(Page));

describe('a lazy page', () => {
  afterEach(() => jest.restoreAllMocks());

  it('renders once it has loaded', async () => {
    at(lazily(async () => () => <h1>Orders</h1>));
    expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
  });

  it('unmounts the page that was left before it has loaded', () => {
    const end = jest.fn<() => void>();
    const shown = at(function Left() {
      useEffect(() => end, []);
      return null;
    });
    shown.rerender(inLayout(lazily(() => new Promise(() => {}))));
    expect(end).toHaveBeenCalled();
  });

  it('is fetched once more after a failure, and again at the next visit', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const load = jest.fn(async () => () => <h1>Orders</h1>);
    for (let time = 0; time < 3; time += 1) load.mockRejectedValueOnce(new Error('no answer'));
    const Page = lazily(load);
    const first = at(Page);
    await screen.findByRole('alert');
    first.unmount();
    at(Page);
    expect(await screen.findByRole('heading', { name: 'Orders' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(4);
  });

  it('focuses its heading after navigation', async () => {
    const Later = lazily(async () => () => <h1>Orders</h1>);
    render(
      <TestMemoryRouter>
        <AdminContext>
          <Layout>
            <Routes>
              <Route path="/" element={<Link to="/orders">To the orders</Link>} />
              <Route path="/orders" element={<Later />} />
            </Routes>
          </Layout>
        </AdminContext>
      </TestMemoryRouter>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'To the orders' }));
    const heading = await screen.findByRole('heading', { name: 'Orders' });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  it('asks for a reload when its file is gone, below the menu', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const gone = new TypeError('Failed to fetch dynamically imported module');
    at(lazily(() => Promise.reject(gone)));
    expect(await screen.findByRole('alert')).toHaveTextContent('This page did not load');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Dashboard' })).toBeVisible();
  });
});
