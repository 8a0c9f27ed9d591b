import { Injectable } from '@nestjs/common';
import type { Origin } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import type { AccountState } from './account.js';
import { VerifyEmail } from './account-address.js';
import { AccountDesk } from './account-desk.js';
import { type KnownToReader, linkOver } from './account-security.js';
import { Credentials } from './credentials.js';
import { Emptying } from './emptying.js';
import type { AccountLink } from './signed-links.js';

type VerifyLink = Extract<AccountLink, { purpose: 'verify' }>;

/** Proof of the address that registered. All that was held on the account by others ends with it. */
@Injectable()
export class Verification {
  constructor(
    private readonly desk: AccountDesk,
    private readonly credentials: Credentials,
    private readonly emptying: Emptying,
  ) {}

  /** @throws Refused 'link-over' | 'password-changed' */
  async by({ accountId, emailKey }: VerifyLink, by: KnownToReader, origin: Origin): Promise<AccountState> {
    return (await this.desk.ask(VerifyEmail, accountId, { emailKey, by }, origin)).state;
  }

  /** By somebody who does not know the password: whoever registered the address keeps nothing. @throws Refused 'link-over' | 'password-...' */
  async withNewPassword({ accountId, emailKey }: VerifyLink, password: string, origin: Origin): Promise<AccountState> {
    this.credentials.check(password);
    const { passwordRecord: before, emailVerified, emailKey: own } = await this.desk.state(accountId);
    if (emailVerified || own !== emailKey) throw linkOver();
    const newPasswordRecord = await this.credentials.keep(password);
    const by = { newPasswordRecord };
    const { state } = await this.desk.ask(VerifyEmail, accountId, { emailKey, by }, origin);
    if (before && before !== state.passwordRecord) await this.credentials.forget(before);
    await this.emptying.begin(accountId, state, freshStep(origin));
    return state;
  }
}
