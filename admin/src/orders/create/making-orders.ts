import { Intent } from '@supreme-access/contract/intents.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { HttpError } from 'react-admin';
import type { dataProvider, OrderWish } from '../../data-provider.js';
import { acoOf, cardOf, type WishErrors, type WishField, type WishForm } from './order-wish.js';

type Provider = Pick<typeof dataProvider, 'sealed' | 'cardToken' | 'createOrder'>;

/** lowest HTTP status that leaves open what came of it; no answer at all is 0 */
const OPEN = 500;

/**
 * Makes an order once, however often the form is sent: what was encrypted for an intent is sent again as it is, under the same
 * key, until there is a definite answer. After a refusal, or for other values, everything is encrypted anew.
 */
export function makingOrders(provider: Provider): (wish: WishForm) => Promise<AdminOrder> {
  const intent = new Intent();
  let sealed: { key: string; body: OrderWish } | null = null;
  return async (wish) => {
    const key = intent.keyFor(JSON.stringify(wish));
    if (sealed?.key !== key) sealed = { key, body: await sealedWish(wish, provider) };
    try {
      return (await provider.createOrder(sealed.body, key)).order;
    } catch (error) {
      if (error instanceof HttpError && error.status > 0 && error.status < OPEN) {
        intent.settle(key);
        sealed = null;
      }
      throw error;
    }
  };
}

async function sealedWish(wish: WishForm, provider: Provider): Promise<OrderWish> {
  const { productId, productTitle, price, listPrice, reason } = wish;
  const stripeToken =
    wish.stripeToken?.trim() || (await provider.cardToken({ ...cardOf(wish), address_zip: wish.zip }));
  return {
    email: wish.email.trim(),
    name: wish.name.trim(),
    productId,
    productTitle,
    price: price ?? listPrice,
    ...(reason?.trim() ? { reason: reason.trim() } : {}),
    stripeToken,
    acoDataPayload: await provider.sealed('aco', acoOf(wish)),
  };
}

const FIELDS: Readonly<Record<string, WishField>> = {
  'size-unknown': 'size',
  'style-unknown': 'style',
  'reason-required': 'reason',
  'card-invalid': 'cardNumber',
  'card-unknown': 'cardNumber',
  'card-relay-off': 'stripeToken',
};

/** A refusal by its field; null where it is about the whole order. */
export function fieldRefusal(error: unknown): WishErrors | null {
  if (!(error instanceof HttpError) || typeof error.body?.code !== 'string') return null;
  const field = FIELDS[error.body.code];
  return field ? { [field]: error.message } : null;
}
