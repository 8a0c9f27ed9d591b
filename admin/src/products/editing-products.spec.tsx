import { jest } from '@jest/globals';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, type DataProvider, HttpError, ResourceContextProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { lightTheme } from '../ui/theme.js';
import { ProductEdit } from './ProductForms.js';
import { onItsField } from './saving-products.js';

type Update = (resource: string, params: { data: Record<string, unknown> }) => Promise<{ data: AdminProduct }>;

const saved = () => jest.fn<Update>().mockResolvedValue({ data: SHELL });
const updatesOf = (update: jest.Mock<Update>) => update.mock.calls.map(([, { data }]) => data);

async function open(update: jest.Mock<Update>, product: AdminProduct = SHELL, isAway = false) {
  const getOne = jest.fn(async () => ({ data: product }));
  if (isAway) getOne.mockRejectedValueOnce(new HttpError('The store does not answer.', 503));
  const dataProvider = { getOne, update } as unknown as DataProvider;
  const authProvider = { checkAuth: async () => {}, checkError: async () => {} } as unknown as AuthProvider;
  render(
    <MemoryRouter initialEntries={['/products/p1']}>
      <AdminContext theme={lightTheme} dataProvider={dataProvider} authProvider={authProvider}>
        <ResourceContextProvider value="products">
          <Routes>
            <Route path="/products/:id" element={<ProductEdit />} />
            <Route path="/products/:id/show" element={<p>It is saved.</p>} />
          </Routes>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  if (isAway) await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByLabelText(/Product Title/);
  return user;
}

async function write(user: ReturnType<typeof userEvent.setup>, label: RegExp, text: string) {
  const input = screen.getByLabelText(label);
  await user.clear(input);
  await user.type(input, text);
}
const save = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Save' }));
const field = (name: string) => within(screen.getByRole('radiogroup', { name }));

describe('an edit of a product', () => {
  it('is read again on request where it could not be read', async () => {
    await open(saved(), SHELL, true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the version that it is based on', async () => {
    const update = saved();
    const user = await open(update, { ...SHELL, version: 7 });
    await write(user, /^Total Stock/, '30');
    await save(user);
    await screen.findByText('It is saved.');
    expect(updatesOf(update)).toEqual([expect.objectContaining({ version: 7, totalStock: 30 })]);
  });

  it.each([
    ['image-missing', 'We do not have this picture. Upload it again.'],
    ['retailer-items-invalid', 'Name each item once.'],
  ])('whose %s is refused says so, and is saved once that is put right', async (code, text) => {
    const refusal = new HttpError(text, 400, { error: text, code });
    const update = saved().mockRejectedValueOnce(onItsField(refusal));
    const user = await open(update, { ...SHELL, retailerId: 'north' });
    await write(user, /^Price/, '22');
    await save(user);
    await screen.findByText(text);
    await write(user, /^Price/, '23');
    await save(user);
    await screen.findByText('It is saved.');
    expect(update).toHaveBeenCalledTimes(2);
  });

  describe('that conflicts with another edit', () => {
    const current = { ...SHELL, version: 2, productTitle: 'Shell Coat', price: 28, tags: ['clothes'] };
    const conflict = () =>
      new HttpError('Somebody else has saved this product meanwhile.', 409, { code: 'conflict', current });
    const refusedOnce = () => saved().mockRejectedValueOnce(conflict());

    it('shows both versions of each differing field, and keeps what was typed', async () => {
      const update = refusedOnce();
      const user = await open(update);
      await write(user, /^Price/, '22');
      await write(user, /^Total Stock/, '30');
      await save(user);

      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent('Your changes are not saved yet');
      const shown = within(alert)
        .getAllByRole('radiogroup')
        .map((one) => one.getAttribute('aria-labelledby'));
      expect(shown).toHaveLength(4);
      expect(field('Price').getByRole('radio', { name: 'Yours: 22' })).toBeChecked();
      expect(field('Price').getByRole('radio', { name: 'Theirs: 28' })).not.toBeChecked();
      expect(field('Total Stock').getByRole('radio', { name: 'Yours: 30' })).toBeChecked();
      expect(field('Product Title').getByRole('radio', { name: 'Theirs: Shell Coat' })).toBeChecked();
      expect(field('Tags').getByRole('radio', { name: 'Theirs: clothes' })).toBeChecked();
      expect(screen.getByRole('textbox', { name: /^Total Stock/ })).toHaveValue('30');
    });

    it('is saved again on the other version, with the chosen values', async () => {
      const update = refusedOnce();
      const user = await open(update);
      await write(user, /^Price/, '22');
      await write(user, /^Total Stock/, '30');
      await save(user);
      await screen.findByRole('alert');
      await user.click(field('Price').getByRole('radio', { name: 'Theirs: 28' }));
      await user.click(field('Product Title').getByRole('radio', { name: 'Yours: Field Shell' }));
      await save(user);
      await screen.findByText('It is saved.');
      const [first, second] = updatesOf(update);
      expect(first).toMatchObject({ version: 1, price: 22, totalStock: 30, productTitle: 'Field Shell' });
      expect(second).toMatchObject({
        version: 2,
        price: 28,
        totalStock: 30,
        productTitle: 'Field Shell',
        tags: ['clothes'],
      });
    });

    it('reports a second conflict', async () => {
      const later = { ...current, version: 3, price: 31 };
      const update = refusedOnce().mockRejectedValueOnce(
        new HttpError('Again.', 409, { code: 'conflict', current: later }),
      );
      const user = await open(update);
      await write(user, /^Price/, '22');
      await save(user);
      await screen.findByRole('radio', { name: 'Theirs: 28' });
      await save(user);
      await screen.findByRole('radio', { name: 'Theirs: 31' });
      expect(field('Price').getByRole('radio', { name: 'Yours: 22' })).toBeChecked();
      await save(user);
      await screen.findByText('It is saved.');
      expect(updatesOf(update).map(({ version }) => version)).toEqual([1, 2, 3]);
    });
  });

  describe('that moves a release', () => {
    const moved = '2026-11-21T11:00';
    async function move(user: ReturnType<typeof userEvent.setup>) {
      const input = screen.getByLabelText(/^Release/);
      await user.clear(input);
      await user.type(input, moved);
    }

    it('that holders know of shows how many are mailed, and waits for agreement', async () => {
      const update = saved();
      const user = await open(update);
      expect(screen.queryByText(/hold a slot/)).toBeNull();
      await move(user);
      await screen.findByText(/3 people hold a slot and were told this release time: .*20 Nov 2026, 11:00:03 New York/);
      await save(user);
      await screen.findByText('Confirm this first, or keep the release time.');
      expect(update).not.toHaveBeenCalled();
      await user.click(screen.getByLabelText('Email them the new time'));
      await save(user);
      await screen.findByText('It is saved.');
      expect(updatesOf(update)).toEqual([expect.objectContaining({ releaseAt: '2026-11-21T16:00:00.000Z' })]);
      expect(updatesOf(update)[0]).not.toHaveProperty('holdersAreMailed');
    });

    it('without holders needs no agreement', async () => {
      const update = saved();
      const user = await open(update, { ...SHELL, reserved: 0 });
      await move(user);
      await save(user);
      await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
    });
  });
});
