import './ui/tokens.css';
import { fetchAhead } from '@supreme-access/contract/idle.js';
import { THEN_PATH } from '@supreme-access/contract/shown-then.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { syncClock } from './api/clock.js';
import { openStreams } from './api/live.js';
import { createQueryClient } from './api/query-client.js';
import { readSession } from './api/session.js';
import { App } from './app.js';
import { guard, routeAt } from './routes.js';
import { SLOW_AFTER_MS } from './ui/load-state.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

if (location.pathname === THEN_PATH) await openThen(root);
else await openShop(root);

async function openShop(place: HTMLElement): Promise<void> {
  fetchAhead();
  void syncClock();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void syncClock();
  });
  await firstScreen();
  void openStreams();
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** It asks the server for nothing: whoever looks at the past is no shopper. */
async function openThen(place: HTMLElement): Promise<void> {
  const { Then } = await import('./pages/then.js');
  createRoot(place).render(
    <StrictMode>
      <Then />
    </StrictMode>,
  );
}

/** Keeps the content of index.html until the first screen can replace it at once; the screen reports what fails. */
async function firstScreen(): Promise<void> {
  const route = routeAt(location.pathname);
  if (!route || guard(location.pathname, route.access, readSession() !== null).kind !== 'show') return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, SLOW_AFTER_MS));
  await Promise.race([route.Page.preload().catch(() => {}), late]);
}
