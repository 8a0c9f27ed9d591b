import './ui/fonts.css';
import './ui/frame.css';
import { fetchAhead } from '@supreme-access/contract/idle.js';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { shareStreams } from './streams.js';

void shareStreams();
fetchAhead();

const root = document.getElementById('root');
if (!root) throw new Error('missing #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
