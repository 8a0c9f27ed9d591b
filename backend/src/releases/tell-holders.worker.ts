import { Injectable } from '@nestjs/common';
import { NotifyHolders, product } from '../catalogue/products/product.js';
import { isActive } from '../catalogue/products/slots.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { mail, requestMail } from '../mail/mail.js';
import { orderMail } from '../orders/order.jobs.js';
import type { Position } from '../stores/event-log/event-log.js';
import { despiteDamage, STREAMS_AT_ONCE } from '../stores/event-log/stream-integrity.js';
import { TELL_HOLDERS } from './release.jobs.js';

/** ms; thousands of mails, one by one */
const MANY = 15 * 60_000;

/** Mails slot holders after a release was moved or its retail price changed. Each mail is requested once, also after a crash. */
@Worker()
@Injectable()
export class NotifyHoldersOfChanges implements JobWorker {
  readonly kind = TELL_HOLDERS;
  readonly concurrency = 2;
  readonly parks = true;
  readonly deadline = MANY;

  constructor(private readonly commands: Commands) {}

  async work({ id }: Job, signal: AbortSignal): Promise<Position | undefined> {
    const drop = await this.commands.state(product, id);
    const { moves, repricings } = drop;
    if ((moves.notified && repricings.notified) || drop.startedAt !== null || drop.cancelled) return undefined;
    const names = (orderId: string) => [
      ...(moves.notified ? [] : [orderMail(orderId, 'release-changed', String(moves.count))]),
      ...(repricings.notified ? [] : [orderMail(orderId, 'price-changed', String(repricings.count))]),
    ];
    const held = drop.slots.valueSeq().filter((slot) => isActive(drop, slot));
    await despiteDamage(
      held,
      async ({ orderId }) => {
        for (const name of names(orderId)) {
          if (!signal.aborted) await this.commands.execute(mail, requestMail(name, workerMetadata(this.kind)));
        }
      },
      STREAMS_AT_ONCE,
    );
    if (signal.aborted) return undefined;
    const mailed = { move: moves.count, repricing: repricings.count };
    return (await this.commands.execute(product, new NotifyHolders(id, mailed, workerMetadata(this.kind)))).position;
  }
}
