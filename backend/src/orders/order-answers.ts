import { SIZES } from '@supreme-access/contract/limits.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import {
  INSTANT,
  MONTH,
  ORDER,
  oneOf,
  orNull,
  PRICE,
  PROFILE_ADDRESS,
  shape,
  TEXT,
} from '../platform/http/answer-schemas.js';
import { objectOf, type Schema, schemaOf } from '../platform/http/answers.js';
import type { BuyerData } from '../profiles/checkout-data.js';
import type { OrderChange } from './live-orders.js';

/** What the routes of orders answer, where the contract shared with browsers has no shape for it. */

const SLOT_NUMBER = orNull(schemaOf<number>({ type: 'integer', minimum: 1 }));

export const RESERVED_ORDER = objectOf(
  {
    orderId: TEXT,
    price: PRICE,
    productId: TEXT,
    productTitle: TEXT,
    style: TEXT,
    size: oneOf(SIZES),
    slotNumber: SLOT_NUMBER,
    orderDate: INSTANT,
  },
  [],
  'ReservedOrder',
);

export const ORDER_CHANGE = shape<OrderChange>('OrderChange', {
  orderId: TEXT,
  status: oneOf(ORDER_STATUSES),
  at: INSTANT,
});

/** What an action came to. `redirectUrl`: where the cardholder must go to authenticate. */
export const ACTED: Readonly<Record<string, Schema>> = {
  purpose: oneOf(['fee', 'withdraw', 'verify', 'undo']),
  order: orNull(ORDER),
  redirectUrl: orNull(TEXT),
};

const YEAR = schemaOf<number>({ type: 'integer' });
const PRODUCT_FORM = objectOf({ id: TEXT, title: TEXT, style: TEXT, size: oneOf(SIZES), price: PRICE });
const PERSON = { shipping: PROFILE_ADDRESS, billing: PROFILE_ADDRESS, email: TEXT, phone: TEXT };
const MASKED_CARD = objectOf({
  name: TEXT,
  number: { ...TEXT, description: 'masked but for the last four digits' },
  month: MONTH,
  year: YEAR,
});
const WHOLE_CARD = shape<BuyerData['card']>('Card', {
  name: TEXT,
  number: TEXT,
  month: MONTH,
  year: YEAR,
});

export const MASKED_CHECKOUT_DATA = objectOf(
  { productForm: PRODUCT_FORM, ...PERSON, card: MASKED_CARD },
  [],
  'MaskedCheckoutData',
);
/** As the retailer gets it, but for the security code; answered only with the admin's password and a reason. */
export const WHOLE_CHECKOUT_DATA: Readonly<Record<string, Schema>> = {
  productForm: PRODUCT_FORM,
  ...PERSON,
  card: WHOLE_CARD,
};
