import { Injectable } from '@nestjs/common';
import { FinishRelease, product } from '../catalogue/products/product.js';
import { activeSlots, isActive, type Slot } from '../catalogue/products/slots.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { mail, requestMail } from '../mail/mail.js';
import { Orders } from '../orders/orders.js';
import { cancelMail } from '../reservations/waitlist/waitlist.jobs.js';
import type { Position } from '../stores/event-log/event-log.js';
import { despiteDamage, STREAMS_AT_ONCE } from '../stores/event-log/stream-integrity.js';
import { CANCEL_DROP } from './release.jobs.js';

/** ms; the next run continues a longer one */
const MANY = 15 * 60_000;

/** Withdraws all slots of a cancelled drop and mails its waiting list. Each step is idempotent, also after a crash. */
@Worker()
@Injectable()
export class CancelDrops implements JobWorker {
  readonly kind = CANCEL_DROP;
  readonly concurrency = 2;
  readonly deadline = MANY;

  constructor(
    private readonly commands: Commands,
    private readonly orders: Orders,
  ) {}

  async work({ id }: Job, signal: AbortSignal): Promise<Position | undefined> {
    const drop = await this.commands.state(product, id);
    let goingOn = 0;
    const held = drop.slots.valueSeq().filter((slot) => isActive(drop, slot));
    const withdraw = async ({ orderId }: Slot) => {
      if (!signal.aborted && !(await this.withdraw(orderId, drop.cancelReason))) goingOn += 1;
    };
    const tell = async (accountId: string) => {
      if (!signal.aborted) await this.tell(id, accountId);
    };
    const withdrawals = held.map((slot) => () => withdraw(slot));
    const mails = [...new Set(drop.cancelledPlaces.values())].map((accountId) => () => tell(accountId));
    await despiteDamage([...withdrawals, ...mails], (step) => step(), STREAMS_AT_ONCE);
    if (signal.aborted) return undefined;
    const left = activeSlots(await this.commands.state(product, id)) - goingOn;
    if (left > 0) throw new Error(`${left} slots of the cancelled drop ${id} are still held`);
    const finished = await this.commands.execute(product, new FinishRelease(id, {}, workerMetadata(this.kind)));
    return finished.position;
  }

  /** False when an admin had its checkout attempted: that order continues. */
  private async withdraw(orderId: string, reason: string): Promise<boolean> {
    try {
      await this.orders.takeBack(orderId, { by: 'admin', reason, dropCancelled: true }, workerMetadata(this.kind));
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === 'release-started') return false;
      throw error;
    }
  }

  private async tell(productId: string, accountId: string): Promise<void> {
    await this.commands.execute(mail, requestMail(cancelMail(productId, accountId), workerMetadata(this.kind)));
  }
}
