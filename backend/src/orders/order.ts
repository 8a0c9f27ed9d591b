import { isUnderWay } from '@supreme-access/contract/statuses.js';
import type { Slot } from '../catalogue/products/slots.js';
import { Command, type CommandOf, type Decider, noSuch, Refused } from '../event-sourcing/decider.js';
import { type CheckoutEvent, type CheckoutState, NO_CHECKOUT } from './checkout-facts.js';
import { checkoutCommands, decideCheckout, evolveCheckout } from './order-checkout.js';
import { decideFee, evolveFee, type FeeEvent, type FeeState, feeCommands, NO_FEE } from './order-fee.js';
import {
  decideProof,
  evolveProof,
  NO_PROOFS,
  type ProofEvent,
  type ProofState,
  proofCommands,
} from './order-proofs.js';
import {
  decideSharing,
  evolveSharing,
  NOT_SHARED,
  type SharingEvent,
  type SharingState,
  sharingCommands,
} from './order-sharing.js';
import {
  decideShop,
  evolveShop,
  NOTHING_REPORTED,
  type ShopEvent,
  type ShopState,
  shopCommands,
} from './order-shop.js';
import { type CloseReason, isEnded, type OrderClosed, statusOf } from './order-status.js';

export interface Withdrawal {
  by: 'holder' | 'admin';
  reason: string;
  dropCancelled?: true;
}

export type PlacedOrder = Omit<Slot, 'slotNumber' | 'guest'> & {
  slotNumber: number | null;
  livemode: boolean;
  subject: string;
};

export type OrderEvent =
  | { type: 'OrderPlaced'; data: PlacedOrder & { personal?: { email: string; name: string } }; subject?: string }
  | CheckoutEvent
  | FeeEvent
  /** a guest order joined the account that verified its address */
  | { type: 'OrderJoined'; data: { accountId: string } }
  | { type: 'OrderWithdrawn'; data: { productId: string; slotNumber: number | null } & Withdrawal }
  | OrderClosed
  | { type: 'OrderArchived'; data: Record<string, never> }
  | { type: 'PriceOverridden'; data: { from: number; to: number; reason: string } }
  | { type: 'AcoDataAccessed'; data: { reason: string } }
  | ProofEvent
  | ShopEvent
  | SharingEvent
  /** `guest`: its records outside the log are erased too; `reason`: given by the admin */
  | { type: 'PersonalDataErased'; data: { guest?: true; reason?: string } }
  | { type: 'ErasureFinished'; data: Record<string, never> };

export class PlaceOrder extends Command<PlacedOrder & { personal?: { email: string; name: string } }> {
  readonly type = 'PlaceOrder';
  override readonly isFirst = true;
}
export class JoinAccount extends Command<{ accountId: string }> {
  readonly type = 'JoinAccount';
}
export class WithdrawOrder extends Command<Withdrawal> {
  readonly type = 'WithdrawOrder';
}
export class CloseOrder extends Command<{ reason: CloseReason }> {
  readonly type = 'CloseOrder';
}
export class ArchiveOrder extends Command<Record<string, never>> {
  readonly type = 'ArchiveOrder';
}
export class RecordAcoAccess extends Command<{ reason: string }> {
  readonly type = 'RecordAcoAccess';
}
export class EraseOrder extends Command<{ reason?: string }> {
  readonly type = 'EraseOrder';
}
export class FinishErasure extends Command<Record<string, never>> {
  readonly type = 'FinishErasure';
}

export const orderCommands = {
  PlaceOrder,
  JoinAccount,
  ...checkoutCommands,
  ...feeCommands,
  WithdrawOrder,
  CloseOrder,
  ArchiveOrder,
  RecordAcoAccess,
  ...proofCommands,
  ...shopCommands,
  ...sharingCommands,
  EraseOrder,
  FinishErasure,
};
export type OrderCommand = CommandOf<typeof orderCommands>;

/** Plain JSON, because the orders read model stores it too. */
export interface OrderState extends CheckoutState, FeeState, ProofState, ShopState, SharingState {
  placed: PlacedOrder | null;
  /** fee, minor units */
  price: number;
  withdrawn: Withdrawal | null;
  closed: CloseReason | null;
  archived: boolean;
  erased: boolean;
  erasureFinished: boolean;
}

export const NEW_ORDER: OrderState = {
  placed: null,
  price: 0,
  ...NO_CHECKOUT,
  ...NO_FEE,
  withdrawn: null,
  closed: null,
  archived: false,
  erased: false,
  erasureFinished: false,
  ...NO_PROOFS,
  ...NOTHING_REPORTED,
  ...NOT_SHARED,
};

function decide(command: OrderCommand, state: OrderState, now: number): OrderEvent[] {
  if (command.type === 'PlaceOrder') return state.placed ? [] : place(command.data);
  const { placed } = state;
  if (!placed) throw noSuch('order');
  switch (command.type) {
    case 'JoinAccount': {
      const { accountId } = command.data;
      if (placed.accountId === accountId || state.erased) return [];
      if (placed.accountId !== null) throw ofAccount();
      return [{ type: 'OrderJoined', data: { accountId } }];
    }
    case 'WithdrawOrder':
      return withdraw(command.data, state, placed);
    case 'CloseOrder':
      return close(command.data.reason, state);
    case 'ArchiveOrder':
      if (state.archived) return [];
      if (!isEnded(state)) throw new Refused('order-open', 'conflict', 'This order has not ended yet.');
      return [{ type: 'OrderArchived', data: {} }];
    case 'RecordAcoAccess':
      if (isEnded(state)) throw acoGone();
      return [{ type: 'AcoDataAccessed', data: { reason: command.data.reason } }];
    case 'EraseOrder':
      return erase(command.data, state, placed);
    case 'FinishErasure':
      return state.erased && !state.erasureFinished ? [{ type: 'ErasureFinished', data: {} }] : [];
    case 'StartCheckout':
    case 'TakeOverCheckout':
    case 'RecordCheckout':
    case 'GiveCode':
    case 'RecordEvidence':
    case 'PrepareCheckout':
    case 'RecordPaymentToken':
    case 'EscalateCheckout':
      return decideCheckout(command, state, placed, now);
    case 'ReceiveHint':
    case 'RecordProofCheck':
    case 'ReviewProof':
    case 'ForgetProof':
      return decideProof(command, state, placed, now);
    case 'RecordShopOrder':
    case 'SettlePurchase':
      return decideShop(command, state, { erased: state.erased, subject: placed.subject });
    case 'ShareTicket':
    case 'HideTicket':
      return decideSharing(command, { ...state, slotNumber: placed.slotNumber });
    default:
      return decideFee(command, state, placed, now);
  }
}

function place(data: PlaceOrder['data']): OrderEvent[] {
  const { agreed, price } = data;
  const placed: OrderEvent = { type: 'OrderPlaced', data, ...(data.personal ? { subject: data.subject } : {}) };
  if (!agreed || agreed.price === price) return [placed];
  return [placed, { type: 'PriceOverridden', data: { from: price, to: agreed.price, reason: agreed.reason } }];
}

function withdraw(withdrawal: Withdrawal, state: OrderState, placed: PlacedOrder): OrderEvent[] {
  if (state.withdrawn) return [];
  if (state.attempts > 0 || state.closed) throw releaseStarted();
  const { productId, slotNumber } = placed;
  return [{ type: 'OrderWithdrawn', data: { productId, slotNumber, ...withdrawal } }];
}

export function releaseStarted(): Refused {
  return new Refused('release-started', 'conflict', 'The release has started. This order can no longer be withdrawn.');
}

/** Profile, card and key belong to this order alone and are erased with it, even within an account. */
export function isMadeByGuest({ accountId, subject }: Pick<PlacedOrder, 'accountId' | 'subject'>): boolean {
  return accountId === null || subject.startsWith('guest-');
}

export function personErased(): Refused {
  return new Refused('person-erased', 'gone', 'This person was erased, so there is nobody to email.');
}

export function ofAccount(): Refused {
  return new Refused('of-account', 'conflict', 'This order belongs to an account. Erase the account.');
}

export function acoGone(): Refused {
  return new Refused('aco-gone', 'gone', 'Auto-checkout data is deleted once an order has ended.');
}

function close(reason: OrderState['closed'], state: OrderState): OrderEvent[] {
  if (reason === null || isEnded(state)) return [];
  if (state.checkout) throw new Refused('checkout-open', 'conflict', 'The outcome at the retailer is still open.');
  if (state.charge) throw new Refused('charge-open', 'conflict', 'The outcome of the charge is still open.');
  // Evidence has arrived, so only an unpaid fee can close the order.
  if (state.charged || (state.bought && reason !== 'fee-lapsed')) return [];
  return [{ type: 'OrderClosed', data: { reason } }];
}

function erase(why: EraseOrder['data'], state: OrderState, placed: PlacedOrder): OrderEvent[] {
  if (state.erased) return [];
  if (isUnderWay(statusOf(state))) {
    throw new Refused('order-open', 'conflict', 'This order is still open. Its owner can be erased once it has ended.');
  }
  return [{ type: 'PersonalDataErased', data: isMadeByGuest(placed) ? { guest: true, ...why } : why }];
}

export function evolveOrder(state: OrderState, event: OrderEvent): OrderState {
  switch (event.type) {
    case 'OrderPlaced':
      return { ...state, placed: event.data, price: event.data.price, codeRecord: event.data.codeRecord };
    case 'OrderJoined':
      return { ...state, placed: state.placed && { ...state.placed, accountId: event.data.accountId } };
    case 'PriceOverridden':
      return { ...state, price: event.data.to };
    case 'OrderWithdrawn': {
      const { productId: _, slotNumber: __, ...withdrawn } = event.data;
      return { ...state, withdrawn };
    }
    case 'OrderClosed':
      return { ...state, closed: event.data.reason };
    case 'OrderArchived':
      return { ...state, archived: true };
    case 'AcoDataAccessed':
      return state;
    case 'PersonalDataErased':
      return { ...state, ...NOT_SHARED, erased: true };
    case 'ErasureFinished':
      return { ...state, erasureFinished: true };
    case 'CheckoutStarted':
    case 'CheckoutSucceeded':
    case 'CheckoutRefused':
    case 'CheckoutOutcomeUnknown':
    case 'SecurityCodeGiven':
    case 'CheckoutPrepared':
    case 'PaymentTokenMade':
    case 'CheckoutEscalated':
      return evolveCheckout(state, event);
    case 'ProofReceived':
    case 'ProofChecked':
    case 'ProofReviewed':
    case 'ProofForgotten':
      return evolveProof(state, event);
    case 'ShopOrderReported':
    case 'ShipmentReported':
    case 'PurchaseSettled':
      return evolveShop(state, event);
    case 'TicketShared':
    case 'TicketHidden':
      return evolveSharing(state, event);
    default:
      return evolveFee(state, event);
  }
}

export const order: Decider<OrderState, OrderCommand, OrderEvent> = {
  category: 'order',
  commands: orderCommands,
  initial: NEW_ORDER,
  decide,
  evolve: evolveOrder,
};
