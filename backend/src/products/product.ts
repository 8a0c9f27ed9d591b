import { Map as IMap, Set as ISet } from 'immutable';
import { CURRENCY, DEFAULT_STYLES, ONE_SIZE, PROMISE_MS, SIZES, type Size } from '../contract/limits.js';
import { Command, type Decider, Refused, unreachable } from '../platform/decider.js';
import { discount } from '../platform/money.js';

/** A product and its slots: one stream is the boundary of "never oversold". One product is one drop. */

// ---- events

export interface ProductFacts {
  productTitle: string;
  /** the service fee, minor units */
  price: number;
  currency: string;
  /** number of slots, never decremented */
  totalStock: number;
  avail: boolean;
  productImage: string;
  styles: string[];
  sizeType: string;
  tags: string[];
  /** ms UTC; null: released by hand */
  releaseAt: number | null;
  releaseTz: string | null;
  /** ms UTC; null: at the release */
  reservationClosesAt: number | null;
  retailerProductId: string;
}

/** What a reservation brings along; with the slot it is all that builds the order. */
export interface SlotRequest {
  orderId: string;
  /** null: a guest */
  accountId: string | null;
  profileId: string;
  profileRevision: number;
  /** vault records the checkout uses, whatever happens to the profile later */
  cardRecord: string;
  codeRecord: string | null;
  /** HMAC of the person, derived per product */
  person: string;
  size: Size;
  style: string;
  promo: { code: string; percent: number } | null;
  payer: { customerId: string; paymentMethodId: string };
  /** consent to the next available size or style */
  fallback: boolean;
  poBox: boolean;
}

export interface Slot extends SlotRequest {
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

export type ProductEvent =
  | { type: 'ProductCreated'; data: ProductFacts & { productId: string; listedAt: number } }
  | { type: 'ProductEdited'; data: { changes: Partial<ProductFacts> } }
  | { type: 'ProductDelisted'; data: Record<string, never> }
  | { type: 'SlotReserved'; data: Slot & { personal: { email: string; name: string } }; subject: string }
  | { type: 'SlotReleased'; data: { orderId: string; reason: string } }
  | { type: 'ReservationVoided'; data: { orderId: string } }
  | {
      type: 'ReleaseStarted';
      data: { by: 'clock' | 'hand'; releaseAt: number; startedAt: number; closesAt: number; due: number };
    }
  | { type: 'ReleaseFinished'; data: { finishedAt: number } }
  | { type: 'DropCancelled'; data: { reason: string; withdrawn: number } }
  | {
      type: 'HoldersTold';
      data: {
        /** ms UTC, as whoever held a slot was told; null: by hand */
        releaseAt: number | null;
      };
    };

// ---- commands

export class CreateProduct extends Command<ProductFacts> {
  readonly type = 'CreateProduct';
}
export class EditProduct extends Command<Partial<ProductFacts>> {
  readonly type = 'EditProduct';
}
/** `openOrders`: orders of this product that still move, as the read model counts them. */
export class DelistProduct extends Command<{ openOrders: number }> {
  readonly type = 'DelistProduct';
}
/** `keyed`: the caller sent an Idempotency-Key, so a second order is meant as one. */
export class ReserveSlot extends Command<
  SlotRequest & { subject: string; keyed: boolean; personal: { email: string; name: string } }
> {
  readonly type = 'ReserveSlot';
}
export class ReleaseSlot extends Command<{ orderId: string; reason: string }> {
  readonly type = 'ReleaseSlot';
}
export class VoidReservation extends Command<{ orderId: string }> {
  readonly type = 'VoidReservation';
}
export class StartRelease extends Command<{ by: 'clock' | 'hand' }> {
  readonly type = 'StartRelease';
}
export class FinishRelease extends Command<Record<string, never>> {
  readonly type = 'FinishRelease';
}
export class CancelDrop extends Command<{ reason: string }> {
  readonly type = 'CancelDrop';
}
/** `move`: which of the release's moves they were told of. */
export class TellHolders extends Command<{ move: number }> {
  readonly type = 'TellHolders';
}
export type ProductCommand =
  | CreateProduct
  | EditProduct
  | DelistProduct
  | ReserveSlot
  | ReleaseSlot
  | VoidReservation
  | StartRelease
  | FinishRelease
  | CancelDrop
  | TellHolders;
export const PRODUCT_COMMANDS = [
  CreateProduct,
  EditProduct,
  DelistProduct,
  ReserveSlot,
  ReleaseSlot,
  VoidReservation,
  StartRelease,
  FinishRelease,
  CancelDrop,
  TellHolders,
] as const;

// ---- state

export interface ProductState {
  facts: ProductFacts | null;
  delisted: boolean;
  cancelled: boolean;
  /** every slot ever reserved, by order */
  slots: IMap<string, Slot>;
  /** orders whose slot is active, by profile and by person */
  byProfile: IMap<string, string>;
  byPerson: IMap<string, string>;
  /** numbers given back, to be used again before new ones */
  freeNumbers: ISet<number>;
  highestNumber: number;
  voided: ISet<string>;
  /** ms UTC */
  startedAt: number | null;
  releaseAt: number | null;
  closesAt: number | null;
  finishedAt: number | null;
  /** how often the release was moved, and whether whoever holds a slot knows */
  moves: { count: number; told: boolean };
}

const initial: ProductState = {
  facts: null,
  delisted: false,
  cancelled: false,
  slots: IMap(),
  byProfile: IMap(),
  byPerson: IMap(),
  freeNumbers: ISet(),
  highestNumber: 0,
  voided: ISet(),
  startedAt: null,
  releaseAt: null,
  closesAt: null,
  finishedAt: null,
  moves: { count: 0, told: true },
};

/** Slots held now. A profile holds at most one, so the profiles count them. */
export function activeSlots(state: ProductState): number {
  return state.byProfile.size;
}
export function isActive(state: ProductState, slot: Slot): boolean {
  return state.byProfile.get(slot.profileId) === slot.orderId;
}

// ---- decide

function decide(command: ProductCommand, state: ProductState, now: number): ProductEvent[] {
  if (command.type === 'CreateProduct') return create(command, state, now);
  const { facts } = state;
  if (!facts) throw new Refused('not-found', 'not-found', 'There is no such product.');
  switch (command.type) {
    case 'EditProduct':
      return edit(command.data, state, facts, now);
    case 'DelistProduct':
      return delist(command.data.openOrders, state);
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
    case 'StartRelease':
      return startRelease(command.data.by, state, facts, now);
    case 'FinishRelease':
      if (state.finishedAt !== null || (state.startedAt === null && !state.cancelled)) return [];
      return [{ type: 'ReleaseFinished', data: { finishedAt: now } }];
    case 'CancelDrop':
      if (state.cancelled) return [];
      if (state.startedAt !== null) throw releaseStarted();
      return [{ type: 'DropCancelled', data: { reason: command.data.reason, withdrawn: activeSlots(state) } }];
    case 'TellHolders':
      // Moved once more meanwhile: the later move has work of its own.
      if (state.moves.count !== command.data.move || state.moves.told) return [];
      return [{ type: 'HoldersTold', data: { releaseAt: facts.releaseAt } }];
    default:
      return unreachable(command);
  }
}

function create({ id, data }: CreateProduct, state: ProductState, now: number): ProductEvent[] {
  if (state.facts) return [];
  checkTimes(data, now);
  return [{ type: 'ProductCreated', data: { productId: id, ...data, listedAt: now } }];
}

function edit(asked: Partial<ProductFacts>, state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  if (state.delisted) throw new Refused('delisted', 'conflict', 'This product was delisted.');
  const changes = Object.fromEntries(
    Object.entries(asked).filter(([key, value]) => !same(facts[key as keyof ProductFacts], value)),
  ) as Partial<ProductFacts>;
  if (Object.keys(changes).length === 0) return [];
  const timed = 'releaseAt' in changes || 'releaseTz' in changes || 'reservationClosesAt' in changes;
  if (timed && (state.startedAt !== null || state.cancelled)) throw releaseStarted();
  if (timed) checkTimes({ ...facts, ...changes }, now);
  if ((changes.totalStock ?? facts.totalStock) < activeSlots(state)) {
    const text = `${activeSlots(state)} slots are held already; the stock cannot go below that.`;
    throw new Refused('stock-below-reserved', 'conflict', text);
  }
  return [{ type: 'ProductEdited', data: { changes } }];
}

function delist(openOrders: number, state: ProductState): ProductEvent[] {
  if (state.delisted) return [];
  const running = state.startedAt !== null && state.finishedAt === null;
  const held = state.startedAt === null && !state.cancelled && activeSlots(state) > 0;
  if (openOrders > 0 || running || held) {
    throw new Refused('open-orders', 'conflict', 'Orders of this product are still open.');
  }
  return [{ type: 'ProductDelisted', data: {} }];
}

function reserve(command: ReserveSlot, state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const { subject, keyed, personal, ...request } = command.data;
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
    if (!keyed && isDoubleClick(state.slots.get(held), request, now)) return [];
    throw new Refused('duplicate', 'conflict', 'duplicate');
  }
  if (activeSlots(state) >= facts.totalStock) throw new Refused('sold-out', 'conflict', 'sold out');
  const price = facts.price - (request.promo ? discount(facts.price, request.promo.percent) : 0);
  const data = {
    ...request,
    productId: command.id,
    productTitle: facts.productTitle,
    slotNumber: state.freeNumbers.min() ?? state.highestNumber + 1,
    price,
    listPrice: facts.price,
    currency: facts.currency,
    reservedAt: now,
    personal,
  };
  return [{ type: 'SlotReserved', data, subject }];
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

function startRelease(by: 'clock' | 'hand', state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const over = state.startedAt !== null || state.cancelled || state.delisted;
  if (by === 'clock' && (over || facts.releaseAt === null || now < facts.releaseAt)) return [];
  if (over) throw releaseStarted();
  const releaseAt = facts.releaseAt !== null && facts.releaseAt <= now ? facts.releaseAt : now;
  const data = { by, releaseAt, startedAt: now, closesAt: now + PROMISE_MS, due: activeSlots(state) };
  return [{ type: 'ReleaseStarted', data }];
}

function checkTimes(facts: ProductFacts, now: number): void {
  const { releaseAt, reservationClosesAt } = facts;
  if (releaseAt !== null && releaseAt <= now) {
    throw new Refused('release-past', 'invalid', 'The release must lie in the future.');
  }
  if (reservationClosesAt !== null && releaseAt !== null && reservationClosesAt > releaseAt) {
    throw new Refused('closing-after-release', 'invalid', 'Reservations must close before the release.');
  }
}

function releaseStarted(): Refused {
  return new Refused('release-started', 'conflict', 'The release of this product has started.');
}

// ---- evolve

function evolve(state: ProductState, event: ProductEvent): ProductState {
  switch (event.type) {
    case 'ProductCreated': {
      const { productId: _, listedAt: __, ...facts } = event.data;
      return { ...state, facts };
    }
    case 'ProductEdited':
      return state.facts ? change(state, state.facts, event.data.changes) : state;
    case 'ProductDelisted':
      return { ...state, delisted: true };
    case 'SlotReserved':
      return occupy(state, event.data);
    case 'SlotReleased':
      return free(state, event.data.orderId);
    case 'ReservationVoided':
      return { ...state, voided: state.voided.add(event.data.orderId) };
    case 'ReleaseStarted': {
      const { startedAt, releaseAt, closesAt } = event.data;
      return { ...state, startedAt, releaseAt, closesAt };
    }
    case 'ReleaseFinished':
      return { ...state, finishedAt: event.data.finishedAt };
    case 'DropCancelled':
      return { ...state, cancelled: true };
    case 'HoldersTold':
      return { ...state, moves: { ...state.moves, told: true } };
    default:
      return unreachable(event);
  }
}

function change(state: ProductState, facts: ProductFacts, changes: Partial<ProductFacts>): ProductState {
  const moves = changes.releaseAt === undefined ? state.moves : { count: state.moves.count + 1, told: false };
  return { ...state, moves, facts: { ...facts, ...changes } };
}

function occupy(state: ProductState, slot: Slot): ProductState {
  return {
    ...state,
    slots: state.slots.set(slot.orderId, slot),
    byProfile: state.byProfile.set(slot.profileId, slot.orderId),
    byPerson: state.byPerson.set(slot.person, slot.orderId),
    freeNumbers: state.freeNumbers.remove(slot.slotNumber),
    highestNumber: Math.max(state.highestNumber, slot.slotNumber),
  };
}

function free(state: ProductState, orderId: string): ProductState {
  const slot = state.slots.get(orderId);
  if (!slot || !isActive(state, slot)) return state;
  return {
    ...state,
    byProfile: state.byProfile.remove(slot.profileId),
    byPerson: state.byPerson.remove(slot.person),
    freeNumbers: state.freeNumbers.add(slot.slotNumber),
  };
}

export const product: Decider<ProductState, ProductCommand, ProductEvent> = {
  category: 'product',
  initial,
  decide,
  evolve,
};

// ---- what a product offers

export function sizesOf({ sizeType }: Pick<ProductFacts, 'sizeType'>): readonly Size[] {
  return sizeType.toUpperCase() === ONE_SIZE ? ['os'] : SIZES.filter((size) => size !== 'os');
}

/** Comma-separated text to styles: trimmed, without doubles; empty becomes the default label. */
export function stylesOf(text: string): string[] {
  const styles = [...new Set(text.split(',').map((style) => style.trim()))].filter((style) => style !== '');
  return styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
}

export const NEW_PRODUCT = { currency: CURRENCY, avail: true, productImage: '', sizeType: '', tags: [] } as const;

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
