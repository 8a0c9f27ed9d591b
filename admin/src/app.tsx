import { CssBaseline } from '@mui/material';
import type { Role } from '@supreme-access/contract/statuses.js';
import { QueryClient } from '@tanstack/react-query';
import {
  AdminContext,
  AuthenticationError,
  CoreAdminUI,
  CustomRoutes,
  HttpError,
  LoadingPage,
  Notification,
  Resource,
  usePermissions,
} from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { accounts, invitations, SecurityPage } from './accounts/index.js';
import { AuditPage, EventShow, EventsPage, PromisesPage, RunShow, SealsPage, TimeTravelPage } from './audit/index.js';
import { authProvider } from './auth-provider.js';
import { ControlRoomPage } from './control/index.js';
import { dataProvider } from './data-provider.js';
import disputes from './orders/disputes/index.js';
import orders from './orders/index.js';
import proofs from './orders/proofs/index.js';
import products from './products/index.js';
import { savingProducts } from './products/saving-products.js';
import promos from './promos/index.js';
import retailers from './retailers/index.js';
import { settingsStore } from './store.js';
import { SystemPage } from './system/index.js';
import { Layout } from './ui/Layout.js';
import { lazily } from './ui/lazily.js';
import { AccessDenied, Failed, NotFound } from './ui/Notice.js';
import { darkTheme, lightTheme } from './ui/theme.js';
import { i18nProvider } from './ui/words.js';

/** Retries only what may pass by itself: no answer, or a server error. */
const retry = (failures: number, error: Error) =>
  failures < 2 && error instanceof HttpError && (error.status === 0 || error.status >= 500);

const LoginPage = lazily(async () => (await import('./ui/LoginPage.js')).LoginPage, null);
const Dashboard = lazily(async () => (await import('./dashboard/Dashboard.js')).Dashboard);
const AuditorHome = lazily(async () => (await import('./dashboard/AuditorHome.js')).AuditorHome);
const provider = savingProducts(dataProvider);
const store = settingsStore();
const queryClient = new QueryClient({ defaultOptions: { queries: { retry } } });

/** A data router can block navigation, so that forms can ask before they are left. */
const router = createBrowserRouter([{ path: '*', element: <Admin />, errorElement: <Failed /> }], {
  basename: '/admin',
});

export function App() {
  // A transition would keep the old page after a logout long enough to request its data again.
  return <RouterProvider router={router} useTransitions={false} />;
}

/** Whoever runs drops begins with the day, whoever audits with what is proven. */
function Home() {
  const { permissions, isPending } = usePermissions<Role[]>();
  if (isPending) return null;
  return permissions?.includes('admin') ? <Dashboard /> : <AuditorHome />;
}

function Admin() {
  return (
    <AdminContext
      dataProvider={provider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <CssBaseline enableColorScheme />
      {/* react-admin's own Admin always loads its login page, and with it every form input. */}
      <CoreAdminUI
        title="Supreme Access"
        dashboard={Home}
        layout={Layout}
        loginPage={LoginPage}
        loading={LoadingPage}
        error={Failed}
        authenticationError={AuthenticationError}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        requireAuth
        disableTelemetry
      >
        <Resource name="products" {...products} />
        <Resource name="retailers" {...retailers} />
        <Resource name="orders" {...orders} />
        <Resource name="promos" {...promos} />
        <Resource name="accounts" {...accounts} />
        <Resource name="invitations" {...invitations} />
        <Resource name="disputes" {...disputes} />
        <Resource name="proofs" {...proofs} />
        <CustomRoutes>
          <Route path="/security" element={<SecurityPage />} />
          <Route path="/promises" element={<PromisesPage />} />
          <Route path="/audit" element={<AuditPage />} />
          <Route path="/audit/runs/:id" element={<RunShow />} />
          <Route path="/system" element={<SystemPage />} />
          <Route path="/seals" element={<SealsPage />} />
          <Route path="/events" element={<EventsPage />} />
          <Route path="/events/:id" element={<EventShow />} />
          <Route path="/time-travel/:kind/:id" element={<TimeTravelPage />} />
        </CustomRoutes>
        <CustomRoutes noLayout>
          <Route path="/control-room/:id" element={<ControlRoomPage />} />
        </CustomRoutes>
      </CoreAdminUI>
      <Notification />
    </AdminContext>
  );
}
