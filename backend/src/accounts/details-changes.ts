import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '../contract/limits.js';
import type { Origin } from '../platform/decider.js';
import type { Details } from './account.js';
import { ChangeDetails, ChangeEmail, UndoEmailChange } from './account-commands.js';
import { AccountDesk } from './account-desk.js';
import type { AccountDoc } from './accounts.js';
import { EmailClaims } from './email-claims.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

/** The old address can be had back for this long, ms. */
const UNDO_WITHIN = PROMISE_MS;
const VERIFY_WITHIN = 7 * 24 * 3_600_000;

/** Changes of name, phone and address. Another address logs in at once; the old one is told and stays claimed for a while. */
@Injectable()
export class DetailsChanges {
  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly links: SignedLinks,
  ) {}

  /** Whether these updates move the login to another address. */
  movesLogin(account: AccountDoc, email: string | undefined): email is string {
    return email !== undefined && this.claims.keyOf(email) !== account.emailKey;
  }

  /** @throws Refused 'email-taken' */
  async change(account: AccountDoc, updates: Partial<Details>, origin: Origin): Promise<void> {
    const { email } = updates;
    if (this.movesLogin(account, email)) return this.move(account, { ...updates, email }, origin);
    await this.desk.ask(ChangeDetails, account.accountId, { personal: updates }, origin);
  }

  /** The old address logs in again, and whoever is signed in is out. @throws Refused 'link-over' */
  async undo(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'undo' }>,
    record: string,
    origin: Origin,
  ) {
    const before = await this.desk.state(accountId);
    await this.claims.claim(emailKey, accountId, origin);
    await this.desk.ask(UndoEmailChange, accountId, { linkRecord: record, personal: { email } }, origin);
    if (before.emailKey !== emailKey) await this.claims.release(before.emailKey, accountId, null, origin);
    await this.links.forget(record);
  }

  private async move(
    account: AccountDoc,
    personal: Partial<Details> & { email: string },
    origin: Origin,
  ): Promise<void> {
    const { accountId, email, emailKey: oldKey } = account;
    const emailKey = this.claims.keyOf(personal.email);
    const until = this.desk.now() + UNDO_WITHIN;
    await this.claims.claim(emailKey, accountId, origin);
    const undo: AccountLink = { purpose: 'undo', accountId, emailKey: oldKey, email };
    const verify: AccountLink = { purpose: 'verify', accountId, emailKey };
    const [linkRecord, verifyLink] = await Promise.all([
      this.links.make(undo, until),
      this.links.make(verify, this.desk.now() + VERIFY_WITHIN),
    ]);
    const left = { emailKey: oldKey, linkRecord, until };
    await this.desk.ask(ChangeEmail, accountId, { emailKey, left, verifyLink, personal }, origin);
    await this.claims.release(oldKey, accountId, until, origin);
  }
}
