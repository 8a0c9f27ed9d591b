import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { AdminContext, type CoreAdminContextProps } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { lightTheme } from '../ui/theme.js';

type Context = Pick<CoreAdminContextProps, 'authProvider' | 'dataProvider'>;

export function openPage(address: string, pages: Record<string, ReactElement>, context: Context = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MemoryRouter initialEntries={[address]}>
      <AdminContext theme={lightTheme} {...context} queryClient={queryClient}>
        <Routes>
          {Object.entries(pages).map(([path, element]) => (
            <Route key={path} path={path} element={element} />
          ))}
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  return userEvent.setup();
}
