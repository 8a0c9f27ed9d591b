import type { Setting } from './setting-checks.js';

export interface AnalyticsSettings {
  id: string;
  secret: string;
  url: string;
}

export const readAnalytics: Omit<Setting<AnalyticsSettings | null>, 'says'> = {
  initial: '',
  none: null,
  wanted: 'must be a URL with measurement_id (G-...) and api_secret',
  read: (text) => {
    const { protocol, origin, pathname, searchParams } = URL.canParse(text) ? new URL(text) : new URL('none:');
    const [id, secret] = [searchParams.get('measurement_id'), searchParams.get('api_secret')];
    if (!/^https?:$/.test(protocol) || !id || !/^G-[A-Z0-9]+$/.test(id) || !secret) return undefined;
    return { id, secret, url: origin + pathname.replace(/\/$/, '') };
  },
  isAddress: true,
};
