import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CardInput, PageSettings } from '../../../../backend/src/contract/api-types.js';
import { api } from '../../api.js';
import { useIntent } from '../../intent.js';
import { cardToken } from '../profiles/profiles.js';

const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api.get<PageSettings>('/api/settings'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How the server was configured, as far as pages have to know. */
export function usePageSettings() {
  return useQuery(settings);
}

/**
 * Proves a card that the checkout will use by making a provider's token of it. Where cards that pay go into Stripe's own
 * fields, no number may be sent for a token: then the check of the form has to do.
 */
export function useProveCard(): (card: CardInput) => Promise<void> {
  const client = useQueryClient();
  const send = useIntent();
  return async (card) => {
    const { stripePublishableKey } = await client.ensureQueryData(settings);
    if (!stripePublishableKey) await cardToken(send, card);
  };
}
