import type { AdminRetailer } from '@supreme-access/contract/shapes/retailers.js';
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, HttpError, ResourceContextProvider, SimpleForm } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { answerRequests } from '../../../test/fixtures/admin/requests.js';
import { dataProvider } from '../data-provider.js';
import { savingProducts } from '../products/saving-products.js';
import { lightTheme } from '../ui/theme.js';
import { RetailerFilter } from './RetailerFilter.js';
import { RetailerShow } from './RetailerShow.js';
import { toRetailerForm, toRetailerInput } from './retailer-input.js';
import { warningsOf } from './retailer-words.js';

const NORTH: AdminRetailer = {
  id: 'north',
  name: 'North',
  protocol: 'ucp',
  baseUrl: 'https://north.example',
  version: null,
  hasKey: true,
  sellerProfile: 'profile_north',
  shipping: 'cheapest',
  mailDomains: ['north.example', 'mail.north.example'],
  mailKeys: [],
  confirms: [],
  quirks: ['token-field'],
  ended: false,
  revision: 1,
  discovery: {
    version: '2026-04-08',
    endpoint: 'https://north.example/ucp',
    capabilities: ['dev.ucp.shopping.checkout'],
    handlers: ['com.stripe.spt'],
    hash: 'h-1',
    readAt: '2026-11-21T11:00:00.000Z',
    isChanged: false,
  },
};

const realFetch = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = realFetch;
});

function show(retailer: AdminRetailer, more: Record<string, unknown> = {}) {
  const requests = answerRequests({ '/api/admin/retailers/north': retailer, ...more });
  const auth = { canAccess: async () => true, checkAuth: async () => {}, checkError: async () => {} };
  render(
    <MemoryRouter initialEntries={['/retailers/north/show']}>
      <AdminContext
        theme={lightTheme}
        authProvider={auth as unknown as AuthProvider}
        dataProvider={dataProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ResourceContextProvider value="retailers">
          <Routes>
            <Route path="/retailers/:id/show" element={<RetailerShow />} />
          </Routes>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  return requests;
}

describe('the page of a retailer', () => {
  it('shows what is configured beside what the shop says of itself', async () => {
    show(NORTH);
    expect(await screen.findByText('https://north.example/ucp')).toBeInTheDocument();
    expect(screen.getByText('com.stripe.spt')).toBeInTheDocument();
    expect(screen.getByText('token-field: Wants the payment token in a field of its own.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('reads the shop again on request', async () => {
    const requests = show(NORTH, { '/api/admin/retailers/north/discover': {} });
    await userEvent.click(await screen.findByRole('button', { name: 'Read the shop' }));
    await userEvent.click((await screen.findAllByRole('button', { name: 'Read the shop' })).at(-1) as HTMLElement);
    expect(await screen.findByText('In use')).toBeInTheDocument();
    expect(requests.map(({ path }) => path)).toContain('/api/admin/retailers/north/discover');
  });
});

describe('a test purchase', () => {
  it('is asked for with a product and the own password, and its steps are shown', async () => {
    const steps = [
      { name: 'prepare', ok: true, ms: 240, says: 'Total $190.44.' },
      { name: 'complete', ok: false, ms: 61, says: 'The shop refused: declined.' },
    ];
    const requests = show(NORTH, {
      '/api/admin/retailers/north/test': { success: true, steps },
      '/api/admin/products': [{ id: 'cap', productId: 'cap', productTitle: 'Cap' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Test purchase' }));
    await userEvent.click(await screen.findByRole('combobox', { name: /Product/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Cap' }));
    await userEvent.type(screen.getByLabelText(/Your password/), 'my word');
    await userEvent.click(screen.getAllByRole('button', { name: 'Test purchase' }).at(-1) as HTMLElement);
    const list = await screen.findByRole('list', { name: 'Steps' });
    expect(list).toHaveTextContent('A checkout is preparedTotal $190.44.240 ms');
    expect(list).toHaveTextContent('Failed. The shop refused: declined.');
    const sent = requests.find(({ path }) => path.endsWith('/test'));
    expect(sent?.body).toEqual({ productId: 'cap', password: 'my word' });
    expect(requests.some(({ path }) => decodeURIComponent(path).includes('"retailerId":"north"'))).toBe(true);
  });
});

describe('the filter of a list', () => {
  it('names removed retailers too', async () => {
    const south = { ...NORTH, id: 'south', name: 'South', ended: true };
    const requests = answerRequests({ '/api/admin/retailers': [NORTH, south] });
    render(
      <MemoryRouter>
        <AdminContext theme={lightTheme} dataProvider={dataProvider}>
          <SimpleForm toolbar={false}>
            <RetailerFilter source="retailerId" label="Retailer" />
          </SimpleForm>
        </AdminContext>
      </MemoryRouter>,
    );
    await userEvent.click(await screen.findByRole('combobox', { name: /Retailer/ }));
    expect(await screen.findByRole('option', { name: 'South (removed)' })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'North' })).toBeInTheDocument();
    expect(decodeURIComponent(requests[0]?.path ?? '')).toContain('{"ended":[true,false]}');
  });
});

describe('what a retailer lacks', () => {
  it.each<[string, Partial<AdminRetailer>, RegExp]>([
    ['was never read', { discovery: null }, /not been read yet/],
    [
      'says something else by now',
      { discovery: NORTH.discovery && { ...NORTH.discovery, isChanged: true } },
      /changed what it publishes/,
    ],
    ['takes no token', { discovery: NORTH.discovery && { ...NORTH.discovery, handlers: [] } }, /no way to be paid/],
    ['has no profile', { sellerProfile: null }, /no payment token/],
  ])('is told where it %s', (_, changes, text) => {
    expect(warningsOf({ ...NORTH, ...changes })).toEqual([expect.stringMatching(text)]);
  });
});

describe('the request body of a retailer', () => {
  it('keeps the key on file where none was typed, and asks for the password', () => {
    const input = toRetailerInput({ ...toRetailerForm(NORTH), key: '', password: 'my word' });
    expect(input).toMatchObject({ mailDomains: NORTH.mailDomains, quirks: ['token-field'], password: 'my word' });
    expect('key' in input).toBe(false);
    expect('discovery' in input).toBe(false);
  });
});

describe('a refusal of a retailer', () => {
  it('is shown at the field that it is about', async () => {
    const create = async () => {
      throw new HttpError('The address leads nowhere.', 400, { code: 'retailer-address' });
    };
    const provider = savingProducts({ create } as unknown as typeof dataProvider);
    await expect(provider.create('retailers', { data: {} })).rejects.toMatchObject({
      body: { errors: { baseUrl: 'The address leads nowhere.' } },
    });
  });
});
