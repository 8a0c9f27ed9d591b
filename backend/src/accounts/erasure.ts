import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { freshStep, workerOrigin } from '../platform/origins.js';
import { Sealer } from '../platform/vault/sealer.js';
import { EraseAccount } from './account-commands.js';
import { AccountDesk } from './account-desk.js';
import { ERASE } from './account-due.js';
import { AccountReader } from './account-reader.js';
import { subjectOfAccount } from './decide-account.js';
import { PersonalData } from './personal-data.js';

/**
 * Erases an account that was closed. From then on every step may be repeated, so a worker finishes what a crash or an
 * unreachable Stripe cut off. The key goes last, and with it whatever the log still holds.
 */
@Injectable()
export class Erasure implements DueWorker {
  readonly kind = ERASE;
  readonly concurrency = 2;

  constructor(
    private readonly desk: AccountDesk,
    private readonly holders: PersonalData,
    private readonly reader: AccountReader,
    private readonly sealer: Sealer,
  ) {}

  async work({ id }: DueRow): Promise<Position> {
    return this.finish(id, workerOrigin('erase-account'));
  }

  /** @throws what kept it from being finished, e.g. an order that is open again or an unreachable Stripe */
  async finish(accountId: string, origin: Origin): Promise<Position> {
    await this.reader.settled();
    await this.holders.erase(accountId, freshStep(origin));
    await this.sealer.erase(subjectOfAccount(accountId));
    // What was under way when the key went is in the log by now; nothing personal can be added after it.
    await this.reader.settled();
    await this.holders.erase(accountId, freshStep(origin));
    const { position } = await this.desk.ask(EraseAccount, accountId, {}, freshStep(origin));
    return position;
  }
}
