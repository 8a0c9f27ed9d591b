import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import { Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { freshStep, workerOrigin } from '../platform/origins.js';
import { PersonalData } from '../platform/personal-data.js';
import { EMPTY } from './account.due.js';
import type { AccountState } from './account.js';
import { RecordEmptied } from './account-address.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';

/**
 * Takes from an account what somebody entered who never proved its address: its owner must not ship to them. Every step may
 * be repeated, so a worker finishes what was cut off. Orders keep what they were made with.
 */
@Worker()
@Injectable()
export class Emptying implements DueWorker {
  readonly kind = EMPTY;
  readonly concurrency = 2;

  constructor(
    private readonly desk: AccountDesk,
    private readonly holders: PersonalData,
    private readonly reader: AccountReader,
  ) {}

  async work({ id }: DueRow): Promise<Position> {
    return this.finish(id, workerOrigin('empty-account'));
  }

  /** At once where it can be: what fails here stays due. */
  async begin(accountId: string, { emptying }: AccountState, origin: Origin): Promise<void> {
    if (emptying !== null) await this.finish(accountId, origin).catch(() => undefined);
  }

  private async finish(accountId: string, origin: Origin): Promise<Position> {
    const { emptying } = await this.desk.state(accountId);
    await this.reader.settled();
    if (emptying !== null) await this.holders.empty(accountId, emptying, origin);
    const { position } = await this.desk.ask(RecordEmptied, accountId, {}, freshStep(origin));
    return position;
  }
}
