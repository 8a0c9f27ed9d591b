import { Injectable } from '@nestjs/common';
import { intentsProjection } from '../../fees/intents.projection.js';
import type { OrderState } from '../../orders/order.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import type { Schema } from '../../platform/log/codec.js';
import type { EventLog } from '../../platform/log/event-log.js';
import { InjectClock, InjectEventLog, InjectSchema } from '../../platform/platform.js';
import { Reads } from '../../platform/read-models/reads.js';
import { checkoutReference, RetailerClient } from '../../releases/retailer-client.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import type { ListedRefund, ListPage, ListRange } from '../../stripe/stripe-lists.js';
import { historyOf } from '../order-history.js';
import {
  type AuditRunner,
  AuditRunners,
  Findings,
  type RunProgress,
  type RunResult,
  RunStopped,
} from '../runs/runner.js';
import { type Judgement, judgeCheckout, judgeIntent, judgeRefund } from './judgement.js';
import { ordersIn } from './orders-in.js';
import { Tally } from './tally.js';

/** ms one call to the retailer may take */
const ANSWERS_WITHIN = 20_000;
/** ms; without a range it goes as far back as anything of a drop moves */
const USUALLY = 35 * 24 * 3_600_000;

interface Reconciliation {
  tally: Tally;
  progress: RunProgress;
  range: ListRange & { from: number };
  /** intents, refunds and sales that were judged: some hundred bytes of each order in the range */
  seen: Set<string>;
}

/**
 * Orders against the ledgers of Stripe and of the retailer, page by page: what they have and the log has not, and then the other way
 * round. It changes nothing.
 */
@AuditRunners()
@Injectable()
export class Reconcile implements AuditRunner {
  readonly kind = 'reconcile';

  constructor(
    private readonly gateway: StripeGateway,
    private readonly retailer: RetailerClient,
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const findings = new Findings();
    const { from, to } = progress.range;
    const range = { from: from ?? (to ?? this.clock()) - USUALLY, to };
    const run: Reconciliation = { tally: new Tally(findings), progress, range, seen: new Set() };
    await this.intents(run);
    await this.refunds(run);
    await this.checkouts(run);
    await this.orders(run);
    return { figures: { from: new Date(range.from).toISOString(), ...run.tally.figures }, findings };
  }

  private async intents({ tally, progress, range, seen }: Reconciliation): Promise<void> {
    const pages = this.stripePages((after) => this.gateway.lists.intents(range, after));
    let done = 0;
    for await (const rows of pages) {
      for (const intent of rows) {
        const { id, orderId } = intent;
        seen.add(id);
        const order = orderId === null ? null : await this.history(orderId);
        const judgement = orderId === null ? FOREIGN : judgeIntent(intent, order, this.clock());
        tally.add(judgement, 'intent', id, orderId);
      }
      done += rows.length;
      await progress.step('intents', done, null);
    }
  }

  private async refunds({ tally, progress, range, seen }: Reconciliation): Promise<void> {
    const pages = this.stripePages((after) => this.gateway.lists.refunds(range, after));
    let done = 0;
    for await (const rows of pages) {
      for (const refund of rows) {
        seen.add(refund.id).add(refund.refundId ?? refund.id);
        const orderId = await this.orderOf(refund);
        const order = orderId === null ? null : await this.history(orderId);
        const judgement = orderId === null ? FOREIGN : judgeRefund(refund, order, this.clock());
        tally.add(judgement, 'refund', refund.id, orderId);
      }
      done += rows.length;
      await progress.step('refunds', done, null);
    }
  }

  /** The list has no times of ours: orders of another time are passed over. */
  private async checkouts({ tally, progress, range, seen }: Reconciliation): Promise<void> {
    let done = 0;
    for (let after: string | null = null; ; ) {
      const page = await this.retailer.checkouts(after, this.soon(progress));
      if (page.kind === 'lacking') return tally.retailerLacksList();
      if (page.kind === 'unknown') throw away('The retailer', page.cause);
      for (const line of page.rows) {
        const orderId = line.reference.slice(0, line.reference.lastIndexOf(':'));
        const order = await this.history(orderId);
        if (order?.state.placed && !isWithin(order.state, range)) continue;
        if (line.sale) seen.add(saleOf(orderId, line.sale.orderNumber));
        tally.add(judgeCheckout(line, order, this.clock()), 'checkout', line.reference, orderId);
      }
      done += page.rows.length;
      await progress.step('checkouts', done, null);
      if (page.next === null || page.next === after) return;
      after = page.next;
    }
  }

  /** What the log has and no list showed is asked for by its own name: only then it is missing there. */
  private async orders(run: Reconciliation): Promise<void> {
    const { range, progress } = run;
    const orderDate = { gte: range.from, ...(range.to === null ? {} : { lte: range.to }) };
    const total = await this.reads.count(ordersProjection, { orderDate });
    let done = 0;
    for await (const docs of ordersIn(this.reads, range)) {
      for (const doc of docs) if (doc.livemode) await this.order(doc, run);
      done += docs.length;
      await progress.step('orders', Math.min(total, done), total);
    }
  }

  private async order({ orderId, life }: OrderDoc, run: Reconciliation): Promise<void> {
    const { tally, seen } = run;
    const { intentId, charged, refunds } = life;
    if (charged && intentId !== null && !seen.has(intentId)) {
      seen.add(intentId);
      tally.add(await this.lookUpIntent(orderId, intentId), 'intent', intentId, orderId);
    }
    const unseen = refunds.filter(({ refundId, status }) => status === 'done' && !seen.has(refundId));
    if (unseen.length > 0 && intentId !== null) {
      const there = pageOf(await this.gateway.lists.refundsOf(intentId)).rows;
      for (const { refundId, amount } of unseen) {
        seen.add(refundId);
        const found = there.find((one) => one.id === refundId || one.refundId === refundId);
        const order = found ? await this.history(orderId) : null;
        const judgement = found ? judgeRefund(found, order, this.clock()) : missingThere(`${amount} refunded here`);
        tally.add(judgement, 'refund', found?.id ?? refundId, orderId);
      }
    }
    if (life.bought?.evidence.kind !== 'retailer') return;
    const sale = saleOf(orderId, life.bought.evidence.reference);
    if (seen.has(sale)) return;
    seen.add(sale);
    const [reference, judgement] = await this.lookUpSale(orderId, life, run.progress);
    tally.add(judgement, 'checkout', reference, orderId);
  }

  private async lookUpIntent(orderId: string, intentId: string): Promise<Judgement> {
    const seen = await this.gateway.lookup(intentId);
    if (seen.kind === 'unknown' && !seen.cause.endsWith(':resource_missing')) throw away('Stripe', seen.cause);
    const order = await this.history(orderId);
    if (seen.kind !== 'charged') return missingThere(`${order?.state.charged?.amount ?? 0} charged here`);
    const intent = { id: intentId, orderId, status: 'succeeded', amount: seen.amount };
    return judgeIntent(intent, order, this.clock());
  }

  /** Under each reference that the order can have had, the last first: news may have come of one that was given up. */
  private async lookUpSale(
    orderId: string,
    { attempts, bought }: OrderState,
    progress: RunProgress,
  ): Promise<[reference: string, judgement: Judgement]> {
    const last = checkoutReference(orderId, Math.max(1, attempts));
    const order = await this.history(orderId);
    for (let attempt = Math.max(1, attempts); attempt > 0; attempt -= 1) {
      const reference = checkoutReference(orderId, attempt);
      const seen = await this.retailer.lookup(reference, this.soon(progress));
      if (seen.kind === 'unknown') throw away('The retailer', seen.cause);
      if (seen.kind === 'in-progress') return [reference, { kind: 'under-way' }];
      if (seen.kind !== 'succeeded') continue;
      const { orderNumber, sha256 } = seen;
      return [reference, judgeCheckout({ reference, sale: { orderNumber, sha256 } }, order, this.clock())];
    }
    return [last, missingThere(`bought here as ${bought?.evidence.reference ?? ''}, not at the retailer`)];
  }

  private history(orderId: string) {
    return historyOf(this.log, this.schema, orderId);
  }

  /** One made by hand names the intent alone. */
  private async orderOf({ orderId, intentId }: ListedRefund): Promise<string | null> {
    if (orderId !== null || intentId === null) return orderId;
    const known = await this.reads.get(intentsProjection, intentId);
    if (known) return known.orderId;
    const owner = await this.gateway.ownerOf(intentId);
    if (owner.kind === 'unknown') throw away('Stripe', owner.cause);
    return owner.kind === 'order' ? owner.orderId : null;
  }

  private async *stripePages<Row>(list: (after: string | null) => Promise<ListPage<Row>>): AsyncIterable<Row[]> {
    for (let after: string | null = null; ; ) {
      const page: { rows: Row[]; next: string | null } = pageOf(await list(after));
      yield page.rows;
      if (page.next === null) return;
      after = page.next;
    }
  }

  private soon({ signal }: RunProgress): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN)]);
  }
}

const saleOf = (orderId: string, orderNumber: string) => `${orderId} ${orderNumber}`;
function isWithin({ placed }: OrderState, { from, to }: Reconciliation['range']): boolean {
  const at = placed?.reservedAt ?? 0;
  return at >= from && (to === null || at <= to);
}

const FOREIGN: Judgement = { kind: 'foreign' };

function missingThere(detail: string): Judgement {
  return { kind: 'missing-there', detail };
}

function pageOf<Row>(page: ListPage<Row>): { rows: Row[]; next: string | null } {
  if (page.kind === 'unknown') throw away('Stripe', page.cause);
  return page;
}

/** `cause` is a code */
function away(who: string, cause: string): RunStopped {
  return new RunStopped(`${who} could not be reached: ${cause}. The run did not finish. Start it again later.`);
}
