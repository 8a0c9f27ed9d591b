import type { OpenFee } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import type { OrderState } from './order.js';
import { openEscalation, openFee, settledSum } from './order-status.js';

interface Noted {
  status: OrderStatus;
  life: OrderState;
}

const NOTES: Record<OrderStatus, string> = {
  pending: "Your slot is held. Your card won't be charged till after success.",
  processing: "We are checking out for you. Your card won't be charged till after success.",
  success: 'We got it. The service fee was charged.',
  action_required: 'We got it, but your fee payment failed. Please use another card.',
  refund_pending: 'Your refund is on its way.',
  refunded: 'The service fee was refunded.',
  fail: 'It could not be bought. You were not charged.',
  withdrawn: 'You withdrew this slot. You were not charged.',
};

const FEE_NOTES: Record<OpenFee['why'], string> = {
  declined: NOTES.action_required,
  authenticate: 'We got it. Your bank wants you to confirm the service fee.',
  expired: 'We got it, but your card has expired. Please use another card.',
};

const FINISH_NOTE = 'The retailer asks you to finish the checkout yourself. Nothing was charged so far.';
const FINISHED_NOTE = 'You finished the checkout at the retailer yourself, so there is no service fee.';
const TAKEN_NOTE =
  'The retailer took your payment and confirmed no order. We took no fee, and are clearing this up with the retailer.';
const SETTLED_NOTE =
  'The retailer took your payment and confirmed no order. We took no fee, and have cleared this up with the retailer.';
const OVER_LIMIT_NOTE = 'The total at the retailer was above your limit, so nothing was bought. You were not charged.';
const FEE_LAPSED_NOTE = 'The service fee was not paid in time. You keep the item, and no fee was taken.';
const REFUND_FAILED_NOTE = 'Your refund did not arrive. We will pay it to you another way.';
const CODE_NOTE = "We need your card's security code again. We keep it only for a short time.";

function withdrawalNote({ reason, dropCancelled }: NonNullable<OrderState['withdrawn']>): string {
  const what = dropCancelled ? 'This drop was cancelled.' : 'We withdrew your slot.';
  return `${what} You were not charged.${reason === '' ? '' : ` Reason: ${reason}`}`;
}

/** What the shopper reads beside the status. `hasCode`: null where no security code is needed */
export function noteOf({ status, life }: Noted, hasCode: boolean | null): string {
  if (hasCode === false) return CODE_NOTE;
  if (openEscalation(life)) return FINISH_NOTE;
  const fee = openFee(life);
  if (status === 'action_required' && fee) return FEE_NOTES[fee.why];
  if (status === 'fail' && life.closed === 'fee-lapsed') return FEE_LAPSED_NOTE;
  if (status === 'fail' && life.takenByShop > 0) return life.purchaseSettled ? SETTLED_NOTE : TAKEN_NOTE;
  if ((status === 'processing' || status === 'fail') && life.finishedByShopper && !life.bought) return FINISHED_NOTE;
  if (status === 'fail' && life.closed === 'over-limit') return OVER_LIMIT_NOTE;
  if (status === 'refund_pending' && life.owed > 0) return REFUND_FAILED_NOTE;
  if (status === 'refunded' && settledSum(life) > 0) return 'The service fee was given back.';
  if (status === 'success' && life.waived) return 'We got it. There was no service fee.';
  if (status === 'withdrawn' && life.withdrawn?.by === 'admin') return withdrawalNote(life.withdrawn);
  return NOTES[status];
}
