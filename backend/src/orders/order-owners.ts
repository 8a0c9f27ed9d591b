import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Accounts } from '../customers/accounts/accounts.js';
import { EmailClaims } from '../customers/accounts/email-claims.js';
import { Orders } from './orders.js';

@Injectable()
export class OrderOwners implements OnModuleInit {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly orders: Orders,
  ) {}

  onModuleInit(): void {
    this.orders.asksForOwners((email) => this.of(email));
  }

  /** Returns the account id, or null while the address is unverified. */
  async of(email: string | null): Promise<string | null> {
    if (email === null) return null;
    const accountId = await this.claims.accountOf(this.claims.keyOf(email));
    if (accountId === null) return null;
    return (await this.accounts.state(accountId)).emailVerified ? accountId : null;
  }

  isOf(email: string | null, emailKey: string): boolean {
    return email !== null && this.claims.keyOf(email) === emailKey;
  }
}
