import { Injectable } from '@nestjs/common';
import { Accounts } from '../customers/accounts/accounts.js';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import type { CommandMetadata } from '../event-sourcing/decider.js';
import { type PersonalDataHolder, PersonalDataPart } from '../event-sourcing/personal-data.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import type { Position } from '../stores/event-log/event-log.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';
import { GuestRecords } from './guest-records.js';
import { ERASE_GUEST } from './order.jobs.js';
import { FinishErasure, isMadeByGuest, order } from './order.js';
import { OrderErasure } from './order-erasure.js';
import { Orders } from './orders.js';

/** Erases one guest order and its records, also within an account. Steps are idempotent: a worker can finish them. */
@Worker()
@Injectable()
export class GuestErasure implements JobWorker {
  readonly kind = ERASE_GUEST;
  readonly concurrency = 2;

  constructor(
    private readonly commands: Commands,
    private readonly erasure: OrderErasure,
    private readonly records: GuestRecords,
    private readonly accounts: Accounts,
  ) {}

  async work({ id }: Job): Promise<Position> {
    return this.erase(id, workerMetadata(ERASE_GUEST));
  }

  /** The read models have removed the personal data when this resolves. @throws Refused as `erase`, 'not-ready' */
  async complete(orderId: string, metadata: CommandMetadata, why: { reason?: string } = {}): Promise<void> {
    await this.erase(orderId, metadata, why);
    await this.accounts.settled();
  }

  /** @throws Refused 'order-open' while a purchase or payment is open, 'erasure-unfinished' without Stripe */
  async erase(orderId: string, metadata: CommandMetadata, why: { reason?: string } = {}): Promise<Position> {
    const { placed, codeRecord } = await this.erasure.eraseOrder(orderId, metadata, why);
    await this.records.erase({ orderId, customerId: placed?.payer.customerId ?? '', codeRecord }, metadata);
    return (await this.commands.execute(order, new FinishErasure(orderId, {}, derivedMetadata(metadata)))).position;
  }
}

@PersonalDataPart()
@Injectable()
export class JoinedOrders implements PersonalDataHolder {
  readonly turn = 1;

  constructor(
    private readonly guests: GuestErasure,
    private readonly orders: Orders,
  ) {}

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const docs = await this.orders.ofAccount(accountId);
    await despiteDamage(docs.filter(isMadeByGuest), ({ orderId }) =>
      this.guests.erase(orderId, derivedMetadata(metadata)),
    );
  }
}
