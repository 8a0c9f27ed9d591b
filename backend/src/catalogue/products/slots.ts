import type { Size } from '@supreme-access/contract/limits.js';
import { discount } from '@supreme-access/contract/money.js';
import { Map as IMap, Set as ISet } from 'immutable';
import { Command, type CommandOf } from '../../event-sourcing/decider.js';
import type { Money } from '../../retailers/retailer.js';
import { assertBelow, type Counts, counted, type GuestMarks } from './account-limit.js';
import { agreedLimit, type RetailFacts } from './retail.js';
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

/** A product's slots: at most `totalStock`, and one per profile and per person. */

interface ReservationInput {
  orderId: string;
  /** null: a guest */
  accountId: string | null;
  profileId: string;
  profileRevision: number;
  /** vault records, fixed at the reservation even if the profile changes */
  cardRecord: string;
  codeRecord: string | null;
  size: Size;
  style: string;
  promo: { code: string; percent: number } | null;
  payer: { customerId: string; paymentMethodId: string };
  fallback: boolean;
  poBox: boolean;
  /** the shopper confirmed that an address like a PO box is a street */
  streetConfirmed?: true;
  /** fee that an admin set instead, minor units, and its reason */
  agreed?: { price: number; reason: string };
  guest?: GuestMarks;
}

export interface SlotRequest extends ReservationInput {
  /** absent: the product's own */
  limit?: Money;
  /** HMAC of the person, derived per product */
  person: string;
  /** limit from the settings; absent: unlimited */
  limitPerAccount?: number;
}

export interface Slot extends ReservationInput {
  /** HMAC of the person, derived per product */
  person: string;
  productId: string;
  productTitle: string;
  slotNumber: number;
  /** fee after the promo, minor units */
  price: number;
  listPrice: number;
  currency: string;
  /** the most that may be paid at the retailer; `byDefault`: the product's own, the request named none */
  limit?: Money & { byDefault?: true };
  /** absent: the card itself; `token`: a shared payment token made from it, so no security code is needed */
  means?: 'token';
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
        /** the code whose redemption is returned next */
        promoCode?: string;
      };
    }
  | {
      type: 'ReservationVoided';
      data: {
        orderId: string;
        /** code of the refusal, which repeated requests receive; absent: it took too long */
        refusal?: string;
      };
    }
  | WaitlistEvent;

/** `keyed`: the request has an Idempotency-Key, so a second order is intended */
export class ReserveSlot extends Command<
  SlotRequest & { subject: string; keyed: boolean; personal: { email: string; name: string } }
> {
  readonly type = 'ReserveSlot';
}
export class FreeSlot extends Command<{ orderId: string; reason: string; promoCode?: string }> {
  readonly type = 'FreeSlot';
}
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
  goods: RetailFacts & {
    productTitle: string;
    price: number;
    currency: string;
    totalStock: number;
    styles: readonly string[];
  };
  limitPerAccount: number | null;
  sizes: readonly Size[];
}

export interface SlotsState extends WaitlistState {
  slots: IMap<string, Slot>;
  /** orders with an active slot, by profile and by person */
  byProfile: IMap<string, string>;
  byPerson: IMap<string, string>;
  slotsOf: Counts;
  freeNumbers: ISet<number>;
  highestNumber: number;
  /** orders with a voided reservation, and the code of the refusal; '' where it took too long */
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

export function activeSlots(state: SlotsState): number {
  return state.byProfile.size;
}
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

function doorOf(input: JoinWaitlist['data'], state: SlotsState, offer: Offer): Door {
  checkOffer(input, offer);
  return {
    isHeld: heldBy(state, input.profileId, input.person) !== undefined,
    free: freeSlots(state, offer),
    checkLimit: () => assertBelow(input, state, offer),
  };
}

/** Whoever waits comes first. */
function freeSlots(state: SlotsState, { goods }: Offer): number {
  return goods.totalStock - takenSlots(state) - state.line.size;
}

function heldBy({ byProfile, byPerson }: SlotsState, profileId: string, person: string): string | undefined {
  return byProfile.get(profileId) ?? byPerson.get(person);
}

function reserve(command: ReserveSlot, state: SlotsState, offer: Offer, now: number): SlotEvent[] {
  const request = command.data;
  if (state.slots.has(request.orderId)) return [];
  const voided = state.voided.get(request.orderId);
  if (voided !== undefined) throw noSlot(voided);
  const place = placeOf(state, request.profileId, null) ?? 0;
  const isAccepted = isOfferedTo(request, state, place, now);
  checkOffer(request, offer, isAccepted ? state.offers.get(place) : undefined);
  const { person } = request;
  const held = heldBy(state, request.profileId, person);
  if (held !== undefined) {
    if (!request.keyed && isDoubleClick(state.slots.get(held), request, now)) return [];
    throw noSlot('duplicate');
  }
  const leaving = leftForSlot(state, request.profileId, person);
  if (!leaving.some(({ data }) => data.accountId === request.accountId)) assertBelow(request, state, offer);
  if (!isAccepted && freeSlots(state, offer) <= 0) throw noSlot('sold-out');
  // Finding the lowest number would cost more with every returned one.
  const slotNumber = state.freeNumbers.first() ?? state.highestNumber + 1;
  const data = { ...slotOf(command, person, offer, slotNumber, now), personal: request.personal };
  return [...leaving, { type: 'SlotReserved', data, subject: request.subject }];
}

/** Rest and spread would take twice the time and memory per slot. */
function slotOf({ id, data }: ReserveSlot, person: string, { goods }: Offer, slotNumber: number, now: number): Slot {
  const slot: Slot = {
    orderId: data.orderId,
    accountId: data.accountId,
    profileId: data.profileId,
    profileRevision: data.profileRevision,
    cardRecord: data.cardRecord,
    codeRecord: goods.means === 'token' ? null : data.codeRecord,
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
  const limit = agreedLimit(data.limit, goods);
  if (limit) slot.limit = limit;
  if (goods.means === 'token') slot.means = 'token';
  if (data.streetConfirmed) slot.streetConfirmed = true;
  if (data.agreed) slot.agreed = data.agreed;
  if (data.guest) slot.guest = data.guest;
  return slot;
}

function isDoubleClick(slot: Slot | undefined, request: SlotRequest, now: number): boolean {
  return (
    slot !== undefined &&
    (request.limit?.amount ?? slot.limit?.amount) === slot.limit?.amount &&
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
