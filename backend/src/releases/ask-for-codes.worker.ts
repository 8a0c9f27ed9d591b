import { Injectable } from '@nestjs/common';
import { product } from '../catalogue/products/product.js';
import { InjectClock } from '../config/tokens.js';
import { SecurityCodes } from '../customers/profiles/security-codes.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { mail, requestMail } from '../mail/mail.js';
import { orderMail } from '../orders/order.jobs.js';
import { needsCode } from '../orders/order-checkout.js';
import { type OrderDoc, ordersProjection } from '../orders/orders.projection.js';
import { Reads } from '../projections/reads.js';
import { despiteDamage, STREAMS_AT_ONCE } from '../stores/event-log/stream-integrity.js';
import { ASK_CODES } from './release.jobs.js';

/** ms */
const RESCHEDULE_IN = 3_600_000;
const AT_ONCE = 500;
/** ms; thousands of mails */
const MANY = 15 * 60_000;
/** ms; the job stays until the release */
const STANDS = 49 * 3_600_000;

/** Mails slot holders without a security code in the two days before a release, once per release time. */
@Worker()
@Injectable()
export class AskForCodes implements JobWorker {
  readonly kind = ASK_CODES;
  readonly concurrency = 1;
  readonly parks = true;
  readonly deadline = MANY;
  readonly lateAfter = STANDS;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly codes: SecurityCodes,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: Job, signal: AbortSignal): Promise<Reschedule | undefined> {
    const { facts, startedAt, cancelled } = await this.commands.state(product, id);
    if (!facts || startedAt !== null || cancelled) return undefined;
    const holders = await this.reads.find(ordersProjection, {
      where: { productId: id, status: 'pending', livemode: true },
    });
    for (let at = 0; at < holders.length && !signal.aborted; at += AT_ONCE) {
      const some = await this.withoutCode(holders.slice(at, at + AT_ONCE));
      const ask = ({ orderId }: OrderDoc) => {
        const name = orderMail(orderId, 'code-needed', `${facts.releaseAt}`);
        return this.commands.execute(mail, requestMail(name, workerMetadata(this.kind)));
      };
      await despiteDamage(some, ask, STREAMS_AT_ONCE);
    }
    return { rescheduleAt: this.clock() + RESCHEDULE_IN };
  }

  private async withoutCode(orders: readonly OrderDoc[]): Promise<OrderDoc[]> {
    const candidates = orders.filter((doc) => needsCode(doc.life, doc));
    const onFile = await this.codes.onFile(candidates.map(({ codeRecord }) => codeRecord));
    return candidates.filter(({ codeRecord }) => !onFile.has(codeRecord ?? ''));
  }
}
