import { parameterOf } from '@supreme-access/contract/parameters.js';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { api } from './api/api.js';
import { useSession } from './api/session.js';
import { ConsentBar } from './features/analytics/consent-bar.js';
import { readReturnTo } from './features/auth/return-to.js';
import { StrictSetup } from './features/setup/strict-setup.js';
import { useKeepPromoCode } from './features/shop/promo.js';
import { useReminders } from './features/shop/reminders.js';
import { OfferBar } from './features/waitlist/offer-bar.js';
import { forGuests, guard, ROUTES, type RouteEntry } from './routes.js';
import { AlertsProvider } from './ui/alert.js';
import { ErrorBoundary } from './ui/error-boundary.js';
import { Loading } from './ui/load-state.js';
import { PageShell } from './ui/page-shell.js';

export function App() {
  const { pathname } = useLocation();
  const [opened] = useState(pathname);
  useTopOfNewScreen(pathname);
  useKeepPromoCode();
  useReminders();
  return (
    <AlertsProvider pathname={pathname}>
      <PageShell notice={<OfferBar />} question={<ConsentBar />}>
        <ErrorBoundary pathname={pathname}>
          {/* The key keeps Suspense from showing the previous screen while the next one loads. */}
          <Suspense key={pathname} fallback={<Loading />}>
            <Routes>
              {ROUTES.map((route) => (
                <Route
                  key={route.path}
                  path={route.path}
                  element={<Screen key={pathname} route={route} isFirst={pathname === opened} />}
                />
              ))}
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </PageShell>
    </AlertsProvider>
  );
}

function useTopOfNewScreen(pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

interface ScreenProps {
  route: RouteEntry;
  isFirst: boolean;
}

function Screen({ route, isFirst }: ScreenProps) {
  const { pathname, search, hash, state } = useLocation();
  const loggedIn = useSession() !== null;
  // Login and sign-up navigate by themselves, so they refuse only people who arrive logged in.
  const [arrivedLoggedIn] = useState(loggedIn);
  const verdict = guard(pathname, route.access, forGuests(pathname) ? arrivedLoggedIn : loggedIn);
  const isNamed = route.ofProduct && isFirst && parameterOf(new URLSearchParams(search), 'productId') !== null;
  // This runs before the page's own effects, which may know a better title.
  useLayoutEffect(() => {
    if (verdict.kind === 'show' && !isNamed) document.title = route.title;
  }, [route.title, verdict.kind, isNamed]);
  if (verdict.kind === 'log-out') return <LogOut />;
  if (verdict.kind === 'show') {
    const page = <route.Page />;
    return route.access === 'session' ? <StrictSetup>{page}</StrictSetup> : page;
  }
  if (verdict.to === '/login') return <Navigate to="/login" replace state={{ returnTo: pathname + search + hash }} />;
  return <Navigate to={readReturnTo(state) ?? '/'} replace />;
}

function LogOut() {
  const navigate = useNavigate();
  useEffect(() => {
    api.logOut();
    void navigate('/login', { replace: true });
  }, [navigate]);
  return null;
}
