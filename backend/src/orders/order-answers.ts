import type { ActionView, OpenFee, OrderAction } from '@supreme-access/contract/action-types.js';
import type { AdminOrder, Order, OrderCounts, StoryEntry } from '@supreme-access/contract/api-types.js';
import type { StoryEventName } from '@supreme-access/contract/event-names.js';
import { SIZES } from '@supreme-access/contract/limits.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { type OrderStamp, STAMP_KINDS } from '@supreme-access/contract/ticket.js';
import {
  BOUNCED_MAIL,
  COUNT,
  type Fields,
  FLAG,
  freeForm,
  INSTANT,
  listOf,
  MONTH,
  oneOf,
  orNull,
  PRICE,
  PROFILE_ADDRESS,
  shape,
  TEXT,
  YES,
} from '../platform/http/answer-schemas.js';
import { objectOf, type Schema, schemaOf } from '../platform/http/answers.js';
import type { BuyerData } from '../profiles/checkout-data.js';
import type { OrderChange } from './live-orders.js';

const STAMP = shape<OrderStamp>('OrderStamp', {
  kind: oneOf(STAMP_KINDS),
  label: TEXT,
  done: FLAG,
  at: orNull(INSTANT),
});
const order: Fields<Order> = {
  id: TEXT,
  orderId: TEXT,
  email: TEXT,
  name: TEXT,
  productId: TEXT,
  productTitle: TEXT,
  productImage: TEXT,
  price: PRICE,
  currency: TEXT,
  status: oneOf(ORDER_STATUSES),
  statusLabel: TEXT,
  statusNote: TEXT,
  codeOnFile: orNull(FLAG),
  stamps: listOf(STAMP),
  mailBounced: BOUNCED_MAIL,
  style: TEXT,
  size: oneOf(SIZES),
  boughtSize: orNull(oneOf(SIZES)),
  boughtStyle: orNull(TEXT),
  orderDate: INSTANT,
  success: FLAG,
  profileId: TEXT,
  profileName: TEXT,
  slotNumber: orNull(COUNT),
  totalStock: COUNT,
  releaseAt: orNull(INSTANT),
  charged: PRICE,
  refunded: PRICE,
  livemode: FLAG,
};
export const ORDER = shape<Order>('Order', order);
const REASON = shape<{ code: string; error: string }>('Reason', {
  code: { ...TEXT, description: "the refusal's; done: nothing is left to do" },
  error: { ...TEXT, description: 'what people read' },
});
const WHY = { description: 'why it would be refused now; absent: it can succeed', ...REASON };
const REASONS: Readonly<Record<OrderAction, Schema>> = {
  refund: WHY,
  settle: WHY,
  withdraw: WHY,
  checkout: WHY,
  evidence: WHY,
  archive: WHY,
  resend: WHY,
  aco: WHY,
  erase: WHY,
};
export const ADMIN_ORDER = shape<AdminOrder>('AdminOrder', {
  ...order,
  archived: FLAG,
  refundable: PRICE,
  refusals: schemaOf<AdminOrder['refusals']>(objectOf(REASONS, Object.keys(REASONS))),
});
export const ORDER_COUNTS = shape<OrderCounts>('OrderCounts', {
  pending: COUNT,
  processing: COUNT,
  success: COUNT,
  action_required: COUNT,
  refund_pending: COUNT,
  refunded: COUNT,
  fail: COUNT,
  withdrawn: COUNT,
});
export const STORY_FIELDS: Fields<StoryEntry> = {
  type: schemaOf<StoryEventName>({ ...TEXT, description: "the event's name in the log" }),
  at: INSTANT,
  position: COUNT,
  causedBy: TEXT,
  data: freeForm,
};
export const STORY_ENTRY = shape<StoryEntry>('StoryEntry', STORY_FIELDS);
const OPEN_FEE = shape<OpenFee>('OpenFee', {
  why: oneOf(['declined', 'authenticate', 'expired']),
  payUntil: INSTANT,
});
export const ACTION_VIEW = shape<ActionView>('ActionView', {
  success: YES,
  purpose: oneOf(['fee', 'withdraw', 'verify', 'undo']),
  order: orNull(ORDER),
  proof: { optional: oneOf(['none', 'password', 'choice']) },
  fee: { optional: orNull(OPEN_FEE) },
});

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
  stamps: listOf(STAMP),
  again: FLAG,
});

/** What an action came to. `redirectUrl`: where the cardholder must go to authenticate. */
export const ACTED: Readonly<Record<string, Schema>> = {
  purpose: oneOf(['fee', 'withdraw', 'verify', 'undo']),
  order: orNull(ORDER),
  redirectUrl: orNull(TEXT),
  fee: orNull(OPEN_FEE),
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
