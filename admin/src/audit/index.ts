import { lazy } from 'react';

/** Pages of the audit are large and rarely seen: the admin's first load goes without them. */
export const SealsPage = lazy(async () => ({ default: (await import('./SealsPage.js')).SealsPage }));
export const EventsPage = lazy(async () => ({ default: (await import('./EventsPage.js')).EventsPage }));
export const EventShow = lazy(async () => ({ default: (await import('./EventShow.js')).EventShow }));
export const TimeTravelPage = lazy(async () => ({ default: (await import('./TimeTravelPage.js')).TimeTravelPage }));
export const AuditPage = lazy(async () => ({ default: (await import('./AuditPage.js')).AuditPage }));
export const RunShow = lazy(async () => ({ default: (await import('./RunShow.js')).RunShow }));
