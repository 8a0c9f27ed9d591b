import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { pageSettings } from '../../api/page-settings.js';
import { readConsent } from './consent.js';

/** Asks the server to count an order as a purchase: only with consent and where purchases are counted, and nobody waits for it. */
export function useCountPurchase(): (orderId: string) => void {
  const client = useQueryClient();
  return (orderId) => {
    if (readConsent() !== 'yes' || !client.getQueryData(pageSettings.queryKey)?.analytics) return;
    api.post('/api/analytics/purchase', { orderId }).catch(() => undefined);
  };
}
