import { type Static, Type } from 'typebox';
import type { StoryEventName } from '../event-names.js';
import { SIZES } from '../limits.js';
import { ORDER_STATUSES } from '../statuses.js';
import { STAMP_KINDS } from '../ticket.js';
import { ACCOUNT_FIELDS, BouncedMail, ProfileAddress } from './people.js';
import {
  COUNT,
  FLAG,
  FREE_FORM,
  INSTANT,
  listOf,
  MONTH,
  oneOf,
  orNull,
  PRICE,
  RetailAmount,
  reasonsOf,
  shape,
  TEXT,
  type ValuesOf,
  YES,
} from './primitives.js';

/** Future stamps are included with `done` false. */
export const OrderStamp = shape('OrderStamp', {
  kind: oneOf(STAMP_KINDS),
  label: TEXT,
  done: FLAG,
  at: orNull(INSTANT),
});
export type OrderStamp = Static<typeof OrderStamp>;

const RetailTracking = shape('RetailTracking', {
  number: TEXT,
  carrier: orNull(TEXT),
  url: { ...orNull(TEXT), description: "the carrier's page" },
});
const RetailOrder = shape('RetailOrder', {
  number: { ...TEXT, description: "the retailer's own" },
  url: { ...orNull(TEXT), description: 'page of the order at the retailer, for its buyer alone' },
  tracking: { ...orNull(RetailTracking), description: 'for its buyer alone' },
});
/** The shop's own page, where its shopper finishes the checkout. */
export const FinishAtShop = shape('FinishAtShop', { link: TEXT, until: INSTANT });

const order = {
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
  /** whether the security code is stored; null: no code needed */
  codeOnFile: orNull(FLAG),
  stamps: listOf(OrderStamp),
  mailBounced: orNull(BouncedMail),
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
  limit: { ...orNull(RetailAmount), description: 'what may be paid at the retailer at most; null: nothing was agreed' },
  retailTotal: { ...orNull(RetailAmount), description: 'what the retailer was paid, shipping and tax included' },
  retailOrder: orNull(RetailOrder),
  livemode: FLAG,
  ticketId: Type.Optional({ ...TEXT, description: 'of its public page, while its owner shows the ticket' }),
};
export const Order = shape('Order', {
  ...order,
  /** present while the shop waits for the shopper, and told to nobody else */
  finish: Type.Optional(FinishAtShop),
});
export type Order = Static<typeof Order>;

export const SharedTicket = shape('SharedTicket', {
  ticketId: TEXT,
  productId: TEXT,
  productTitle: TEXT,
  slotNumber: orNull(COUNT),
  totalStock: COUNT,
  size: oneOf(SIZES),
  style: TEXT,
  stamps: listOf(OrderStamp),
});
export type SharedTicket = Static<typeof SharedTicket>;

const ORDER_ACTIONS = [
  'refund',
  'settle',
  'settlePurchase',
  'withdraw',
  'checkout',
  'evidence',
  'archive',
  'resend',
  'aco',
  'erase',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];
const REASON = shape('Reason', {
  code: { ...TEXT, description: "the refusal's; done: nothing is left to do" },
  error: { ...TEXT, description: 'what people read' },
});
export const AdminOrder = shape('AdminOrder', {
  ...order,
  archived: FLAG,
  refundable: PRICE,
  refusals: reasonsOf(ORDER_ACTIONS, {
    ...REASON,
    description: 'why it would be refused now; absent: it can succeed',
  }),
});
export type AdminOrder = Static<typeof AdminOrder>;

export const OrderCounts = shape('OrderCounts', {
  pending: COUNT,
  processing: COUNT,
  success: COUNT,
  action_required: COUNT,
  refund_pending: COUNT,
  refunded: COUNT,
  fail: COUNT,
  withdrawn: COUNT,
});
export type OrderCounts = Static<typeof OrderCounts>;

export const EVENT_NAME = Type.Unsafe<StoryEventName>({ type: 'string', description: "the event's name in the log" });
export const STORY_FIELDS = { type: EVENT_NAME, at: INSTANT, position: COUNT, causedBy: TEXT, data: FREE_FORM };
export const StoryEntry = shape('StoryEntry', STORY_FIELDS);
export type StoryEntry = Static<typeof StoryEntry>;

/** `again`: the initial state of a stream, possibly a duplicate. */
export const OrderChange = shape('OrderChange', {
  orderId: TEXT,
  status: oneOf(ORDER_STATUSES),
  at: INSTANT,
  stamps: listOf(OrderStamp),
  again: FLAG,
});
export type OrderChange = Static<typeof OrderChange>;

/** `declined` and `expired` need another card; `authenticate` needs confirmation by the bank. */
const OPEN_FEE = shape('OpenFee', { why: oneOf(['declined', 'authenticate', 'expired']), payUntil: INSTANT });
export type OpenFee = Static<typeof OPEN_FEE>;

const action = { purpose: oneOf(['fee', 'withdraw', 'verify', 'undo']), order: orNull(Order) };
export const ActionView = shape('ActionView', {
  success: YES,
  ...action,
  /** extra proof for an account link; `choice`: the password or a new one */
  proof: Type.Optional(oneOf(['none', 'password', 'choice'])),
  expiresAt: Type.Optional(INSTANT),
  fee: Type.Optional(orNull(OPEN_FEE)),
});
export type ActionView = Static<typeof ActionView>;
export type ActionPurpose = ActionView['purpose'];
export type LinkProof = NonNullable<ActionView['proof']>;

/** `redirectUrl`: where the cardholder confirms the fee; null: nothing left to do */
export const ACTION_OUTCOME = {
  ...action,
  redirectUrl: Type.Optional(orNull(TEXT)),
  fee: Type.Optional(orNull(OPEN_FEE)),
  ...Type.Partial(Type.Object({ token: TEXT, ...ACCOUNT_FIELDS })).properties,
};
export type ActionOutcome = { success: true } & ValuesOf<typeof ACTION_OUTCOME>;

export const BulkResult = Type.Object({
  id: TEXT,
  success: FLAG,
  error: Type.Optional(Type.String({ description: 'what people read' })),
  code: Type.Optional(Type.String({ description: 'as the action on one order refuses' })),
});
export type BulkResult = Static<typeof BulkResult>;

export const ReservedOrder = shape('ReservedOrder', {
  orderId: TEXT,
  price: PRICE,
  productId: TEXT,
  productTitle: TEXT,
  style: TEXT,
  size: oneOf(SIZES),
  slotNumber: orNull(Type.Integer({ minimum: 1 })),
  orderDate: INSTANT,
});

const buyer = {
  productForm: Type.Object({ id: TEXT, title: TEXT, style: TEXT, size: oneOf(SIZES), price: PRICE }),
  shipping: ProfileAddress,
  billing: ProfileAddress,
  email: TEXT,
  phone: TEXT,
};
const card = { name: TEXT, number: TEXT, month: MONTH, year: Type.Integer() };
export const MaskedCheckoutData = shape('MaskedCheckoutData', {
  ...buyer,
  card: Type.Object({ ...card, number: { ...TEXT, description: 'masked but for the last four digits' } }),
});
/** The retailer's data without the security code; it requires the admin's password and a reason. */
export const WHOLE_CHECKOUT_DATA = { ...buyer, card: shape('Card', card) };
