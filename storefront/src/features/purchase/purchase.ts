import type { AcoInput, CardInput } from '@supreme-access/contract/sealing.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api.js';
import { encryption } from '../../api/encryption.js';
import { useIntent } from '../../api/intent.js';
import { useCountPurchase } from '../analytics/count-purchase.js';
import { cardToken } from '../cards/card-token.js';
import type { TokenOfCard } from '../cards/fee-card-props.js';
import { usePromo } from '../shop/promo.js';
import { refusalText } from '../slots/secure-slot.js';
import type { Receipt } from '../slots/secure-states.js';

export interface Purchase {
  productId: string;
  name: string;
  email: string;
  aco: AcoInput;
  card: CardInput | TokenOfCard;
}

/** `link`: the order's own page. `about` says where a refusal belongs: to the card's fields, or to the order. */
export type PurchaseOutcome =
  | { ok: true; order: Receipt; link: string }
  | { ok: false; message: string; about: 'card' | 'order' };

/** Buys as a guest: the card's token and the encrypted details make one request, which is repeated as it is until it is answered. */
export function usePurchase() {
  const token = useIntent();
  const checkout = useIntent();
  const count = useCountPurchase();
  const client = useQueryClient();
  const { promo, clear } = usePromo();
  return async (purchase: Purchase): Promise<PurchaseOutcome> => {
    const { productId, name, email, aco, card } = purchase;
    // each press makes another token of the same card: only what was typed since says something new
    const meaning = { ...purchase, card: 'token' in card ? card.typing : card, promoCode: promo?.promoCode ?? null };
    try {
      const { order, link } = await checkout<{ order: Receipt; link: string }>(
        '/api/checkout/completeuser',
        meaning,
        async () => ({
          ...{ productId, name, email, promoCode: meaning.promoCode },
          stripeToken: 'token' in card ? card.token : await cardToken(token, card, zipOf(aco)),
          acoDataPayload: await (await encryption()).encryptFor('aco', aco),
        }),
      );
      count(order.orderId);
      return { ok: true, order, link };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'promo-invalid') clear();
      return { ok: false, message: wordsFor(error), about: isAboutCard(error) ? 'card' : 'order' };
    } finally {
      for (const key of ['products', 'orders']) void client.invalidateQueries({ queryKey: [key] });
    }
  };
}

/** of the address that bills go to */
export function zipOf({ billing, shipping }: AcoInput): string {
  return (billing ?? shipping).zip;
}

/** what the provider, or our check before it, says of the card that pays */
const ABOUT_CARD = ['card-invalid', 'card-unknown', 'card-relay-off'];
function isAboutCard(error: unknown): boolean {
  return error instanceof ApiError && ABOUT_CARD.includes(error.code);
}

function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError)) return TEXTS.checkout;
  if (error.code === 'duplicate') return 'Somebody with this name, address or card already holds a slot for this drop.';
  return refusalText(error);
}
