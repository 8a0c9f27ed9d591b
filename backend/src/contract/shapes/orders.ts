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
  reasonsOf,
  shape,
  TEXT,
  type ValuesOf,
  YES,
} from './primitives.js';

/** One stamp of a ticket. Those that are still to come are there as well, not done; those that never will be are not. */
export const OrderStamp = shape('OrderStamp', {
  kind: oneOf(STAMP_KINDS),
  label: TEXT,
  done: FLAG,
  /** null while it is not done, and for a moment after, until lists know the time */
  at: orNull(INSTANT),
});
export type OrderStamp = Static<typeof OrderStamp>;

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
  /** one sentence on what the status means for the shopper, e.g. that nothing was charged */
  statusNote: TEXT,
  /** whether the open order has its card's security code; false: it is to be given again. null: none is needed any more */
  codeOnFile: orNull(FLAG),
  stamps: listOf(OrderStamp),
  mailBounced: orNull(BouncedMail),
  style: TEXT,
  size: oneOf(SIZES),
  /** what was actually bought, once it was */
  boughtSize: orNull(oneOf(SIZES)),
  boughtStyle: orNull(TEXT),
  orderDate: INSTANT,
  success: FLAG,
  /** of the profile it was reserved with; empty for guests */
  profileId: TEXT,
  profileName: TEXT,
  /** the ticket's number; null for orders that hold no slot */
  slotNumber: orNull(COUNT),
  totalStock: COUNT,
  releaseAt: orNull(INSTANT),
  charged: PRICE,
  refunded: PRICE,
  livemode: FLAG,
};
export const Order = shape('Order', order);
export type Order = Static<typeof Order>;

/** What staff can do with an order. */
const ORDER_ACTIONS = [
  'refund',
  'settle',
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
  /** what is left of the charge: charged, and neither refunded nor on its way back */
  refundable: PRICE,
  refusals: reasonsOf(ORDER_ACTIONS, {
    ...REASON,
    description: 'why it would be refused now; absent: it can succeed',
  }),
});
export type AdminOrder = Static<typeof AdminOrder>;

/** How many orders there are of each status. */
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

/** `again`: it is what stands as a stream opens, and may have been sent before. */
export const OrderChange = shape('OrderChange', {
  orderId: TEXT,
  status: oneOf(ORDER_STATUSES),
  at: INSTANT,
  stamps: listOf(OrderStamp),
  again: FLAG,
});
export type OrderChange = Static<typeof OrderChange>;

/** A fee that waits for its payer: `declined` wants another card, as `expired` does; `authenticate`: the bank wants it confirmed. */
const OPEN_FEE = shape('OpenFee', { why: oneOf(['declined', 'authenticate', 'expired']), payUntil: INSTANT });
export type OpenFee = Static<typeof OPEN_FEE>;

const action = { purpose: oneOf(['fee', 'withdraw', 'verify', 'undo']), order: orNull(Order) };
/** What a signed link from a mail is for: paying the fee with another card, giving a slot back, proving an address, undoing a change of it. */
export const ActionView = shape('ActionView', {
  success: YES,
  ...action,
  /**
   * What a link about an account asks of its reader beside itself: nothing (an undo, or their browser is signed in), the account's
   * password, or a choice between that and a new one.
   */
  proof: Type.Optional(oneOf(['none', 'password', 'choice'])),
  /** of a link about an account */
  expiresAt: Type.Optional(INSTANT),
  /** what its holder still owes; null or absent: nothing */
  fee: Type.Optional(orNull(OPEN_FEE)),
});
export type ActionView = Static<typeof ActionView>;
export type ActionPurpose = ActionView['purpose'];
export type LinkProof = NonNullable<ActionView['proof']>;

/** What posting to a link answers. `redirectUrl`: where the cardholder confirms the fee; null when nothing is left to do. */
export const ACTION_OUTCOME = {
  ...action,
  redirectUrl: Type.Optional(orNull(TEXT)),
  fee: Type.Optional(orNull(OPEN_FEE)),
  ...Type.Partial(Type.Object({ token: TEXT, ...ACCOUNT_FIELDS })).properties,
};
export type ActionOutcome = { success: true } & ValuesOf<typeof ACTION_OUTCOME>;

/** What became of one of the orders that a request refunds or withdraws. */
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
/** As the retailer gets it, but for the security code; answered only with the admin's password and a reason. */
export const WHOLE_CHECKOUT_DATA = { ...buyer, card: shape('Card', card) };
