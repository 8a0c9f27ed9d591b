import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import { InjectVault } from '../platform/platform.js';
import type { Vault } from '../platform/vault/vault.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { AccountDesk } from './account-desk.js';
import { EmailClaims } from './email-claims.js';
import type { ErasureParticipant } from './personal-data.js';

/** What an account itself has outside the log: hashes and links in the vault, customers at Stripe, its addresses. */
@Injectable()
export class AccountRemains implements ErasureParticipant {
  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly stripe: StripeGateway,
    @InjectVault() private readonly vault: Vault,
  ) {}

  async subjectOpen(): Promise<boolean> {
    return false;
  }

  /** @throws when Stripe cannot be reached */
  async erase(accountId: string, origin: Origin): Promise<void> {
    const { records, customers, emailKey, left } = await this.desk.state(accountId);
    for (const { kind, id } of records) await this.vault.erase(kind, id);
    for (const customer of customers) {
      const answer = await this.stripe.deleteCustomer(customer);
      if (answer.kind !== 'deleted') throw new Error(`customer not deleted: ${answer.cause}`);
    }
    for (const key of new Set([emailKey, ...left.map((address) => address.emailKey)])) {
      await this.claims.release(key, accountId, null, origin);
    }
  }
}
