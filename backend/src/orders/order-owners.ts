import { Injectable } from '@nestjs/common';
import { Accounts } from '../accounts/accounts.js';
import { EmailClaims } from '../accounts/email-claims.js';

/** Whose an order without an account is: the account that has proven the address it was made with. */
@Injectable()
export class OrderOwners {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
  ) {}

  /** The account's id; null while nobody has proven the address. */
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
