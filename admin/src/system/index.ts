import { lazy } from 'react';

/** Seldom seen: the admin's first load goes without it. */
export const SystemPage = lazy(async () => ({ default: (await import('./SystemPage.js')).SystemPage }));
