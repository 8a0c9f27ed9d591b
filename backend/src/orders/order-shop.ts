import { Command, type CommandOf } from '../event-sourcing/decider.js';
import type { Tracking } from '../retailers/retailer.js';
import type { CheckoutState, OpenCheckout } from './checkout-facts.js';

/** A shop told something of an order. It proves nothing: the session is looked up at once. */

export type ShopEvent =
  | {
      type: 'ShopOrderTold';
      /** `eventId`: the shop's */
      data: { reference: string; eventId: string };
    }
  /** of what was bought, once */
  | { type: 'ShipmentTold'; data: { eventId: string; personal?: { tracking: Tracking } }; subject?: string };

export class RecordShopOrder extends Command<{
  retailerId: string;
  session: string;
  eventId: string;
  shipped?: { order: string; tracking: Tracking };
}> {
  readonly type = 'RecordShopOrder';
}
export const shopCommands = { RecordShopOrder };
export type ShopCommand = CommandOf<typeof shopCommands>;

export interface ShopState {
  /** ids of the shop's events */
  told: readonly string[];
  shipped: boolean;
}
export const NOTHING_TOLD: ShopState = { told: [], shipped: false };

interface Whose {
  erased: boolean;
  subject: string;
}

/** of one order; a shop that tells more is not listened to */
const MOST_TOLD = 20;

export function decideShop({ data }: ShopCommand, state: ShopState & CheckoutState, whose: Whose): ShopEvent[] {
  const { retailerId, session, eventId, shipped } = data;
  const { checkout, bought, told } = state;
  if (bought) return isShipped(data, state) && shipped ? shipmentTold(eventId, shipped.tracking, whose) : [];
  const isOurs = checkout?.retailerId === retailerId && isOf(checkout, session);
  if (!isOurs || told.includes(eventId) || told.length >= MOST_TOLD) return [];
  return [{ type: 'ShopOrderTold', data: { reference: checkout.reference, eventId } }];
}

/** Of the very order that was bought: a shop may use a session for another one. */
function isShipped({ retailerId, session, shipped }: ShopCommand['data'], state: ShopState & CheckoutState): boolean {
  const { at, retail } = state.bought ?? {};
  const isOurs = at?.retailerId === retailerId && at.session === session;
  return isOurs && !state.shipped && shipped?.order === retail?.number;
}

function shipmentTold(eventId: string, tracking: Tracking, { erased, subject }: Whose): ShopEvent[] {
  return erased ? [] : [{ type: 'ShipmentTold', data: { eventId, personal: { tracking } }, subject }];
}

function isOf({ paying }: OpenCheckout, session: string): boolean {
  return paying?.prepared?.session === session || paying?.escalated?.session === session;
}

export function evolveShop<State extends ShopState>(state: State, event: ShopEvent): State {
  if (event.type === 'ShipmentTold') return { ...state, shipped: true };
  return { ...state, told: [...state.told, event.data.eventId] };
}
