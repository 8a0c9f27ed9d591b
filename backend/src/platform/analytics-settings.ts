import type { Check, Text } from './setting-checks.js';

export interface AnalyticsSettings {
  id: string;
  secret: string;
  url: string;
}

/** Google Analytics 4: the measurement id of a web stream and a secret of its Measurement Protocol, both or neither. */
export function readAnalytics(text: Text, check: Check, url: string | null): AnalyticsSettings | null {
  const [id, secret] = [text('ANALYTICS_ID'), text('ANALYTICS_SECRET')];
  check('ANALYTICS_ID', id === null || /^G-[A-Z0-9]+$/.test(id), 'must be a measurement id (G-...)');
  check('ANALYTICS_SECRET', id === null || secret !== null, 'is required with ANALYTICS_ID');
  check('ANALYTICS_ID', id !== null || secret === null, 'is required with ANALYTICS_SECRET');
  return id && secret ? { id, secret, url: url ?? 'https://www.google-analytics.com' } : null;
}
