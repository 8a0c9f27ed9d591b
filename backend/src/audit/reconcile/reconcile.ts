import { Injectable } from '@nestjs/common';
import { productsProjection } from '../../catalogue/products/products.projection.js';
import { InjectClock } from '../../config/tokens.js';
import { CheckoutSecrets } from '../../orders/checkout-secrets.js';
import { isOfAnotherPayment } from '../../orders/order-fee.js';
import { type OrderDoc, ordersProjection } from '../../orders/orders.projection.js';
import { intentsProjection } from '../../payments/intents.projection.js';
import { Reads } from '../../projections/reads.js';
import type { Sale } from '../../retailers/retailer.js';
import { unlessDamaged } from '../../stores/event-log/stream-integrity.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import type { ListedRefund, ListPage, ListRange } from '../../stripe/stripe-lists.js';
import { DropRecords } from '../drops/drop-records.js';
import type { OrderHistory } from '../order-history.js';
import { fromOf } from '../runs/audit-run.js';
import { type AuditRunner, AuditRunners, type RunProgress, type RunResult, RunStopped } from '../runs/runner.js';
import { readTokens } from '../tokens/token-rules.js';
import { LedgerComparison, type Unlisted } from './ledger-comparison.js';
import { LoggedAttempts } from './logged-attempts.js';

/** ms for one call to the retailer */
const ANSWERS_WITHIN = 20_000;
const PAGE = 100;

interface Reconciliation {
  comparison: LedgerComparison;
  progress: RunProgress;
  range: Range;
}
type Range = ListRange & { from: number };

/** Compares orders with the ledgers of Stripe and the retailer in both directions. It changes nothing. */
@AuditRunners()
@Injectable()
export class Reconcile implements AuditRunner {
  readonly kind = 'reconcile';

  constructor(
    private readonly gateway: StripeGateway,
    private readonly attempts: LoggedAttempts,
    private readonly reads: Reads,
    private readonly secrets: CheckoutSecrets,
    private readonly drops: DropRecords,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async run(progress: RunProgress): Promise<RunResult> {
    const range = { from: fromOf(progress.range, this.clock()), to: progress.range.to };
    const comparison = new LedgerComparison(this.clock);
    const run: Reconciliation = { comparison, progress, range };
    await this.intents(run);
    await this.refunds(run);
    await this.checkouts(run);
    await this.orders(run);
    await this.summaries(run);
    const figures = { from: new Date(range.from).toISOString(), ...comparison.figures };
    return { figures, findings: comparison.findings };
  }

  private async intents({ comparison, progress, range }: Reconciliation): Promise<void> {
    await this.eachOf(
      'intents',
      progress,
      (after) => this.gateway.lists.intents(range, after),
      async (intent) => {
        const order = await this.history(intent.orderId);
        const isSecond = order !== null && order.state.charged !== null && isOfAnotherPayment(order.state, intent.id);
        comparison.intent(intent, order, isSecond ? await this.refunded(intent.id) : 0);
      },
    );
  }

  /** Minor units that went back at Stripe. */
  private async refunded(intentId: string): Promise<number> {
    const { rows } = pageOf(await this.gateway.lists.refundsOf(intentId));
    return rows.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0);
  }

  private async refunds({ comparison, progress, range }: Reconciliation): Promise<void> {
    await this.eachOf(
      'refunds',
      progress,
      (after) => this.gateway.lists.refunds(range, after),
      async (refund) => {
        const orderId = await this.orderOf(refund);
        comparison.refund(refund, orderId, await this.history(orderId));
      },
    );
  }

  private async eachOf<Row>(
    phase: string,
    progress: RunProgress,
    list: (after: string | null) => Promise<ListPage<Row>>,
    judge: (row: Row) => Promise<void>,
  ): Promise<void> {
    let done = 0;
    for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const { rows, next }: { rows: Row[]; next: string | null } = pageOf(await list(after));
      for (const row of rows) await judge(row);
      done += rows.length;
      await progress.step(phase, done, null);
      after = next;
    }
  }

  private async checkouts(run: Reconciliation): Promise<void> {
    let done = 0;
    for (const one of await this.attempts.everyRetailer()) done = await this.salesOf(one, done, run);
  }

  private async salesOf(
    { id: retailerId, isEnded }: { id: string | null; isEnded: boolean },
    before: number,
    run: Reconciliation,
  ): Promise<number> {
    const { comparison, progress } = run;
    const retailer = await this.attempts.retailer(retailerId);
    if (!retailer) {
      comparison.retailerLists = false;
      return before;
    }
    let done = before;
    for (let after: string | null = null; ; ) {
      const page = await retailer.sales(after, this.soon(progress));
      if (page.kind === 'lacking' || (page.kind === 'unknown' && isEnded)) {
        comparison.retailerLists = false;
        return done;
      }
      if (page.kind === 'unknown') throw away('The retailer', page.cause);
      for (const line of page.rows) await this.sale(line, retailerId, run);
      done += page.rows.length;
      await progress.step('checkouts', done, null);
      if (page.next === null || page.next === after) return done;
      after = page.next;
    }
  }

  private async sale(line: Sale, retailerId: string | null, { comparison, range }: Reconciliation): Promise<void> {
    const orderId = line.reference.slice(0, line.reference.lastIndexOf(':'));
    const order = await this.history(orderId);
    const at = order?.state.placed?.reservedAt ?? range.from;
    if (at < range.from || (range.to !== null && at > range.to)) return;
    // Two retailers may share one list, as those at the sandbox do.
    if (order && (await this.attempts.named(orderId, line.reference)).retailerId !== retailerId) return;
    comparison.checkout(line, orderId, order);
  }

  /** A fact that no list showed counts as missing only after a lookup by its id. */
  private async orders(run: Reconciliation): Promise<void> {
    const { comparison, range, progress } = run;
    const orderDate = { gte: range.from, ...(range.to === null ? {} : { lte: range.to }) };
    const total = await this.reads.count(ordersProjection, { orderDate });
    let done = 0;
    for await (const docs of ordersIn(this.reads, range)) {
      for (const { orderId, life, livemode } of docs) {
        if (!livemode) continue;
        for (const one of comparison.unlisted(orderId, life)) await this.lookUp(one, life, run);
        if (life.placed?.means === 'token') await this.tokens(orderId, comparison);
      }
      done += docs.length;
      await progress.step('orders', Math.min(total, done), total);
    }
  }

  /** Stripe lists no tokens, so each one that the log names is read. */
  private async tokens(orderId: string, comparison: LedgerComparison): Promise<void> {
    const { events, damage } = await this.drops.histories().orderEvents(orderId);
    if (damage) return;
    for (const attempt of readTokens(events).attempts) {
      const token = attempt.made && (await this.secrets.token(attempt.made.data.tokenRecord));
      if (token === null) continue;
      const seen = await this.gateway.paymentTokens.read(token);
      if (seen.kind === 'unknown') throw away('Stripe', seen.cause);
      comparison.token(orderId, attempt, seen);
    }
  }

  private lookUp(one: Unlisted, life: OrderDoc['life'], run: Reconciliation): Promise<void> {
    if (one.ledger === 'intent') return this.lookUpIntent(one, run);
    return one.ledger === 'refund' ? this.lookUpRefund(one, life, run) : this.lookUpSale(one, run);
  }

  private async lookUpIntent(one: Unlisted, { comparison }: Reconciliation): Promise<void> {
    const { about: id, orderId } = one;
    const seen = await this.gateway.lookup(id);
    if (seen.kind === 'unknown' && !seen.cause.endsWith(':resource_missing')) throw away('Stripe', seen.cause);
    if (seen.kind !== 'charged') return comparison.missing(one);
    const intent = { id, orderId, status: 'succeeded', amount: seen.amount };
    comparison.intent(intent, await this.history(orderId));
  }

  private async lookUpRefund(
    one: Unlisted,
    { intentId }: OrderDoc['life'],
    { comparison }: Reconciliation,
  ): Promise<void> {
    if (intentId === null) return;
    const { rows } = pageOf(await this.gateway.lists.refundsOf(intentId));
    const found = rows.find(({ id, refundId }) => id === one.about || refundId === one.about);
    if (found) comparison.refund(found, one.orderId, await this.history(one.orderId));
    else comparison.missing(one);
  }

  /** It looks up every attempt, the last first, because an abandoned attempt may have succeeded later. */
  private async lookUpSale(one: Unlisted, run: Reconciliation): Promise<void> {
    const { comparison, progress } = run;
    const { orderId } = one;
    const attempts = (await this.attempts.of(orderId)).toReversed();
    for (const attempt of attempts) {
      const { reference } = attempt;
      const seen = await this.attempts.lookUp(attempt, this.soon(progress));
      if (seen.kind === 'unknown') throw away('The retailer', seen.cause);
      if (seen.kind === 'in-progress') return comparison.add({ kind: 'under-way' }, { ...one, about: reference });
      if (seen.kind !== 'succeeded') continue;
      const { orderNumber, sha256 } = seen;
      return comparison.checkout({ reference, sale: { orderNumber, sha256 } }, orderId, await this.history(orderId));
    }
    comparison.missing({ ...one, about: attempts[0]?.reference ?? orderId });
  }

  private async summaries({ comparison, range, progress }: Reconciliation): Promise<void> {
    const finished = (await this.reads.find(productsProjection)).filter(({ finishedAt }) => {
      return finishedAt !== null && finishedAt >= range.from && (range.to === null || finishedAt <= range.to);
    });
    for (const [done, { productId }] of finished.entries()) {
      const compared = async () => {
        const summary = await this.drops.summary(productId);
        const counted = summary && (await this.drops.count(productId, progress.signal));
        if (summary) comparison.drop(productId, summary.data.sums, counted ?? { sums: null, isWithdrawn: false });
      };
      await compared().catch(unlessDamaged);
      await progress.step('drops', done + 1, finished.length);
    }
  }

  private async history(orderId: string | null): Promise<OrderHistory | null> {
    return orderId === null ? null : this.drops.histories().order(orderId);
  }

  /** A refund made by hand names only its intent. */
  private async orderOf({ orderId, intentId }: ListedRefund): Promise<string | null> {
    if (orderId !== null || intentId === null) return orderId;
    const intent = await this.reads.get(intentsProjection, intentId);
    if (intent) return intent.orderId;
    const owner = await this.gateway.ownerOf(intentId);
    if (owner.kind === 'unknown') throw away('Stripe', owner.cause);
    return owner.kind === 'order' ? owner.orderId : null;
  }

  private soon({ signal }: RunProgress): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN)]);
  }
}

/** Yields pages of orders by time, ms UTC. Each page starts at the last time, so `skip` stays small. */
async function* ordersIn(reads: Pick<Reads, 'find'>, range: Range): AsyncIterable<OrderDoc[]> {
  for (const archived of [false, true]) {
    let [from, skip] = [range.from, 0];
    for (;;) {
      const orderDate = { gte: from, ...(range.to === null ? {} : { lte: range.to }) };
      const query = { where: { archived, orderDate }, sort: [['orderDate', 'asc'] as const], skip, limit: PAGE };
      const docs = await reads.find(ordersProjection, query);
      const last = docs.at(-1)?.orderDate;
      if (last === undefined) break;
      yield docs;
      if (docs.length < PAGE) break;
      skip = (last === from ? skip : 0) + docs.filter(({ orderDate: at }) => at === last).length;
      from = last;
    }
  }
}

function pageOf<Row>(page: ListPage<Row>): { rows: Row[]; next: string | null } {
  if (page.kind === 'unknown') throw away('Stripe', page.cause);
  return page;
}

function away(who: string, cause: string): RunStopped {
  return new RunStopped(`${who} could not be reached: ${cause}. The run did not finish. Start it again later.`);
}
