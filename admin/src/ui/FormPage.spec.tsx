import { QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { PromoEdit } from '../promos/PromoForms.js';
import { RetailerEdit } from '../retailers/RetailerForms.js';
import { lightTheme } from './theme.js';

const PROMO = { id: 'one', promoCode: 'EARLY25', percent: 25, redeemed: 2, version: 1 };
const RETAILER = { id: 'one', name: 'North', protocol: 'own', baseUrl: 'settings', mailDomains: [], revision: 1 };

describe('a form of a record that was in the list', () => {
  it.each([
    ['promos', PromoEdit, /Percent off/, PROMO, { ...PROMO, redeemed: 3 }],
    ['retailers', RetailerEdit, /^Name/, RETAILER, { ...RETAILER, revision: 2 }],
  ])(
    'keeps what is typed into %s when a changed record arrives late',
    async (resource, Edit, label, listed, changed) => {
      let arrive = (_: { data: object }) => {};
      const answer = new Promise<{ data: object }>((resolve) => {
        arrive = resolve;
      });
      const client = new QueryClient();
      client.setQueryData([resource, 'getOne', { id: 'one', meta: undefined }], listed);
      render(
        <MemoryRouter initialEntries={[`/${resource}/one`]}>
          <AdminContext
            theme={lightTheme}
            queryClient={client}
            dataProvider={{ getOne: () => answer } as unknown as DataProvider}
          >
            <ResourceContextProvider value={resource}>
              <Routes>
                <Route path={`/${resource}/:id`} element={<Edit />} />
              </Routes>
            </ResourceContextProvider>
          </AdminContext>
        </MemoryRouter>,
      );
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.type(field, '30');
      await userEvent.tab();
      await act(async () => arrive({ data: changed }));
      await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
      expect(screen.getByLabelText(label)).toHaveValue('30');
    },
  );
});
