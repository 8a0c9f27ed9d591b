import { PROMISE_MS, sizesOf } from '@supreme-access/contract/limits.js';
import {
  Command,
  type CommandOf,
  type Decider,
  EditCommand,
  noSuch,
  Refused,
  savedMeanwhile,
} from '../../event-sourcing/decider.js';
import { allNotified, type HolderNews, NO_NEWS, newsAfter, notifiedFacts } from './holder-news.js';
import {
  checkStock,
  checkTimes,
  delistRefusal,
  editRefusal,
  releaseRefusal,
  releaseStarted,
} from './product-refusals.js';
import type { ProductStory } from './product-story.js';
import { checkHeld, checkRetail, isRetailChanged, type RetailFacts } from './retail.js';
import {
  activeSlots,
  decideSlot,
  evolveSlots,
  NO_SLOTS,
  type Offer,
  type SlotEvent,
  type SlotsState,
  slotCommands,
  takenSlots,
} from './slots.js';
import { cancelledLine, endedLine, endOffers, NO_LINE, nextOffers, type Unserved, unservedOf } from './waitlist.js';

/** A product and its slots share a stream, so that reservations never exceed the stock. One product is one drop. */

export interface ProductFacts extends ProductStory, RetailFacts {
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
  /** slots and waiting list places per account; null: the setting applies */
  limitPerAccount: number | null;
}

export type ProductEvent =
  | {
      type: 'ProductCreated';
      data: ProductFacts & {
        productId: string;
        listedAt: number;
      };
    }
  | { type: 'ProductEdited'; data: { changes: Partial<ProductFacts> } }
  | { type: 'ProductDelisted'; data: Unserved }
  | SlotEvent
  | {
      type: 'ReleaseStarted';
      data: { by: 'clock' | 'hand'; releaseAt: number; startedAt: number; closesAt: number; due: number };
    }
  | { type: 'ReleaseFinished'; data: { finishedAt: number } & Unserved }
  | { type: 'DropCancelled'; data: { reason: string; withdrawn: number } }
  | {
      type: 'HoldersTold';
      data: {
        /** ms UTC, as mailed; null: by hand */
        releaseAt: number | null;
        /** as mailed; absent: unchanged since the last mail */
        retailPrice?: ProductFacts['retailPrice'];
      };
    };

export class CreateProduct extends Command<ProductFacts> {
  readonly type = 'CreateProduct';
}
export class EditProduct extends EditCommand<Partial<ProductFacts>> {
  readonly type = 'EditProduct';
}
export class DelistProduct extends Command<{ openOrders: number }> {
  readonly type = 'DelistProduct';
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
/** what the mails were about, as counted by `moves` and `repricings` */
export class NotifyHolders extends Command<{ move: number; repricing: number }> {
  readonly type = 'NotifyHolders';
}
export const productCommands = {
  CreateProduct,
  EditProduct,
  DelistProduct,
  StartRelease,
  FinishRelease,
  CancelDrop,
  NotifyHolders: NotifyHolders,
  ...slotCommands,
};
export type ProductCommand = CommandOf<typeof productCommands>;

export interface ProductState extends SlotsState, HolderNews {
  facts: ProductFacts | null;
  /** 1 when listed, plus 1 per edit */
  version: number;
  delisted: boolean;
  cancelled: boolean;
  cancelReason: string;
  /** ms UTC */
  startedAt: number | null;
  releaseAt: number | null;
  closesAt: number | null;
  finishedAt: number | null;
}

const initial: ProductState = {
  ...NO_SLOTS,
  ...NO_NEWS,
  facts: null,
  version: 0,
  delisted: false,
  cancelled: false,
  cancelReason: '',
  startedAt: null,
  releaseAt: null,
  closesAt: null,
  finishedAt: null,
};

function decide(command: ProductCommand, state: ProductState, now: number): ProductEvent[] {
  return givenOn(state, decideAlone(command, state, now), now);
}

/** Freed slots are offered in the same batch, so that no slot is free while accounts wait. */
function givenOn(state: ProductState, events: ProductEvent[], now: number): ProductEvent[] {
  if (events.length === 0) return events;
  if (state.line.size === 0 && !events.some(({ type }) => type === 'WaitlistJoined')) return events;
  const after = events.reduce(evolve, state);
  if (!after.facts) return events;
  const { isAvailable, isOpen, closesAt, goods } = offerOf(after, after.facts, now);
  if (!isAvailable || !isOpen) return events;
  return [...events, ...nextOffers(after, goods.totalStock - takenSlots(after), closesAt, now)];
}

function decideAlone(command: ProductCommand, state: ProductState, now: number): ProductEvent[] {
  if (command.type === 'CreateProduct') return create(command, state, now);
  const { facts } = state;
  if (!facts) throw noSuch('product');
  switch (command.type) {
    case 'EditProduct':
      return edit(command, state, facts, now);
    case 'DelistProduct':
      return delist(command.data.openOrders, state);
    case 'StartRelease':
      return startRelease(command.data.by, state, facts, now);
    case 'FinishRelease':
      if (state.finishedAt !== null || (state.startedAt === null && !state.cancelled)) return [];
      return [{ type: 'ReleaseFinished', data: { finishedAt: now, ...unservedOf(state) } }];
    case 'CancelDrop':
      return cancel(command.data.reason, state);
    case 'NotifyHolders':
      return notified(notifiedFacts(command.data, state, facts));
    default:
      return decideSlot(command, state, offerOf(state, facts, now), now);
  }
}

function create({ id, data }: CreateProduct, state: ProductState, now: number): ProductEvent[] {
  if (state.facts) return [];
  checkTimes(data, now);
  checkRetail(data);
  return [{ type: 'ProductCreated', data: { productId: id, ...data, listedAt: now } }];
}

function edit({ data, version }: EditProduct, state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const refusal = editRefusal(state);
  if (refusal) throw new Refused('delisted', 'conflict', refusal);
  const changes = differing(data, facts);
  if (Object.keys(changes).length === 0) return [];
  if (version !== undefined && version !== state.version) throw savedMeanwhile('product');
  const timed = 'releaseAt' in changes || 'releaseTz' in changes || 'reservationClosesAt' in changes;
  const isRetail = isRetailChanged(changes);
  const over = releaseRefusal(state);
  if ((timed || isRetail) && over) throw releaseStarted(over);
  if (timed) checkTimes({ ...facts, ...changes }, now);
  if (isRetail) checkRetail({ ...facts, ...changes });
  checkHeld(changes, facts, takenSlots(state));
  checkStock(changes.totalStock ?? facts.totalStock, takenSlots(state));
  return [{ type: 'ProductEdited', data: { changes } }];
}

function notified(data: ReturnType<typeof notifiedFacts>): ProductEvent[] {
  return data ? [{ type: 'HoldersTold', data }] : [];
}

function delist(openOrders: number, state: ProductState): ProductEvent[] {
  if (state.delisted) return [];
  const refusal = delistRefusal(state, takenSlots(state), openOrders);
  if (refusal) throw new Refused('open-orders', 'conflict', refusal);
  return [{ type: 'ProductDelisted', data: unservedOf(endedLine(state)) }];
}

function cancel(reason: string, state: ProductState): ProductEvent[] {
  if (state.cancelled) return [];
  const refusal = releaseRefusal(state);
  if (refusal) throw releaseStarted(refusal);
  return [...endOffers(state, 'cancelled'), { type: 'DropCancelled', data: { reason, withdrawn: activeSlots(state) } }];
}

function offerOf(state: ProductState, facts: ProductFacts, now: number): Offer {
  const closesAt = facts.reservationClosesAt ?? facts.releaseAt;
  return {
    isAvailable: !state.delisted && facts.avail,
    isOpen: state.startedAt === null && !state.cancelled && (closesAt === null || now < closesAt),
    closesAt,
    goods: facts,
    limitPerAccount: facts.limitPerAccount,
    sizes: sizesOf(facts),
  };
}

function startRelease(by: 'clock' | 'hand', state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const refusal = releaseRefusal(state);
  if (by === 'clock' && (refusal || facts.releaseAt === null || now < facts.releaseAt)) return [];
  if (refusal) throw releaseStarted(refusal);
  const releaseAt = facts.releaseAt !== null && facts.releaseAt <= now ? facts.releaseAt : now;
  const data = { by, releaseAt, startedAt: now, closesAt: now + PROMISE_MS, due: activeSlots(state) };
  return [...endOffers(state, 'release'), { type: 'ReleaseStarted', data }];
}

export function differing(changes: Partial<ProductFacts>, facts: ProductFacts): Partial<ProductFacts> {
  const isNew = ([key, value]: [string, unknown]) =>
    JSON.stringify(value ?? null) !== JSON.stringify(facts[key as keyof ProductFacts] ?? null);
  return Object.fromEntries(Object.entries(changes).filter(isNew));
}

function evolve(state: ProductState, event: ProductEvent): ProductState {
  switch (event.type) {
    case 'ProductCreated': {
      const { productId: _, listedAt: __, ...facts } = event.data;
      return { ...state, facts, version: 1 };
    }
    case 'ProductEdited':
      return state.facts ? change(state, state.facts, event.data.changes) : state;
    case 'ProductDelisted':
      return { ...state, ...NO_LINE, cancelledPlaces: state.cancelledPlaces, delisted: true };
    case 'ReleaseStarted': {
      const { startedAt, releaseAt, closesAt } = event.data;
      return { ...state, ...endedLine(state), startedAt, releaseAt, closesAt };
    }
    case 'ReleaseFinished':
      return { ...state, unserved: [], cancelledPlaces: NO_LINE.cancelledPlaces, finishedAt: event.data.finishedAt };
    case 'DropCancelled':
      return { ...state, ...cancelledLine(state), cancelled: true, cancelReason: event.data.reason };
    case 'HoldersTold':
      return { ...state, ...allNotified(state) };
    default:
      return evolveSlots(state, event);
  }
}

function change(state: ProductState, facts: ProductFacts, changes: Partial<ProductFacts>): ProductState {
  const version = state.version + 1;
  return { ...state, ...newsAfter(state, facts, changes), version, facts: { ...facts, ...changes } };
}

export const product: Decider<ProductState, ProductCommand, ProductEvent> = {
  category: 'product',
  commands: productCommands,
  initial,
  decide,
  evolve,
};
