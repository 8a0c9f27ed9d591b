import './ui/fonts.css';
import './ui/frame.css';
import { fetchAhead } from '@supreme-access/contract/idle.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { http } from './http.js';
import { readSession } from './session.js';
import { shareStreams } from './streams.js';
import { pingWhileTyping } from './ui/typing.js';

void shareStreams();
fetchAhead();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
pingWhileTyping(document, () => {
  if (readSession()) http('/api/user/info').catch(() => undefined);
});
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
