import { Injectable } from '@nestjs/common';
import { Refused } from '../platform/decider.js';
import type { Asked, Session } from '../platform/http/request.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';
import { DetailsChanges } from './details-changes.js';
import { Login } from './login.js';
import { readUpdates } from './read-updates.js';

/** Another address needs the password again when the login is older, ms. */
const RECENT_LOGIN = 15 * 60_000;

/** A signed-in shopper's changes to their own name, phone and e-mail address. */
@Injectable()
export class OwnDetails {
  constructor(
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
    private readonly details: DetailsChanges,
    private readonly login: Login,
  ) {}

  /** @throws Refused 'invalid' | 'email-taken' | 'password-required' | 'password-wrong' */
  async update(
    updates: Record<string, unknown> | null,
    password: string | null,
    who: Session,
    asked: Asked,
  ): Promise<void> {
    const account = await this.reader.find(who.accountId);
    const changes = readUpdates(updates, account.billingAddress?.country);
    const isOld = this.desk.now() - who.signedInAt > RECENT_LOGIN;
    if (isOld && this.details.movesLogin(account, changes.email)) {
      if (!password) {
        throw new Refused(
          'password-required',
          'forbidden',
          'Please enter your password to change your e-mail address.',
        );
      }
      await this.login.confirm(who.accountId, password, asked.ip);
    }
    await this.details.change(account, changes, asked.origin);
  }
}
