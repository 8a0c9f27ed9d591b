import { Command, type CommandOf } from '../event-sourcing/decider.js';
import type { Tracking } from '../retailers/retailer.js';
import type { CheckoutState, OpenCheckout } from './checkout-facts.js';

/** A shop told something of an order. It proves nothing: an open session is looked up at once. */

export type ShopEvent =
  | {
      type: 'ShopOrderTold';
      /** `eventId`: the shop's; `late`: the attempt had ended without a purchase, so a person has to settle it */
      data: { reference: string; eventId: string; late?: true };
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
  /** a shop has an order of an attempt that had ended without a purchase */
  toldLate: boolean;
  shipped: boolean;
}
export const NOTHING_TOLD: ShopState = { told: [], toldLate: false, shipped: false };

interface Whose {
  erased: boolean;
  subject: string;
}

/** of one order; a shop that tells more is not listened to */
const MOST_TOLD = 20;

type Facts = ShopState & Pick<CheckoutState, 'checkout' | 'givenUp'>;

export function decideShop({ data }: ShopCommand, state: ShopState & CheckoutState, whose: Whose): ShopEvent[] {
  const { retailerId, session, eventId, shipped } = data;
  const { checkout, givenUp } = state;
  if (checkout?.retailerId === retailerId && isOf(checkout, session)) {
    return isNews(eventId, state) ? [{ type: 'ShopOrderTold', data: { reference: checkout.reference, eventId } }] : [];
  }
  if (shipped && isShipped(data, state)) return shipmentTold(eventId, shipped.tracking, whose);
  const ended = givenUp.find((one) => one.retailerId === retailerId && one.session === session);
  return ended ? lateSale(ended.reference, eventId, state) : [];
}

/** `eventId`: the shop's, or the number of its order. It never charges: the order had ended, or another was bought. */
export function lateSale(reference: string, eventId: string, state: Facts): ShopEvent[] {
  const isGivenUp = state.givenUp.some((one) => one.reference === reference);
  // The first is taken however much was told before.
  if (!isGivenUp || (state.toldLate && !isNews(eventId, state))) return [];
  return [{ type: 'ShopOrderTold', data: { reference, eventId, late: true } }];
}

function isNews(eventId: string, { told }: ShopState): boolean {
  return !told.includes(eventId) && told.length < MOST_TOLD;
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
  const { data } = event;
  return { ...state, told: [...state.told, data.eventId], toldLate: state.toldLate || data.late === true };
}
