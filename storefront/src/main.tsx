import './ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { syncClock } from './api/clock.js';
import { createQueryClient } from './api/query-client.js';
import { App } from './app.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void syncClock();
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void syncClock();
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
