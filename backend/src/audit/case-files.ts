import type { ProductEvent } from '../catalogue/products/product.js';
import { currentData, type Schema } from '../event-sourcing/codec.js';
import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../orders/order.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';

export interface CaseFiles {
  products: Map<string, Dated<ProductEvent>[]>;
  orders: Map<string, Dated<OrderEvent>[]>;
  /** ms UTC of the last event */
  until: number;
}

export type Dated<E> = E extends unknown ? E & { at: number; revision: number } : never;

export interface DueOrder {
  orderId: string;
  productId: string;
  /** ms UTC; the deadline of the 72 hours */
  closesAt: number;
  isFinished: boolean;
}

export function openCaseFiles(events: Iterable<RecordedEvent>, schema: Schema): CaseFiles {
  const files: CaseFiles = { products: new Map(), orders: new Map(), until: 0 };
  for (const event of events) {
    if (event.isForeign) continue;
    const cut = event.stream.indexOf('-');
    const [category, id] = [event.stream.slice(0, cut), event.stream.slice(cut + 1)];
    const at = event.metadata.recordedAt;
    files.until = Math.max(files.until, at);
    const shelf = category === 'product' ? files.products : category === 'order' ? files.orders : undefined;
    if (!shelf) continue;
    const dated = { type: event.type, data: currentData(event, schema), at, revision: event.revision };
    const file = (shelf as Map<string, unknown[]>).get(id);
    if (file) file.push(dated);
    else (shelf as Map<string, unknown[]>).set(id, [dated]);
  }
  return files;
}

/** Returns an order's state at a time, ms UTC. */
export function stateAt(events: readonly Dated<OrderEvent>[], until = Number.POSITIVE_INFINITY): OrderState {
  return events.filter(({ at }) => at <= until).reduce<OrderState>(evolveOrder, NEW_ORDER);
}

export function dueOrders({ products }: CaseFiles): DueOrder[] {
  return [...products].flatMap(([productId, events]) => {
    const started = events.find((event) => event.type === 'ReleaseStarted');
    if (!started) return [];
    const held = new Set<string>();
    for (const event of events) {
      if (event === started) break;
      if (event.type === 'SlotReserved') held.add(event.data.orderId);
      if (event.type === 'SlotReleased') held.delete(event.data.orderId);
    }
    const isFinished = events.some(({ type }) => type === 'ReleaseFinished');
    return [...held].map((orderId) => ({ orderId, productId, closesAt: started.data.closesAt, isFinished }));
  });
}

export class SlotCount {
  stock = 0;
  private readonly taken = new Set<string>();

  get active(): number {
    return this.taken.size;
  }

  take({ type, data }: { type: string; data: object }): void {
    const { totalStock, changes, orderId, place } = data as Record<string, unknown>;
    if (type === 'ProductCreated') this.stock = Number(totalStock);
    if (type === 'ProductEdited') this.stock = Number((changes as { totalStock?: number }).totalStock ?? this.stock);
    if (type === 'SlotReserved') this.taken.add(`order ${orderId}`);
    if (type === 'SlotReleased') this.taken.delete(`order ${orderId}`);
    if (type === 'SlotOffered') this.taken.add(`place ${place}`);
    if (type === 'OfferLapsed' || type === 'WaitlistLeft') this.taken.delete(`place ${place}`);
  }
}
