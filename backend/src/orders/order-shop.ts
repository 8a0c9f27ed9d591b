import { Command, type CommandOf } from '../event-sourcing/decider.js';
import type { CheckoutState, OpenCheckout } from './checkout-facts.js';

/** A shop told something of an order. It proves nothing: the session is looked up at once. */

export type ShopEvent = {
  type: 'ShopOrderTold';
  /** `eventId`: the shop's */
  data: { reference: string; eventId: string };
};

export class RecordShopOrder extends Command<{ retailerId: string; session: string; eventId: string }> {
  readonly type = 'RecordShopOrder';
}
export const shopCommands = { RecordShopOrder };
export type ShopCommand = CommandOf<typeof shopCommands>;

export interface ShopState {
  /** ids of the shop's events */
  told: readonly string[];
}
export const NOTHING_TOLD: ShopState = { told: [] };

/** of one order; a shop that tells more is not listened to */
const MOST_TOLD = 20;

export function decideShop({ data }: ShopCommand, { checkout, told }: ShopState & CheckoutState): ShopEvent[] {
  const { retailerId, session, eventId } = data;
  const isOurs = checkout?.retailerId === retailerId && isOf(checkout, session);
  if (!isOurs || told.includes(eventId) || told.length >= MOST_TOLD) return [];
  return [{ type: 'ShopOrderTold', data: { reference: checkout.reference, eventId } }];
}

function isOf({ paying }: OpenCheckout, session: string): boolean {
  return paying?.prepared?.session === session || paying?.escalated?.session === session;
}

export function evolveShop<State extends ShopState>(state: State, { data }: ShopEvent): State {
  return { ...state, told: [...state.told, data.eventId] };
}
