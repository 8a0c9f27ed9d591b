import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type Origin, Refused } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import type { AccountState } from './account.js';
import { AccountDesk } from './account-desk.js';
import { ChangePassword, ReplacePassword, RequestPasswordReset, ResetPassword } from './account-security.js';
import { Credentials } from './credentials.js';
import { EmailClaims } from './email-claims.js';
import { Emptying } from './emptying.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

/** ms */
export const RESET_WITHIN = 30 * 60_000;
/** Every answer takes at least this long, so that the time does not tell who has an account; ms. */
const ANSWER_AFTER = 100;

/** New passwords: by the owner, or through a link that was mailed. Every one ends all sessions and is told by mail. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly credentials: Credentials,
    private readonly links: SignedLinks,
    private readonly emptying: Emptying,
  ) {}

  /** Mails a link when the address has an account; says the same when it has none. */
  async forgot(email: string, origin: Origin): Promise<void> {
    await Promise.all([wait(ANSWER_AFTER), this.request(email, origin)]);
  }

  /** @throws Refused 'link-over' with the form's text, 'password-...' */
  async reset(token: string, password: string, origin: Origin): Promise<void> {
    this.credentials.check(password);
    const known = await this.links.open<AccountLink>(token);
    if (known?.link.purpose !== 'reset') throw resetOver();
    const { record, link } = known;
    const { passwordRecord: before, resets } = await this.desk.state(link.accountId);
    if (!resets.some(({ linkRecord }) => linkRecord === record)) throw resetOver();
    const passwordRecord = await this.credentials.keep(password);
    const { accountId } = link;
    const { state } = await this.desk.ask(ResetPassword, accountId, { linkRecord: record, passwordRecord }, origin);
    await this.links.forget(record);
    if (before) await this.credentials.forget(before);
    await this.emptying.begin(accountId, state, freshStep(origin));
  }

  /** `current` is the record that the owner's password was checked against. */
  async change(accountId: string, current: string, password: string, origin: Origin): Promise<AccountState> {
    this.credentials.check(password);
    const passwordRecord = await this.credentials.keep(password);
    const { state } = await this.desk.ask(ChangePassword, accountId, { current, passwordRecord }, origin);
    if (state.passwordRecord !== current) await this.credentials.forget(current);
    return state;
  }

  /** By the operator, of an account whose address nobody has proven. */
  async replace(accountId: string, password: string, origin: Origin): Promise<void> {
    this.credentials.check(password);
    const { passwordRecord: before } = await this.desk.state(accountId);
    const passwordRecord = await this.credentials.keep(password);
    await this.desk.ask(ReplacePassword, accountId, { passwordRecord }, origin);
    if (before) await this.credentials.forget(before);
  }

  private async request(email: string, origin: Origin): Promise<void> {
    const emailKey = this.claims.keyOf(email);
    const accountId = await this.claims.accountOf(emailKey);
    if (accountId === null) return;
    const expiresAt = this.desk.now() + RESET_WITHIN;
    const linkRecord = await this.links.make<AccountLink>({ purpose: 'reset', accountId, emailKey }, expiresAt);
    await this.desk.ask(RequestPasswordReset, accountId, { linkRecord, expiresAt }, origin);
  }
}

function resetOver(): Refused {
  return new Refused('link-over', 'invalid', TEXTS.form);
}
