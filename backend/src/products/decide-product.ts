import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { type Decider, Refused, unreachable } from '../platform/decider.js';
import { decideSlot } from './decide-slot.js';
import {
  activeSlots,
  evolveProduct,
  NEW_PRODUCT_STATE,
  type ProductEvent,
  type ProductFacts,
  type ProductState,
} from './product.js';
import type { CreateProduct, ProductCommand } from './product-commands.js';
import { delistRefusal, editRefusal, releaseRefusal, STARTED } from './product-refusals.js';

export const product: Decider<ProductState, ProductCommand, ProductEvent> = {
  category: 'product',
  initial: NEW_PRODUCT_STATE,
  decide,
  evolve: evolveProduct,
};

/** Decides everything that may be asked of a product; slots have a file of their own. */
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
    case 'ReleaseSlot':
    case 'VoidReservation':
      return decideSlot(command, state, facts, now);
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
  const refusal = editRefusal(state);
  if (refusal) throw new Refused('delisted', 'conflict', refusal);
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
  const refusal = delistRefusal(state, activeSlots(state), openOrders);
  if (refusal) throw new Refused('open-orders', 'conflict', refusal);
  return [{ type: 'ProductDelisted', data: {} }];
}

function startRelease(by: 'clock' | 'hand', state: ProductState, facts: ProductFacts, now: number): ProductEvent[] {
  const refusal = releaseRefusal(state);
  if (by === 'clock' && (refusal || facts.releaseAt === null || now < facts.releaseAt)) return [];
  if (refusal) throw releaseStarted(refusal);
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

function releaseStarted(text = STARTED): Refused {
  return new Refused('release-started', 'conflict', text);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
