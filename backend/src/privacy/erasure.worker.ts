import { Injectable } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { ERASE } from '../customers/accounts/account.jobs.js';
import { EraseAccount, RequestErasure, subjectOfAccount } from '../customers/accounts/account.js';
import { type AccountLink, FAREWELL_WITHIN } from '../customers/accounts/account-link.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { StaffRoles } from '../customers/accounts/staffing.js';
import { derivedMetadata, workerMetadata } from '../event-sourcing/command-metadata.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { PersonalData } from '../event-sourcing/personal-data.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { UnderWay } from '../event-sourcing/under-way.js';
import { type JobWorker, type Reschedule, Worker } from '../jobs/job-worker.js';
import type { Job } from '../jobs/jobs.projection.js';
import { MailedLinks } from '../mail/mailed-links.js';
import type { Position } from '../stores/event-log/event-log.js';
import { outsideRequests, withinRequest } from '../telemetry/request-context.js';

/** These orders end within 72 hours. */
const WAITS_FOR = new Set(['order-open', 'release-started']);
/** ms */
const LOOK_AGAIN = 15_000;

/** Closes an account and erases its owner in idempotent steps; the key goes last. */
@Worker()
@Injectable()
export class Erasure implements JobWorker {
  readonly kind = ERASE;
  readonly concurrency = 2;
  /** ms; erasure resumes soon after Stripe is reachable again */
  readonly longestPause = 30_000;
  private readonly completing = new UnderWay();

  constructor(
    private readonly accounts: Accounts,
    private readonly staff: StaffRoles,
    private readonly links: MailedLinks,
    private readonly holders: PersonalData,
    private readonly sealer: Sealer,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: Job): Promise<Position | Reschedule> {
    try {
      return await this.finish(id, workerMetadata('erase-account'));
    } catch (error) {
      if (!(error instanceof Refused && WAITS_FOR.has(error.code))) throw error;
      return { rescheduleAt: this.clock() + LOOK_AGAIN };
    }
  }

  /** Closes the account; `complete` erases it. `why`: from an admin. @throws Refused 'order-open' | 'last-admin' */
  async request(accountId: string, metadata: CommandMetadata, why: { reason?: string } = {}): Promise<void> {
    // Order states must be current: ended orders do not block, new ones do.
    await this.accounts.settled();
    const { email, emailVerified, name } = await this.accounts.find(accountId);
    if (await this.holders.isOpen(accountId)) {
      const text =
        'An order of this account is being bought, paid or refunded. The account can be erased once it has ended.';
      throw new Refused('order-open', 'conflict', text);
    }
    await this.staff.leave(accountId, metadata);
    const link: AccountLink = { purpose: 'farewell', email, name: emailVerified ? name : '' };
    await this.links.offer(link, this.clock() + FAREWELL_WITHIN, (farewell) =>
      this.accounts.ask(RequestErasure, accountId, { farewell, ...why }, metadata),
    );
  }

  /** For accounts whose key is lost, so no last mail is sent. @throws Refused 'last-admin' */
  async requestForLost(accountId: string, metadata: CommandMetadata, reason: string): Promise<void> {
    await this.staff.leave(accountId, metadata);
    await this.accounts.ask(RequestErasure, accountId, { farewell: null, reason }, derivedMetadata(metadata));
    await this.complete(accountId, metadata);
  }

  /** Returns whether the erasure is finished; otherwise a worker finishes it within a minute. */
  async complete(accountId: string, metadata: CommandMetadata): Promise<boolean> {
    const isErased = async () => (await this.accounts.state(accountId)).erased;
    if (await isErased()) return true;
    // The job stays due after a failure until the worker finishes it.
    const attempt = () =>
      outsideRequests(async () => {
        await this.finish(accountId, derivedMetadata(metadata));
        // The read models have removed the personal data when this resolves.
        await this.accounts.settled();
      }).then(
        () => true,
        () => false,
      );
    const completing = this.completing.first(accountId, attempt, isErased);
    return withinRequest(completing, () => new Error('the erasure takes longer than its request')).catch(() => false);
  }

  private async finish(accountId: string, metadata: CommandMetadata): Promise<Position> {
    await this.accounts.settled();
    await this.holders.erase(accountId, derivedMetadata(metadata));
    await this.sealer.erase(subjectOfAccount(accountId));
    // Appends that ran while the key was erased are in the log now; later ones add no personal data.
    await this.accounts.settled();
    await this.holders.erase(accountId, derivedMetadata(metadata));
    const { position } = await this.accounts.ask(EraseAccount, accountId, {}, derivedMetadata(metadata));
    return position;
  }
}
