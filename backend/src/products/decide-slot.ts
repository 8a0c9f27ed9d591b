import { Refused, unreachable } from '../platform/decider.js';
import { discount } from '../platform/money.js';
import {
  activeSlots,
  isActive,
  type ProductEvent,
  type ProductFacts,
  type ProductState,
  type Slot,
  type SlotRequest,
  sizesOf,
} from './product.js';
import type { ProductCommand, ReserveSlot } from './product-commands.js';

type SlotCommand = Extract<ProductCommand, { type: 'ReserveSlot' | 'ReleaseSlot' | 'VoidReservation' }>;

/** Slots are taken and given back: never more than there are, and one for each profile and person. */
export function decideSlot(
  command: SlotCommand,
  state: ProductState,
  facts: ProductFacts,
  now: number,
): ProductEvent[] {
  switch (command.type) {
    case 'ReserveSlot':
      return reserve(command, state, facts, now);
    case 'ReleaseSlot': {
      const slot = state.slots.get(command.data.orderId);
      return slot && isActive(state, slot) ? [{ type: 'SlotReleased', data: { ...command.data } }] : [];
    }
    case 'VoidReservation': {
      const { orderId } = command.data;
      const settled = state.slots.has(orderId) || state.voided.has(orderId);
      return settled ? [] : [{ type: 'ReservationVoided', data: { orderId } }];
    }
    default:
      return unreachable(command);
  }
}

function reserve(command: ReserveSlot, state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const request = command.data;
  if (state.slots.has(request.orderId)) return [];
  if (state.voided.has(request.orderId)) {
    throw new Refused('reservation-expired', 'conflict', 'This reservation took too long. Please start again.');
  }
  if (state.delisted || !facts.avail) throw new Refused('unavailable', 'conflict', 'This product is not available.');
  const closesAt = facts.reservationClosesAt ?? facts.releaseAt;
  if (state.startedAt !== null || state.cancelled || (closesAt !== null && now >= closesAt)) {
    throw new Refused('reservations-closed', 'conflict', 'Reservations for this drop are closed.');
  }
  checkChoice(request, facts);
  const held = state.byProfile.get(request.profileId) ?? state.byPerson.get(request.person);
  if (held !== undefined) {
    if (!request.keyed && isDoubleClick(state.slots.get(held), request, now)) return [];
    throw new Refused('duplicate', 'conflict', 'duplicate');
  }
  if (activeSlots(state) >= facts.totalStock) throw new Refused('sold-out', 'conflict', 'sold out');
  const slotNumber = state.freeNumbers.min() ?? state.highestNumber + 1;
  const data = { ...slotOf(command, facts, slotNumber, now), personal: request.personal };
  return [{ type: 'SlotReserved', data, subject: request.subject }];
}

/** Named one by one: a slot is what a drop makes most of, and copying by rest and spread took twice the time and memory. */
function slotOf({ id, data }: ReserveSlot, facts: ProductFacts, slotNumber: number, now: number): Slot {
  const slot: Slot = {
    orderId: data.orderId,
    accountId: data.accountId,
    profileId: data.profileId,
    profileRevision: data.profileRevision,
    cardRecord: data.cardRecord,
    codeRecord: data.codeRecord,
    person: data.person,
    size: data.size,
    style: data.style,
    promo: data.promo,
    payer: data.payer,
    fallback: data.fallback,
    poBox: data.poBox,
    productId: id,
    productTitle: facts.productTitle,
    slotNumber,
    price: facts.price - (data.promo ? discount(facts.price, data.promo.percent) : 0),
    listPrice: facts.price,
    currency: facts.currency,
    reservedAt: now,
  };
  if (data.agreed) slot.agreed = data.agreed;
  return slot;
}

/** The same wish again within ten seconds, by a caller without a key: a double click, not a second order. */
function isDoubleClick(slot: Slot | undefined, request: SlotRequest, now: number): boolean {
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

function checkChoice({ size, style }: SlotRequest, facts: ProductFacts): void {
  if (!sizesOf(facts).includes(size)) throw new Refused('size-unknown', 'invalid', 'Please choose a size.');
  if (!facts.styles.includes(style)) throw new Refused('style-unknown', 'invalid', 'Please choose a style.');
}
