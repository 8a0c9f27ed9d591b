import type { CaseFiles, Dated } from '../../backend/src/audit/case-files.js';
import type { ProductEvent } from '../../backend/src/catalogue/products/product.js';
import { SKEW } from './trouble.js';
import type { World } from './world.js';

interface Drop {
  stock: number;
  /** ms UTC */
  closesAt: number;
  isOver: boolean;
  held: Set<string>;
  offered: Set<number>;
  waiting: Set<number>;
}

/** Slots are offered in order, and none is free while somebody waits. */
export function checkWaitingLists(world: World, { products }: CaseFiles): void {
  for (const [productId, events] of products) {
    const drop: Drop = {
      stock: 0,
      closesAt: Number.POSITIVE_INFINITY,
      isOver: false,
      held: new Set(),
      offered: new Set(),
      waiting: new Set(),
    };
    events.forEach((event, index) => {
      const [first] = drop.waiting;
      if (event.type === 'SlotOffered' && event.data.place !== first) {
        world.find(`${productId}: place ${event.data.place} is offered a slot before place ${first}`);
      }
      follow(drop, event);
      // The events of one command have one time.
      if (events[index + 1]?.at === event.at || drop.isOver || event.at + SKEW >= drop.closesAt) return;
      const idle = drop.stock - drop.held.size - drop.offered.size;
      if (idle > 0 && drop.waiting.size > 0) {
        world.find(
          `${productId}: ${idle} slots are idle while ${drop.waiting.size} wait, at revision ${event.revision}`,
        );
      }
    });
  }
}

function follow(drop: Drop, event: Dated<ProductEvent>): void {
  switch (event.type) {
    case 'ProductCreated':
      drop.stock = event.data.totalStock;
      drop.closesAt = event.data.reservationClosesAt ?? event.data.releaseAt ?? drop.closesAt;
      break;
    case 'ProductEdited':
      drop.stock = event.data.changes.totalStock ?? drop.stock;
      drop.closesAt = event.data.changes.releaseAt ?? drop.closesAt;
      break;
    case 'SlotReserved':
      drop.held.add(event.data.orderId);
      break;
    case 'SlotReleased':
      drop.held.delete(event.data.orderId);
      break;
    case 'WaitlistJoined':
      drop.waiting.add(event.data.place);
      break;
    case 'SlotOffered':
      drop.waiting.delete(event.data.place);
      drop.offered.add(event.data.place);
      break;
    case 'WaitlistLeft':
    case 'OfferLapsed':
      drop.waiting.delete(event.data.place);
      drop.offered.delete(event.data.place);
      break;
    case 'ReleaseStarted':
    case 'DropCancelled':
    case 'ProductDelisted':
      drop.isOver = true;
      break;
    default:
  }
}
