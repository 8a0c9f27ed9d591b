import { Command, type CommandOf, Refused } from '../event-sourcing/decider.js';
import type { Tracking } from '../retailers/retailer.js';
import type { CheckoutState, OpenCheckout } from './checkout-facts.js';

/** A shop told something of an order. It proves nothing: an open session is looked up at once. */

export type ShopEvent =
  | {
      type: 'ShopOrderReported';
      /** `eventId`: the shop's; `late`: the attempt had ended without a purchase, so a person has to settle it */
      data: { reference: string; eventId: string; late?: true };
    }
  /** of what was bought, once */
  | { type: 'ShipmentReported'; data: { eventId: string; personal?: { tracking: Tracking } }; subject?: string }
  /** what the shop sold and what it was paid were brought together by people */
  | { type: 'PurchaseSettled'; data: { reason: string } };

export class RecordShopOrder extends Command<{
  retailerId: string;
  session: string;
  eventId: string;
  shipped?: { order: string; tracking: Tracking };
}> {
  readonly type = 'RecordShopOrder';
}
/** @throws Refused 'nothing-to-settle' | 'checkout-open' */
export class SettlePurchase extends Command<{ reason: string }> {
  readonly type = 'SettlePurchase';
}
export const shopCommands = { RecordShopOrder, SettlePurchase };
export type ShopCommand = CommandOf<typeof shopCommands>;

export interface ShopState {
  /** ids of the shop's events */
  told: readonly string[];
  /** a shop has an order of an attempt that had ended without a purchase */
  reportedLate: boolean;
  shipped: boolean;
  /** by people, since the last late sale or payment for nothing */
  purchaseSettled: boolean;
}
export const NOTHING_REPORTED: ShopState = { told: [], reportedLate: false, shipped: false, purchaseSettled: false };

interface Whose {
  erased: boolean;
  subject: string;
}

/** of one order; a shop that tells more is not listened to, unless people settled what it told */
const MOST_REPORTED = 20;

/** What a shop says that it sold, and what it was paid, differ. */
export function isUnsettled({ checkout, ...state }: ShopState & CheckoutState): boolean {
  const { takenByShop, bought, reportedLate, purchaseSettled } = state;
  const isLeft = (takenByShop > 0 && bought === null) || reportedLate;
  return checkout?.paying?.sold !== undefined || (isLeft && !purchaseSettled);
}

export function decideShop(command: ShopCommand, state: ShopState & CheckoutState, whose: Whose): ShopEvent[] {
  if (command.type === 'SettlePurchase') return settle(command.data, state);
  const { data } = command;
  const { retailerId, session, eventId, shipped } = data;
  const { checkout, givenUp } = state;
  if (checkout?.retailerId === retailerId && isOf(checkout, session)) {
    return isNews(eventId, state)
      ? [{ type: 'ShopOrderReported', data: { reference: checkout.reference, eventId } }]
      : [];
  }
  if (shipped && isShipped(data, state)) return shipmentReported(eventId, shipped.tracking, whose);
  const ended = givenUp.find((one) => one.retailerId === retailerId && one.session === session);
  return ended ? lateSale(ended.reference, eventId, state) : [];
}

function settle({ reason }: SettlePurchase['data'], state: ShopState & CheckoutState): ShopEvent[] {
  if (state.checkout) {
    throw new Refused('checkout-open', 'conflict', 'The retailer may still take a payment, so this is still open.');
  }
  if (isUnsettled(state)) return [{ type: 'PurchaseSettled', data: { reason } }];
  if (state.purchaseSettled) return [];
  throw new Refused('nothing-to-settle', 'conflict', 'This order has no purchase to settle.');
}

/** `eventId`: the shop's, or the number of its order. It never charges: the order had ended, or another was bought. */
export function lateSale(reference: string, eventId: string, state: ShopState): ShopEvent[] {
  const isDuplicate = state.purchaseSettled ? state.told.includes(eventId) : !isNews(eventId, state);
  // The first is taken however much was told before.
  if (state.reportedLate && isDuplicate) return [];
  return [{ type: 'ShopOrderReported', data: { reference, eventId, late: true } }];
}

function isNews(eventId: string, { told: reported }: ShopState): boolean {
  return !reported.includes(eventId) && reported.length < MOST_REPORTED;
}

/** Of the very order that was bought: a shop may use a session for another one. */
function isShipped(
  { retailerId, session, shipped }: RecordShopOrder['data'],
  state: ShopState & CheckoutState,
): boolean {
  const { at, retail } = state.bought ?? {};
  const isOurs = at?.retailerId === retailerId && at.session === session;
  return isOurs && !state.shipped && shipped?.order === retail?.number;
}

export function shipmentReported(eventId: string, tracking: Tracking, { erased, subject }: Whose): ShopEvent[] {
  return erased ? [] : [{ type: 'ShipmentReported', data: { eventId, personal: { tracking } }, subject }];
}

function isOf({ paying }: OpenCheckout, session: string): boolean {
  return paying?.prepared?.session === session || paying?.escalated?.session === session;
}

export function evolveShop<State extends ShopState>(state: State, event: ShopEvent): State {
  if (event.type === 'ShipmentReported') return { ...state, shipped: true };
  if (event.type === 'PurchaseSettled') return { ...state, purchaseSettled: true };
  const { eventId, late } = event.data;
  const updated = { ...state, told: [...state.told, eventId] };
  return late ? { ...updated, reportedLate: true, purchaseSettled: false } : updated;
}
