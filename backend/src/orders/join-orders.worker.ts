import { Injectable } from '@nestjs/common';
import { JOIN_ORDERS } from '../customers/accounts/account.jobs.js';
import { RecordOrdersJoined } from '../customers/accounts/account-address.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import { type JobWorker, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { Reads } from '../projections/reads.js';
import type { Position } from '../stores/event-log/event-log.js';
import { despiteDamage } from '../stores/event-log/stream-integrity.js';
import { searchFor } from '../stores/read-models/search-words.js';
import { JoinAccount, order } from './order.js';
import { OrderOwners } from './order-owners.js';
import { ordersProjection } from './orders.projection.js';

/** Adds guest orders to the account that has verified their email address. */
@Worker()
@Injectable()
export class JoinOrders implements JobWorker {
  readonly kind = JOIN_ORDERS;
  readonly concurrency = 2;

  constructor(
    private readonly commands: Commands,
    private readonly accounts: Accounts,
    private readonly reads: Reads,
    private readonly owners: OrderOwners,
  ) {}

  async work({ id }: Job): Promise<Position> {
    // Orders that are placed after this line look up their owner themselves.
    await this.accounts.settled();
    const { emailKey, emailVerified, closed } = await this.accounts.state(id);
    const orders = emailVerified && !closed ? await this.madeWith(emailKey, id) : [];
    let joined = 0;
    await despiteDamage(orders, async (orderId) => {
      if (await this.join(orderId, id)) joined += 1;
    });
    const facts = { orders: joined, emailKey };
    const { position } = await this.accounts.ask(RecordOrdersJoined, id, facts, workerMetadata(JOIN_ORDERS));
    return position;
  }

  private async madeWith(emailKey: string, accountId: string): Promise<string[]> {
    const { email } = await this.accounts.find(accountId);
    const words = searchFor(email);
    if (words === null) return [];
    const found = await this.reads.find(ordersProjection, { where: { words, livemode: true } });
    const guests = found.filter((doc) => doc.accountId === null && this.owners.isOf(doc.email, emailKey));
    return guests.map(({ orderId }) => orderId);
  }

  private async join(orderId: string, accountId: string): Promise<boolean> {
    const command = new JoinAccount(orderId, { accountId }, workerMetadata(JOIN_ORDERS));
    try {
      await this.commands.execute(order, command);
      return true;
    } catch (error) {
      if (error instanceof Refused && OVER.includes(error.code)) return false;
      throw error;
    }
  }
}

const OVER = ['not-found', 'of-account'];
