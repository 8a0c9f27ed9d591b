import { QueryClient } from '@tanstack/react-query';
import { Admin, CustomRoutes, HttpError, Resource } from 'react-admin';
import { BrowserRouter, Route } from 'react-router-dom';
import { accounts, invitations } from './accounts/index.js';
import { SecurityPage } from './accounts/SecurityPage.js';
import { AuditPage, EventShow, EventsPage, RunShow, SealsPage, TimeTravelPage } from './audit/index.js';
import { authProvider } from './auth-provider.js';
import { Dashboard } from './dashboard/Dashboard.js';
import { dataProvider } from './data-provider.js';
import disputes from './orders/disputes/index.js';
import orders from './orders/index.js';
import products from './products/index.js';
import { savingProducts } from './products/saving-products.js';
import promos from './promos/index.js';
import { SystemPage } from './system/index.js';
import { Layout } from './ui/Layout.js';
import { LoginPage } from './ui/LoginPage.js';
import { AccessDenied, NotFound } from './ui/Notice.js';
import { darkTheme, lightTheme } from './ui/theme.js';
import { i18nProvider } from './ui/words.js';

/** Only what may pass by itself is asked again: no answer, or the server's own fault. */
const retry = (failures: number, error: Error) =>
  failures < 2 && error instanceof HttpError && (error.status === 0 || error.status >= 500);

const provider = savingProducts(dataProvider);
const queryClient = new QueryClient({ defaultOptions: { queries: { retry } } });

export function App() {
  return (
    // as a transition, leaving after a logout would keep the old page long enough to ask for its data again
    <BrowserRouter basename="/admin" useTransitions={false}>
      <Admin
        title="Supreme Access"
        dataProvider={provider}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        dashboard={Dashboard}
        layout={Layout}
        loginPage={LoginPage}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        theme={lightTheme}
        darkTheme={darkTheme}
        requireAuth
        disableTelemetry
      >
        <Resource name="products" {...products} />
        <Resource name="orders" {...orders} />
        <Resource name="promos" {...promos} />
        <Resource name="accounts" {...accounts} />
        <Resource name="invitations" {...invitations} />
        <Resource name="disputes" {...disputes} />
        <CustomRoutes>
          <Route path="/security" element={<SecurityPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/audit/runs/:id" element={<RunShow />} />
          <Route path="/system" element={<SystemPage />} />
          <Route path="/seals" element={<SealsPage />} />
          <Route path="/events" element={<EventsPage />} />
          <Route path="/events/:id" element={<EventShow />} />
          <Route path="/time-travel/:kind/:id" element={<TimeTravelPage />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  );
}
