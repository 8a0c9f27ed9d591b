import { Injectable } from '@nestjs/common';
import { TRAVELLED, type Travelled } from '@supreme-access/contract/event-names.js';
import type { Moment, SlotHistory, Step } from '@supreme-access/contract/shapes/audit.js';
import type { StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import { type ProductState, product } from '../../catalogue/products/product.js';
import { type PromoState, promo } from '../../catalogue/promos/promo.js';
import { InjectEventLog } from '../../config/tokens.js';
import { rolesOf, STAFF, staff } from '../../customers/access/staff.js';
import { account } from '../../customers/accounts/account.js';
import { type Command, type Decider, type DomainEvent, noSuch, Refused } from '../../event-sourcing/decider.js';
import { ours } from '../../event-sourcing/ours.js';
import { all, eventAt } from '../../event-sourcing/reading.js';
import { order } from '../../orders/order.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { Stories } from '../../orders/story.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { readInstant } from '../events/event-filter.js';
import { iso, rowOf } from '../events/event-pages.js';
import { lastRevision, revisionAt } from '../events/log-places.js';
import { Folds } from './folds.js';
import { ShownThen } from './shown-then.js';
import { slotLine } from './slot-history.js';
import { changesBetween, shownState } from './state-shape.js';

const DECIDERS: Record<Travelled, Decider<object, Command, DomainEvent>> = {
  orders: order,
  products: product,
  accounts: account,
  promos: promo,
};
const STEPS = 15;
const LONGEST = 20_000;

export interface When {
  revision?: string | undefined;
  at?: string | undefined;
}

@Injectable()
export class Moments {
  constructor(
    private readonly folds: Folds,
    private readonly shown: ShownThen,
    @InjectEventLog() private readonly log: EventLog,
    private readonly reads: Reads,
    private readonly stories: Stories,
  ) {}

  /** Returns the latest state without a time. @throws Refused 'moment-invalid' | 'no-such-moment' | 'not-found' */
  async of(kind: string, id: string, when: When): Promise<Moment> {
    const travelled = TRAVELLED.find((one) => one === kind);
    if (!travelled) throw noSuch('kind of history');
    const { revision: wanted, at: instant } = readWhen(when);
    const decider = DECIDERS[travelled];
    const stream = `${decider.category}-${id}`;
    const last = await lastRevision(this.log, stream);
    if (last < 0) throw noSuch(decider.category);
    const revision = wanted ?? (instant === undefined ? last : await revisionAt(this.log, stream, instant));
    if (revision > last) throw noMoment(`The last event has revision ${last}.`);
    const event =
      revision < 0 ? await this.reserved(travelled, id, instant) : await eventAt(this.log, stream, revision);
    if (!event) throw noMoment('It did not exist yet.');
    const at = instant ?? event.metadata.recordedAt;
    const { before, state } = await this.folds.at(decider, id, revision);
    const { changes, isCut } = changesBetween(before, state);
    return {
      kind: travelled,
      id,
      stream,
      revision,
      lastRevision: last,
      at: iso(at),
      event: { ...rowOf(event), data: event.data },
      ...shownState(state, changes),
      changes,
      changesCut: isCut,
      shown: await this.shownAt({ kind: travelled, id, state, event, at }),
      story: travelled === 'orders' ? await this.storyUntil(id, at) : [],
      steps: await this.steps(stream, revision),
    };
  }

  /** Returns a product's slots after each event. @throws Refused 'not-found' */
  async slots(productId: string): Promise<SlotHistory> {
    const stream = `product-${productId}`;
    const first = await eventAt(this.log, stream, 0);
    if (!first) throw noSuch('product');
    const line = await slotLine(ours(this.log.readStream(stream)));
    return { productId, productTitle: String(first.data.productTitle ?? ''), ...line };
  }

  private async shownAt(moment: { kind: Travelled; id: string; state: object; event: RecordedEvent; at: number }) {
    const { kind, id, state, event, at } = moment;
    if (kind === 'products') return this.shown.product(id, state as ProductState);
    if (kind === 'promos') return this.shown.promo(id, state as PromoState, at);
    const own = event.stream.startsWith('product-')
      ? [event]
      : await all(ours(this.log.readStream(event.stream, { limit: Math.min(LONGEST, event.revision + 1) })));
    if (kind === 'orders') return this.shown.order(own, at);
    const { state: members } = await this.folds.at(staff, STAFF, await revisionAt(this.log, `staff-${STAFF}`, at));
    return this.shown.account(own, rolesOf(members, id), at);
  }

  private async storyUntil(orderId: string, at: number): Promise<StoryEntry[]> {
    const doc = await this.reads.get(ordersProjection, orderId);
    const story = doc ? await this.stories.of(doc) : [];
    return story.filter((entry) => Date.parse(entry.at) <= at);
  }

  private async reserved(kind: Travelled, id: string, at: number | undefined): Promise<RecordedEvent | undefined> {
    if (kind !== 'orders' || at === undefined) return undefined;
    const doc = await this.reads.get(ordersProjection, id);
    const first = doc && (await this.log.at(doc.reservation.position));
    return first?.type === 'SlotReserved' && first.metadata.recordedAt <= at ? first : undefined;
  }

  private async steps(stream: string, revision: number): Promise<Step[]> {
    const steps: Step[] = [];
    const from = Math.max(0, revision - STEPS);
    for await (const event of this.log.readStream(stream, { from, limit: 2 * STEPS + 1 })) {
      const { position, type, metadata } = event;
      steps.push({ revision: event.revision, position, type, at: iso(metadata.recordedAt) });
    }
    return steps;
  }
}

function readWhen({ revision, at }: When): { revision?: number; at?: number } {
  if (revision !== undefined && at !== undefined) throw invalid('Choose a revision or a time, not both.');
  if (revision !== undefined) {
    if (!/^\d{1,9}$/.test(revision)) throw invalid('The revision must be a whole number, 0 or above.');
    return { revision: Number(revision) };
  }
  if (at === undefined) return {};
  const instant = readInstant(at);
  if (instant === undefined) throw invalid('The time must include its zone, for example 2026-11-22T10:00:00Z.');
  return { at: instant };
}

const invalid = (text: string) => new Refused('moment-invalid', 'invalid', text);
const noMoment = (text: string) => new Refused('no-such-moment', 'not-found', text);
