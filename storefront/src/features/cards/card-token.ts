import type { CardInput } from '@supreme-access/contract/sealing.js';
import { useQueryClient } from '@tanstack/react-query';
import { encryption } from '../../api/chunks.js';
import { type SendIntent, useIntent } from '../../api/intent.js';
import { pageSettings } from '../../api/page-settings.js';

export async function cardToken(send: SendIntent, card: CardInput, zip: string | null): Promise<string> {
  const data = { ...card, ...(zip ? { address_zip: zip } : {}) };
  const answer = await send<{ token: { id: string } }>('/api/user/billing/genToken', data, async () => ({
    card: await (await encryption()).encryptFor('card', data),
  }));
  return answer.token.id;
}

/**
 * Proves a card of the checkout by making a provider's token of it. Hazard: where Stripe's own fields take the paying
 * cards, no number may be sent, and only the form's check remains.
 */
export function useProveCard(): (card: CardInput, zip: string) => Promise<void> {
  const client = useQueryClient();
  const send = useIntent();
  return async (card, zip) => {
    const { stripePublishableKey } = await client.ensureQueryData(pageSettings);
    if (!stripePublishableKey) await cardToken(send, card, zip);
  };
}
