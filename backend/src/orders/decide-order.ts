import { type Decider, Refused, unreachable } from '../platform/decider.js';
import { decideCheckout } from './decide-checkout.js';
import { decideFee } from './decide-fee.js';
import { evolveOrder } from './evolve-order.js';
import {
  isEnded,
  NEW_ORDER,
  type OrderEvent,
  type OrderState,
  type PlacedOrder,
  statusOf,
  type Withdrawal,
} from './order.js';
import type { OrderCommand, PlaceOrder } from './order-commands.js';

export const order: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  initial: NEW_ORDER,
  decide,
  evolve: evolveOrder,
};

/** Decides everything that may be asked of an order; attempts at the retailer and money have files of their own. */
function decide(command: OrderCommand, state: OrderState, now: number): OrderEvent[] {
  if (command.type === 'PlaceOrder') {
    return state.placed ? [] : place(command.data);
  }
  const { placed } = state;
  if (!placed) throw new Refused('not-found', 'not-found', 'There is no such order.');
  switch (command.type) {
    case 'StartCheckout':
    case 'TakeOverCheckout':
    case 'RecordCheckout':
    case 'GiveCode':
    case 'RecordEvidence':
      return decideCheckout(command, state, placed, now);
    case 'ChargeFee':
    case 'RecordCharge':
    case 'WaiveFee':
    case 'RefundOrder':
    case 'StartRefund':
    case 'RecordRefund':
    case 'RecordRefundByHand':
    case 'DisputeFee':
    case 'CloseDispute':
      return decideFee(command, state, placed, now);
    case 'WithdrawOrder':
      return withdraw(command.data, state, placed);
    case 'CloseOrder':
      return close(command.data.reason, state);
    case 'ArchiveOrder':
      if (state.archived) return [];
      if (!isEnded(state)) throw new Refused('order-open', 'conflict', 'This order has not ended yet.');
      return [{ type: 'OrderArchived', data: {} }];
    case 'RecordAcoAccess':
      if (isEnded(state)) throw new Refused('aco-gone', 'gone', 'The auto-checkout data of an ended order is gone.');
      return [{ type: 'AcoDataAccessed', data: { reason: command.data.reason } }];
    case 'RequestMail':
      return state.mailsRequested.includes(command.data.mailId) ? [] : [{ type: 'MailRequested', data: command.data }];
    case 'RecordMailSent':
      return state.mailsSent.includes(command.data.mailId) ? [] : [{ type: 'MailSent', data: command.data }];
    case 'RecordMailSuppressed': {
      const { mailId } = command.data;
      const hasEnded = state.mailsSent.includes(mailId) || state.mailsSuppressed.includes(mailId);
      return hasEnded ? [] : [{ type: 'MailSuppressed', data: command.data }];
    }
    case 'EraseOrder':
      return erase(state, placed);
    case 'FinishErasure':
      return state.erased && !state.erasureFinished ? [{ type: 'ErasureFinished', data: {} }] : [];
    default:
      return unreachable(command);
  }
}

function place(data: PlaceOrder['data']): OrderEvent[] {
  const { agreed, price } = data;
  const placed: OrderEvent = { type: 'OrderPlaced', data, ...(data.personal ? { subject: data.subject } : {}) };
  if (!agreed || agreed.price === price) return [placed];
  return [placed, { type: 'PriceOverridden', data: { from: price, to: agreed.price, reason: agreed.reason } }];
}

function withdraw({ by, reason }: Withdrawal, state: OrderState, placed: PlacedOrder): OrderEvent[] {
  if (state.withdrawn) return [];
  if (state.attempts > 0 || state.closed) {
    throw new Refused('release-started', 'conflict', 'The release has started; this order can no longer be withdrawn.');
  }
  const { productId, slotNumber } = placed;
  return [{ type: 'OrderWithdrawn', data: { productId, slotNumber, by, reason } }];
}

/** Closing needs certainty: an open reference or an open charge is settled first, with the other side. */
function close(reason: OrderState['closed'], state: OrderState): OrderEvent[] {
  if (reason === null || isEnded(state)) return [];
  if (state.checkout) throw new Refused('checkout-open', 'conflict', 'The outcome at the retailer is still open.');
  if (state.charge) throw new Refused('charge-open', 'conflict', 'The outcome of the charge is still open.');
  // Proof came in the meantime: now only the fee can lapse.
  if (state.charged || (state.bought && reason !== 'fee-lapsed')) return [];
  return [{ type: 'OrderClosed', data: { reason } }];
}

function erase(state: OrderState, { accountId }: PlacedOrder): OrderEvent[] {
  if (state.erased) return [];
  if (['processing', 'action_required', 'refund_pending'].includes(statusOf(state))) {
    throw new Refused('order-open', 'conflict', 'An order is still open; erase your data once it has ended.');
  }
  return [{ type: 'PersonalDataErased', data: accountId === null ? { guest: true } : {} }];
}
