import './first-minute.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { syncClock } from '../src/api/clock.js';
import { enter } from './entrance.js';
import { FirstMinute } from './first-minute.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void syncClock();
const entering = enter();
createRoot(root).render(
  <StrictMode>
    <FirstMinute entering={entering} />
  </StrictMode>,
);
