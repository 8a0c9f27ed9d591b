import { Intent } from '@supreme-access/contract/intents.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { HttpError } from 'react-admin';
import type { dataProvider, OrderInput } from '../../data-provider.js';
import { acoOf, cardOf, type OrderErrors, type OrderField, type OrderFormValues } from './order-form.js';

type Provider = Pick<typeof dataProvider, 'sealed' | 'cardToken' | 'createOrder'>;

/** From this HTTP status on, and without an answer (0), the outcome of a write is unknown. */
const UNKNOWN_FROM = 500;

/**
 * Makes an order once, however often the form is sent: an intent is repeated with the same ciphertext and key until a
 * definite answer. After a refusal, or for other values, everything is encrypted again.
 */
export function makingOrders(provider: Provider): (form: OrderFormValues) => Promise<AdminOrder> {
  const intent = new Intent();
  let sealed: { key: string; body: OrderInput } | null = null;
  return async (form) => {
    const key = intent.keyFor(JSON.stringify(form));
    if (sealed?.key !== key) sealed = { key, body: await sealedOrder(form, provider) };
    try {
      return (await provider.createOrder(sealed.body, key)).order;
    } catch (error) {
      if (error instanceof HttpError && error.status > 0 && error.status < UNKNOWN_FROM) {
        intent.settle(key);
        sealed = null;
      }
      throw error;
    }
  };
}

async function sealedOrder(form: OrderFormValues, provider: Provider): Promise<OrderInput> {
  const { productId, productTitle, price, listPrice, reason } = form;
  const stripeToken =
    form.stripeToken?.trim() || (await provider.cardToken({ ...cardOf(form), address_zip: form.zip }));
  return {
    email: form.email.trim(),
    name: form.name.trim(),
    productId,
    productTitle,
    price: price ?? listPrice,
    ...(reason?.trim() ? { reason: reason.trim() } : {}),
    stripeToken,
    acoDataPayload: await provider.sealed('aco', acoOf(form)),
  };
}

const FIELDS: Readonly<Record<string, OrderField>> = {
  'size-unknown': 'size',
  'style-unknown': 'style',
  'reason-required': 'reason',
  'card-invalid': 'cardNumber',
  'card-unknown': 'cardNumber',
  'card-relay-off': 'stripeToken',
};

/** A refusal by its field; null where it concerns the whole order. */
export function fieldRefusal(error: unknown): OrderErrors | null {
  if (!(error instanceof HttpError) || typeof error.body?.code !== 'string') return null;
  const field = FIELDS[error.body.code];
  return field ? { [field]: error.message } : null;
}
