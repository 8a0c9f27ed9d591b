import { lazily } from '../ui/lazily.js';

export const SystemPage = lazily(async () => (await import('./SystemPage.js')).SystemPage);
