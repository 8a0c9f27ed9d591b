import type { AdminProduct, ProductItems } from '@supreme-access/contract/shapes/products.js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, Form } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { answerRequests } from '../../../test/fixtures/admin/requests.js';
import { dataProvider } from '../data-provider.js';
import { ItemsInput } from './ItemsInput.js';

const SAVED: AdminProduct = { ...SHELL, productId: 'p1', retailerId: 'north' };
const ANSWER: ProductItems = {
  items: [],
  catalogue: 'read',
  variants: ['v-m', 'v-l', 'v-42'].map((itemId) => ({ itemId, title: itemId, available: true })),
  proposed: [
    { size: 'm', style: 'Black', itemId: 'v-m' },
    { size: 'l', style: 'Black', itemId: 'v-l' },
  ],
};

const realFetch = globalThis.fetch;
afterAll(() => {
  globalThis.fetch = realFetch;
});

function show(saved: AdminProduct | undefined, answer: ProductItems = ANSWER) {
  answerRequests({ '/api/admin/products/p1/items': answer });
  const auth = { checkAuth: async () => {}, checkError: async () => {} } as unknown as AuthProvider;
  const typed = { size: 'm', style: 'Black', itemId: 'typed' };
  const values = { styles: 'Black', oneSize: false, retailerId: 'north', retailerItems: [typed] };
  render(
    <MemoryRouter>
      <AdminContext authProvider={auth} dataProvider={dataProvider}>
        <Form record={values}>
          <ItemsInput saved={saved} />
        </Form>
      </AdminContext>
    </MemoryRouter>,
  );
}
const fill = async () => userEvent.click(await screen.findByRole('button', { name: 'Fill from the catalogue' }));

describe('the items of a product at its retailer', () => {
  it('are filled in from its catalogue, and what was typed stays', async () => {
    show(SAVED);
    await fill();
    expect(await screen.findByText('2 of the 3 items there fit a size and style.')).toBeInTheDocument();
    expect(screen.getByLabelText('M')).toHaveValue('typed');
    expect(screen.getByLabelText('L')).toHaveValue('v-l');
    await userEvent.clear(screen.getByLabelText('L'));
    expect(screen.getByLabelText('L')).toHaveValue('');
  });

  it('are typed where its protocol has no catalogue', async () => {
    show(SAVED, { ...ANSWER, catalogue: 'lacking', variants: [], proposed: [] });
    await fill();
    expect(await screen.findByText(/no catalogue of items/)).toBeInTheDocument();
  });

  it('are filled in once the retailer is saved', async () => {
    show({ ...SAVED, retailerId: 'south' });
    expect(await screen.findByText(/Save the retailer first/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Fill from the catalogue' })).not.toBeInTheDocument();
  });
});
