import { lazily } from '../ui/lazily.js';

export const SealsPage = lazily(async () => (await import('./SealsPage.js')).SealsPage);
export const EventsPage = lazily(async () => (await import('./EventsPage.js')).EventsPage);
export const EventShow = lazily(async () => (await import('./EventShow.js')).EventShow);
export const TimeTravelPage = lazily(async () => (await import('./TimeTravelPage.js')).TimeTravelPage);
export const PromisesPage = lazily(async () => (await import('./PromisesPage.js')).PromisesPage);
export const AuditPage = lazily(async () => (await import('./AuditPage.js')).AuditPage);
export const RunShow = lazily(async () => (await import('./RunShow.js')).RunShow);
