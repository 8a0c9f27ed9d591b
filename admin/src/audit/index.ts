import { lazily } from '../ui/lazily.js';

export const SealsPage = lazily(() => import('./SealsPage.js'), 'SealsPage');
export const EventsPage = lazily(() => import('./EventsPage.js'), 'EventsPage');
export const EventShow = lazily(() => import('./EventShow.js'), 'EventShow');
export const TimeTravelPage = lazily(() => import('./TimeTravelPage.js'), 'TimeTravelPage');
export const AuditPage = lazily(() => import('./AuditPage.js'), 'AuditPage');
export const RunShow = lazily(() => import('./RunShow.js'), 'RunShow');
