import type { Size } from '@supreme-access/contract/limits.js';
import { discount } from '@supreme-access/contract/money.js';
import { Map as IMap, Set as ISet } from 'immutable';
import { Command, type CommandOf } from '../../event-sourcing/decider.js';
import { assertBelow, type Counts, counted, type GuestMarks } from './account-limit.js';
import { checkOffer, noSlot } from './slot-refusals.js';
import {
  type Door,
  decideWaitlist,
  evolveWaitlist,
  isOfferedTo,
  type JoinWaitlist,
  leftForSlot,
  NO_LINE,
  placeOf,
  type WaitlistEvent,
  type WaitlistState,
  waitlistCommands,
} from './waitlist.js';

/** The slots of a product: never more than there are, and one for each profile and each person. */

/** What is wished, and by whom. */
interface Wish {
  orderId: string;
  /** null: a guest */
  accountId: string | null;
  profileId: string;
  profileRevision: number;
  /** vault records the checkout uses, whatever happens to the profile later */
  cardRecord: string;
  codeRecord: string | null;
  size: Size;
  style: string;
  promo: { code: string; percent: number } | null;
  payer: { customerId: string; paymentMethodId: string };
  /** consent to the next available size or style */
  fallback: boolean;
  poBox: boolean;
  /** it looks like a PO box, and the shopper says that it is a street */
  streetConfirmed?: true;
  /** the fee an admin agreed on instead, minor units, and why */
  agreed?: { price: number; reason: string };
  /** what a guest is known by, who has no account */
  guest?: GuestMarks;
}

/** What a reservation brings along; with the slot it is all that builds the order. */
export interface SlotRequest extends Wish {
  /** HMAC of the person, derived per product */
  person: string;
  /** slots and places that an account may have where the product does not say; absent: any number */
  limitPerAccount?: number;
}

export interface Slot extends Wish {
  /** HMAC of the person, derived per product */
  person: string;
  productId: string;
  productTitle: string;
  slotNumber: number;
  /** fee after the promo, minor units */
  price: number;
  listPrice: number;
  currency: string;
  /** ms UTC */
  reservedAt: number;
}

export type SlotEvent =
  | { type: 'SlotReserved'; data: Slot & { personal: { email: string; name: string } }; subject: string }
  | {
      type: 'SlotReleased';
      data: {
        orderId: string;
        reason: string;
        /** the code whose redemption it held, which is returned next */
        promoCode?: string;
      };
    }
  | {
      type: 'ReservationVoided';
      data: {
        orderId: string;
        /** code of what the request was refused for, which its repeats hear again; absent: it took too long */
        refusal?: string;
      };
    }
  | WaitlistEvent;

/** `keyed`: the caller sent an Idempotency-Key, so a second order is meant as one. */
export class ReserveSlot extends Command<
  SlotRequest & { subject: string; keyed: boolean; personal: { email: string; name: string } }
> {
  readonly type = 'ReserveSlot';
}
/** `promoCode`: the code whose redemption it holds. */
export class FreeSlot extends Command<{ orderId: string; reason: string; promoCode?: string }> {
  readonly type = 'FreeSlot';
}
/** `refusal`: what the request has heard, which its repeats hear again. */
export class VoidReservation extends Command<{ orderId: string; refusal?: string }> {
  readonly type = 'VoidReservation';
}
export const slotCommands = { ReserveSlot, FreeSlot, VoidReservation, ...waitlistCommands };
export type SlotCommand = CommandOf<typeof slotCommands>;

export interface Offer {
  isAvailable: boolean;
  isOpen: boolean;
  /** ms UTC */
  closesAt: number | null;
  goods: { productTitle: string; price: number; currency: string; totalStock: number; styles: readonly string[] };
  limitPerAccount: number | null;
  sizes: readonly Size[];
}

export interface SlotsState extends WaitlistState {
  /** every slot ever reserved, by order */
  slots: IMap<string, Slot>;
  /** orders whose slot is active, by profile and by person */
  byProfile: IMap<string, string>;
  byPerson: IMap<string, string>;
  /** active slots, by account or by what a guest is known by */
  slotsOf: Counts;
  /** numbers given back, to be used again before new ones */
  freeNumbers: ISet<number>;
  highestNumber: number;
  /** orders that can hold no slot any more, and what their request was refused for; '' where it took too long */
  voided: IMap<string, string>;
}

export const NO_SLOTS: SlotsState = {
  ...NO_LINE,
  slots: IMap(),
  byProfile: IMap(),
  byPerson: IMap(),
  slotsOf: IMap(),
  freeNumbers: ISet(),
  highestNumber: 0,
  voided: IMap(),
};

/** Slots held now. A profile holds at most one, so the profiles count them. */
export function activeSlots(state: SlotsState): number {
  return state.byProfile.size;
}
/** Slots that nobody else can have: those held, and those offered to who waits. */
export function takenSlots(state: SlotsState): number {
  return activeSlots(state) + state.offers.size;
}
export function isActive(state: SlotsState, slot: Slot): boolean {
  return state.byProfile.get(slot.profileId) === slot.orderId;
}

export function decideSlot(command: SlotCommand, state: SlotsState, offer: Offer, now: number): SlotEvent[] {
  switch (command.type) {
    case 'ReserveSlot':
      return reserve(command, state, offer, now);
    case 'FreeSlot': {
      const slot = state.slots.get(command.data.orderId);
      return slot && isActive(state, slot) ? [{ type: 'SlotReleased', data: { ...command.data } }] : [];
    }
    case 'VoidReservation': {
      const { orderId } = command.data;
      const settled = state.slots.has(orderId) || state.voided.has(orderId);
      return settled ? [] : [{ type: 'ReservationVoided', data: { ...command.data } }];
    }
    default:
      return decideWaitlist(command, state, (join) => doorOf(join.data, state, offer), now);
  }
}

/** @throws Refused what a reservation is refused for */
function doorOf(wish: JoinWaitlist['data'], state: SlotsState, offer: Offer): Door {
  checkOffer(wish, offer);
  return {
    isHeld: heldBy(state, wish.profileId, wish.person) !== undefined,
    free: offer.goods.totalStock - takenSlots(state),
    checkLimit: () => assertBelow(wish, state, offer),
  };
}

function heldBy({ byProfile, byPerson }: SlotsState, profileId: string, person: string): string | undefined {
  return byProfile.get(profileId) ?? byPerson.get(person);
}

function reserve(command: ReserveSlot, state: SlotsState, offer: Offer, now: number): SlotEvent[] {
  const request = command.data;
  if (state.slots.has(request.orderId)) return [];
  const voided = state.voided.get(request.orderId);
  if (voided !== undefined) throw noSlot(voided);
  checkOffer(request, offer);
  const { person } = request;
  const held = heldBy(state, request.profileId, person);
  if (held !== undefined) {
    if (!request.keyed && isDoubleClick(state.slots.get(held), request, now)) return [];
    throw noSlot('duplicate');
  }
  const leaving = leftForSlot(state, request.profileId, person);
  // A place becomes the slot: it is counted already.
  if (!leaving.some(({ data }) => data.accountId === request.accountId)) assertBelow(request, state, offer);
  const place = placeOf(state, request.profileId, null) ?? 0;
  const isAccepted = isOfferedTo(request, state, place, now);
  if (!isAccepted && takenSlots(state) >= offer.goods.totalStock) {
    throw noSlot('sold-out');
  }
  // Any that is free: looking for the lowest would cost more the more were given back.
  const slotNumber = state.freeNumbers.first() ?? state.highestNumber + 1;
  const data = { ...slotOf(command, person, offer, slotNumber, now), personal: request.personal };
  return [...leaving, { type: 'SlotReserved', data, subject: request.subject }];
}

/** Named one by one: a slot is what a drop makes most of, and copying by rest and spread took twice the time and memory. */
function slotOf({ id, data }: ReserveSlot, person: string, { goods }: Offer, slotNumber: number, now: number): Slot {
  const slot: Slot = {
    orderId: data.orderId,
    accountId: data.accountId,
    profileId: data.profileId,
    profileRevision: data.profileRevision,
    cardRecord: data.cardRecord,
    codeRecord: data.codeRecord,
    person,
    size: data.size,
    style: data.style,
    promo: data.promo,
    payer: data.payer,
    fallback: data.fallback,
    poBox: data.poBox,
    productId: id,
    productTitle: goods.productTitle,
    slotNumber,
    price: goods.price - (data.promo ? discount(goods.price, data.promo.percent) : 0),
    listPrice: goods.price,
    currency: goods.currency,
    reservedAt: now,
  };
  if (data.streetConfirmed) slot.streetConfirmed = true;
  if (data.agreed) slot.agreed = data.agreed;
  if (data.guest) slot.guest = data.guest;
  return slot;
}

/** The same wish again within ten seconds, by a caller without a key: a double click, not a second order. */
function isDoubleClick(slot: Slot | undefined, request: Wish, now: number): boolean {
  return (
    slot !== undefined &&
    now - slot.reservedAt < 10_000 &&
    slot.accountId === request.accountId &&
    slot.profileId === request.profileId &&
    slot.size === request.size &&
    slot.style === request.style &&
    slot.promo?.code === request.promo?.code
  );
}

export function evolveSlots<State extends SlotsState>(state: State, event: SlotEvent): State {
  switch (event.type) {
    case 'SlotReserved':
      return occupy(state, event.data);
    case 'SlotReleased':
      return free(state, event.data.orderId);
    case 'ReservationVoided':
      return { ...state, voided: state.voided.set(event.data.orderId, event.data.refusal ?? '') };
    default:
      return evolveWaitlist(state, event);
  }
}

function occupy<State extends SlotsState>(state: State, slot: Slot): State {
  return {
    ...state,
    slots: state.slots.set(slot.orderId, slot),
    byProfile: state.byProfile.set(slot.profileId, slot.orderId),
    byPerson: state.byPerson.set(slot.person, slot.orderId),
    slotsOf: counted(state.slotsOf, slot, 1),
    freeNumbers: state.freeNumbers.remove(slot.slotNumber),
    highestNumber: Math.max(state.highestNumber, slot.slotNumber),
  };
}

function free<State extends SlotsState>(state: State, orderId: string): State {
  const slot = state.slots.get(orderId);
  if (!slot || !isActive(state, slot)) return state;
  return {
    ...state,
    byProfile: state.byProfile.remove(slot.profileId),
    byPerson: state.byPerson.remove(slot.person),
    slotsOf: counted(state.slotsOf, slot, -1),
    freeNumbers: state.freeNumbers.add(slot.slotNumber),
  };
}
