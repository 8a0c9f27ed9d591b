import type { AcoInput, CardInput } from '@supreme-access/contract/sealing.js';
import type { RetailAmount } from '@supreme-access/contract/shapes/primitives.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api.js';
import { encryption } from '../../api/chunks.js';
import { useIntent } from '../../api/intent.js';
import { useCountPurchase } from '../analytics/consent.js';
import { cardToken } from '../cards/card-token.js';
import type { TokenOfCard } from '../cards/fee-card-props.js';
import { usePromo } from '../shop/promo.js';
import { isAboutLimit, refusalText } from '../slots/secure-slot.js';
import type { Receipt } from '../slots/secure-states.js';

export interface Purchase {
  productId: string;
  name: string;
  email: string;
  aco: AcoInput;
  limit: RetailAmount | null;
  /** The retailer is paid with a token, so that the server gets no code of the checkout's card. */
  codeless: boolean;
  card: CardInput | TokenOfCard;
}

/** `link` is the order's own page. `about` says whether a refusal concerns the card's fields or the order. */
export type PurchaseOutcome =
  | { ok: true; order: Receipt; link: string }
  | { ok: false; message: string; about: 'card' | 'limit' | 'order' };

/**
 * Buys as a guest: one request holds the card's token and the encrypted details, and is repeated unchanged until it is
 * answered.
 */
export function usePurchase() {
  const token = useIntent();
  const checkout = useIntent();
  const count = useCountPurchase();
  const client = useQueryClient();
  const { promo, clear } = usePromo();
  return async (purchase: Purchase): Promise<PurchaseOutcome> => {
    const { productId, name, email, aco, limit, codeless, card } = purchase;
    // Each press makes another token of the same card, so only changed text makes another intent.
    const meaning = { ...purchase, card: 'token' in card ? card.typing : card, promoCode: promo?.promoCode ?? null };
    try {
      const { order, link } = await checkout<{ order: Receipt; link: string }>(
        '/api/checkout/completeuser',
        meaning,
        async () => ({
          ...{ productId, name, email, promoCode: meaning.promoCode, ...(limit && { limit }) },
          stripeToken: 'token' in card ? card.token : await cardToken(token, card, zipOf(aco)),
          acoDataPayload: await (await encryption()).encryptFor('aco', codeless ? withoutCode(aco) : aco),
        }),
      );
      count(order.orderId);
      return { ok: true, order, link };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'promo-invalid') clear();
      return { ok: false, message: messageFor(error), about: aboutOf(error) };
    } finally {
      for (const key of ['products', 'orders']) void client.invalidateQueries({ queryKey: [key] });
    }
  };
}

/** The postal code of the billing address. */
export function zipOf({ billing, shipping }: AcoInput): string {
  return (billing ?? shipping).zip;
}

/** The codes of refusals that the provider or our own check gives for the paying card. */
const ABOUT_CARD = ['card-invalid', 'card-unknown', 'card-relay-off'];
function isAboutCard(error: unknown): boolean {
  return error instanceof ApiError && ABOUT_CARD.includes(error.code);
}

function aboutOf(error: unknown): 'card' | 'limit' | 'order' {
  if (isAboutLimit(error)) return 'limit';
  return isAboutCard(error) ? 'card' : 'order';
}

function withoutCode({ card, ...aco }: AcoInput): AcoInput {
  return { ...aco, card: { ...card, code: '' } };
}

function messageFor(error: unknown): string {
  if (!(error instanceof ApiError)) return TEXTS.checkout;
  if (error.code === 'duplicate') return 'Somebody with this name, address or card already holds a slot for this drop.';
  return refusalText(error);
}
