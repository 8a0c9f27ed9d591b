import { Injectable } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import type { Origin } from '../platform/decider.js';
import { type PersonalDataHolder, PersonalDataPart } from '../platform/personal-data.js';
import { InjectVault } from '../platform/platform.js';
import type { Vault } from '../platform/vault/vault.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { ACCOUNT_MAILS } from './account.due.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';
import { EmailClaims } from './email-claims.js';

/** What an account itself has outside the log: hashes and links in the vault, copies of its mails, customers at Stripe, its addresses. */
@PersonalDataPart()
@Injectable()
export class AccountErasure implements PersonalDataHolder {
  readonly turn = 4;

  constructor(
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
    private readonly claims: EmailClaims,
    private readonly mailing: Mailing,
    private readonly stripe: StripeGateway,
    @InjectVault() private readonly vault: Vault,
  ) {}

  /** @throws when Stripe cannot be reached */
  async erase(accountId: string, origin: Origin): Promise<void> {
    const { records, customers, emailKey, left, mails } = await this.desk.state(accountId);
    // All but the last mail, which tells that this has happened.
    const gone = mails.filter(({ kind }) => kind !== 'account-erased').map(({ mailId }) => mailId);
    await this.mailing.forget(ACCOUNT_MAILS, accountId, gone);
    for (const { kind, id } of records) await this.vault.erase(kind, id);
    for (const customer of customers) {
      const answer = await this.stripe.deleteCustomer(customer);
      if (answer.kind !== 'deleted') throw new Error(`customer not deleted: ${answer.cause}`);
    }
    for (const key of new Set([emailKey, ...left.map((address) => address.emailKey)])) {
      await this.claims.release(key, accountId, null, origin);
    }
  }

  async collect(accountId: string): Promise<Record<string, unknown>> {
    return { account: await this.reader.exported(accountId) };
  }

  async eraseAgain(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) {
      const { records } = await this.desk.state(accountId);
      for (const { kind, id } of records) await this.vault.erase(kind, id);
    }
  }
}
