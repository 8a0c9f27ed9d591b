import './ui/tokens.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.js';
import { syncClock } from './clock.js';
import { createQueryClient } from './query-client.js';

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
