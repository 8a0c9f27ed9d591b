import { lazily } from '../ui/lazily.js';

export const SystemPage = lazily(() => import('./SystemPage.js'), 'SystemPage');
