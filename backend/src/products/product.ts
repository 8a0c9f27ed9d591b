import { CURRENCY, DEFAULT_STYLES, ONE_SIZE, SIZES, type Size } from '@supreme-access/contract/limits.js';
import { Map as IMap, Set as ISet } from 'immutable';
import { unreachable } from '../platform/decider.js';

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
  /** the fee an admin agreed on instead, minor units, and why */
  agreed?: { price: number; reason: string };
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

export const NEW_PRODUCT_STATE: ProductState = {
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

// ---- evolve

export function evolveProduct(state: ProductState, event: ProductEvent): ProductState {
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

// ---- what a product offers

const ONLY_ONE: readonly Size[] = ['os'];
const BODY_SIZES: readonly Size[] = SIZES.filter((size) => size !== 'os');

export function sizesOf({ sizeType }: Pick<ProductFacts, 'sizeType'>): readonly Size[] {
  return sizeType.toUpperCase() === ONE_SIZE ? ONLY_ONE : BODY_SIZES;
}

/** Comma-separated text to styles: trimmed, without doubles; empty becomes the default label. */
export function stylesOf(text: string): string[] {
  const styles = [...new Set(text.split(',').map((style) => style.trim()))].filter((style) => style !== '');
  return styles.length > 0 ? styles : [DEFAULT_STYLES[0]];
}

export const NEW_PRODUCT = { currency: CURRENCY, avail: true, productImage: '', sizeType: '', tags: [] } as const;
