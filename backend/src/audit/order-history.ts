import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { type AcceptedPlaces, readAcceptances } from '../event-sourcing/acceptances.js';
import { currentData, type Schema } from '../event-sourcing/codec.js';
import { withoutPersonal } from '../event-sourcing/decider.js';
import { intact, ours } from '../event-sourcing/ours.js';
import { evolveOrder, NEW_ORDER, type OrderEvent, type OrderState } from '../orders/order.js';
import { statusOf } from '../orders/order-status.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';
import { type Damage, StreamDamaged } from '../stores/event-log/stream-integrity.js';
import type { ReadableLog } from './log-source.js';

export interface StreamHistory {
  events: RecordedEvent[];
  damage: Damage | null;
}

export interface OrderHistory {
  orderId: string;
  state: OrderState;
  damage: Damage | null;
}

export interface OrderStep {
  event: RecordedEvent;
  status: OrderStatus;
}

/** Reads orders from the log itself, because read models may lag. */
export class Histories {
  private accepted: Promise<AcceptedPlaces> | undefined;

  constructor(
    private readonly log: ReadableLog,
    private readonly schema: Schema,
  ) {}

  async stream(stream: string): Promise<StreamHistory> {
    const history: StreamHistory = { events: [], damage: null };
    const accepted = () => {
      this.accepted ??= readAcceptances(this.log).then(({ places }) => places);
      return this.accepted;
    };
    const onDamaged = (damage: Damage) => {
      history.damage = damage;
    };
    try {
      for await (const event of intact(this.log.readStream(stream), accepted, onDamaged)) history.events.push(event);
    } catch (error) {
      if (!(error instanceof StreamDamaged)) throw error;
      history.damage = error.damage;
    }
    const isEmpty = history.events.length === 0 && !history.damage;
    if (isEmpty && (await this.log.wasCut?.(stream))) history.damage = { stream, revision: 0, reason: 'beginning' };
    return history;
  }

  async orderEvents(orderId: string): Promise<{ events: OrderEvent[]; damage: Damage | null }> {
    const { events, damage } = await this.stream(`order-${orderId}`);
    return { events: events.map((event) => this.orderEvent(event)), damage };
  }

  async order(orderId: string): Promise<OrderHistory | null> {
    const { events, damage } = await this.orderEvents(orderId);
    const state = events.reduce(evolveOrder, NEW_ORDER);
    return state.placed || damage ? { orderId, state, damage } : null;
  }

  async stepsOf(orderId: string): Promise<{ steps: OrderStep[]; damage: Damage | null }> {
    const stream = `order-${orderId}`;
    const { events: own, damage } = await this.stream(stream);
    const productId = own.find(({ type }) => type === 'OrderPlaced')?.data.productId;
    const byPosition = new Map(own.map((event) => [event.position, event]));
    const drop = typeof productId === 'string' ? ours(this.log.readStream(`product-${productId}`)) : [];
    for await (const event of drop) if (event.data.orderId === orderId) byPosition.set(event.position, event);
    // Before OrderPlaced only the slot exists, in an unknown product's stream; mails have streams of their own.
    const after = byPosition.size === 0 ? 0 : Math.min(...byPosition.keys());
    for await (const event of ours(this.log.readAll({ after })))
      if (event.data.orderId === orderId || event.data.about === stream) byPosition.set(event.position, event);
    // Events of a deleted stream stay in $all until a scavenge.
    const isDeleted = own.length === 0 && [...byPosition.values()].some((event) => event.stream === stream);
    let state = NEW_ORDER;
    const steps = [...byPosition.values()]
      .sort((a, b) => a.position - b.position)
      .map((event) => {
        if (event.stream === stream) state = evolveOrder(state, this.orderEvent(event));
        return { event, status: statusOf(state) };
      });
    return { steps, damage: damage ?? (isDeleted ? { stream, revision: 0, reason: 'beginning' } : null) };
  }

  private orderEvent(event: RecordedEvent): OrderEvent {
    return withoutPersonal({ type: event.type, data: currentData(event, this.schema) }) as unknown as OrderEvent;
  }
}
