import { Injectable } from '@nestjs/common';
import { InjectVault } from '../../config/tokens.js';
import { derivedMetadata, workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import {
  type Erased,
  PersonalData,
  type PersonalDataHolder,
  PersonalDataPart,
} from '../../event-sourcing/personal-data.js';
import { Sealer } from '../../event-sourcing/sealer.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { RetryableError } from '../../jobs/retries.js';
import { Mailing } from '../../mail/mailing.js';
import { Reads } from '../../projections/reads.js';
import type { Position } from '../../stores/event-log/event-log.js';
import type { Vault } from '../../stores/vault/vault.js';
import { StripeGateway } from '../../stripe/stripe-gateway.js';
import { EMPTY, FORGET_INVITEE } from './account.jobs.js';
import type { AccountState } from './account.js';
import { RecordEmptied } from './account-address.js';
import { Accounts } from './accounts.js';
import { shownBounce } from './accounts.projection.js';
import { EmailClaims } from './email-claims.js';
import { EraseInvitee, invitation, subjectOfInvitation } from './invitation.js';
import { invitationsProjection } from './invitations.projection.js';

/** Removes what strangers entered before the address was verified. Idempotent. */
@Worker()
@Injectable()
export class Emptying implements JobWorker {
  readonly kind = EMPTY;
  readonly concurrency = 2;

  constructor(
    private readonly accounts: Accounts,
    private readonly holders: PersonalData,
  ) {}

  async work({ id }: Job): Promise<Position> {
    return this.finish(id, workerMetadata('empty-account'));
  }

  async begin(accountId: string, { emptying }: AccountState, metadata: CommandMetadata): Promise<void> {
    if (emptying !== null) await this.finish(accountId, metadata).catch(() => undefined);
  }

  private async finish(accountId: string, metadata: CommandMetadata): Promise<Position> {
    const { emptying } = await this.accounts.state(accountId);
    await this.accounts.settled();
    if (emptying !== null) await this.holders.empty(accountId, emptying, metadata);
    const { position } = await this.accounts.ask(RecordEmptied, accountId, {}, derivedMetadata(metadata));
    return position;
  }
}

/** Erases invitees with their account, and 30 days after an invitation expires. */
@Worker()
@PersonalDataPart()
@Injectable()
export class Invitees implements PersonalDataHolder, JobWorker {
  readonly turn = 3;
  readonly kind = FORGET_INVITEE;
  readonly concurrency = 1;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly accounts: Accounts,
    private readonly mailing: Mailing,
    private readonly sealer: Sealer,
  ) {}

  async work({ id }: Job): Promise<Position> {
    return this.forget(id, workerMetadata(FORGET_INVITEE));
  }

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const { emailKey, left } = await this.accounts.state(accountId);
    const keys = [emailKey, ...left.map((address) => address.emailKey)];
    const found = await Promise.all([
      this.reads.find(invitationsProjection, { where: { usedBy: accountId } }),
      this.reads.find(invitationsProjection, { where: { emailKey: { in: keys } } }),
    ]);
    for (const id of new Set(found.flat().map(({ invitationId }) => invitationId))) {
      await this.forget(id, derivedMetadata(metadata));
    }
  }

  async eraseAgain({ invitations }: Erased): Promise<void> {
    for (const id of invitations) await this.sealer.erase(subjectOfInvitation(id));
  }

  async forget(id: string, metadata: CommandMetadata): Promise<Position> {
    await this.mailing.forget(`invitation-${id}`);
    await this.sealer.erase(subjectOfInvitation(id));
    const { position } = await this.commands.execute(invitation, new EraseInvitee(id, {}, metadata));
    // A mail that was being sent meanwhile did not see the erasure.
    await this.mailing.forget(`invitation-${id}`);
    return position;
  }
}

@PersonalDataPart()
@Injectable()
export class AccountErasure implements PersonalDataHolder {
  readonly turn = 4;

  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly mailing: Mailing,
    private readonly stripe: StripeGateway,
    @InjectVault() private readonly vault: Vault,
  ) {}

  /** @throws RetryableError when Stripe is unreachable */
  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const { records, customers, emailKey, left } = await this.accounts.state(accountId);
    // The last mail about the erasure is still to be sent.
    await this.mailing.forget(`account-${accountId}`, 'account-erased');
    for (const { kind, id } of records) await this.vault.erase(kind, id);
    for (const customer of customers) {
      const answer = await this.stripe.deleteCustomer(customer);
      if (answer.kind !== 'deleted') throw new RetryableError('customer-not-deleted', { partner: 'stripe' });
    }
    for (const key of new Set([emailKey, ...left.map((address) => address.emailKey)])) {
      await this.claims.free(key, accountId, null, metadata);
    }
  }

  async collect(accountId: string): Promise<Record<string, unknown>> {
    const doc = await this.accounts.find(accountId);
    const { emailKey: _, tokenVersion: __, passwordRecord: ___, words: ____, sessionsEndedAt: _____, ...account } = doc;
    const registeredAt = new Date(doc.registeredAt).toISOString();
    const roles = await this.accounts.roles(accountId);
    return { account: { ...account, roles, registeredAt, mailBounced: shownBounce(doc) } };
  }

  async eraseAgain({ accounts }: Erased): Promise<void> {
    for (const accountId of accounts) {
      const { records } = await this.accounts.state(accountId);
      for (const { kind, id } of records) await this.vault.erase(kind, id);
    }
  }
}
