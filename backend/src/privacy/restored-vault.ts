import { Injectable } from '@nestjs/common';
import { subjectOfAccount } from '../accounts/account.js';
import { Accounts } from '../accounts/accounts.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { PersonalData } from '../platform/personal-data.js';
import { Reads } from '../platform/read-models/reads.js';
import { Sealer } from '../platform/vault/sealer.js';

/** A restored vault knows nothing of the erasures since: at every start they are repeated from the log. */
@Injectable()
export class RestoredVault {
  constructor(
    private readonly reads: Reads,
    private readonly accounts: Accounts,
    private readonly holders: PersonalData,
    private readonly sealer: Sealer,
  ) {}

  /** Call it once the read models have caught up. What else the backup brought back, no event names: the sweep takes it. */
  async eraseAgain(): Promise<void> {
    const closed = await this.reads.find(accountsProjection, { where: { erased: true } });
    const erased: string[] = [];
    for (const { accountId } of closed) {
      // Only asked for: the worker finishes it, once nothing of the account is open.
      if ((await this.accounts.state(accountId)).erased) erased.push(accountId);
    }
    await this.holders.eraseAgain(erased);
    for (const accountId of erased) await this.sealer.erase(subjectOfAccount(accountId));
  }
}
