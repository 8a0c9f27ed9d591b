import { useQueryClient } from '@tanstack/react-query';
import type { CardInput } from '../../../../backend/src/contract/api-types.js';
import { useIntent } from '../../intent.js';
import { pageSettings } from '../../page-settings.js';
import { cardToken } from '../profiles/profiles.js';

/**
 * Proves a card that the checkout will use by making a provider's token of it. Where cards that pay go into Stripe's own
 * fields, no number may be sent for a token: then the check of the form has to do.
 */
export function useProveCard(): (card: CardInput, zip: string) => Promise<void> {
  const client = useQueryClient();
  const send = useIntent();
  return async (card, zip) => {
    const { stripePublishableKey } = await client.ensureQueryData(pageSettings);
    if (!stripePublishableKey) await cardToken(send, card, zip);
  };
}
