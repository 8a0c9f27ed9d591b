import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import { InjectClock } from '../../config/tokens.js';
import type { Origin } from '../../event-sourcing/decider.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import type { AccountState } from './account.js';
import { MoveEmail, openUndo, RequestEmailMove, UndoEmailChange } from './account-address.js';
import type { AccountLink } from './account-links.js';
import type { KnownToReader } from './account-security.js';
import { Accounts } from './accounts.js';
import { EmailClaims } from './email-claims.js';
import { NewPasswords } from './passwords.js';

/** The old address can be had back for this long, ms. */
export const UNDO_WITHIN = PROMISE_MS;
/** Another address is to be proven within so long, ms. */
export const MOVE_WITHIN = 7 * 24 * 3_600_000;

/** Logins that move to another address, and back to the one before. */
@Injectable()
export class AddressMoves {
  constructor(
    private readonly accounts: Accounts,
    private readonly claims: EmailClaims,
    private readonly links: MailedLinks,
    private readonly codes: OneTimeCodes,
    private readonly passwords: NewPasswords,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /**
   * Another address is asked for: a link is mailed to it, and whose it is shows only to who follows it. Returns whether it was this
   * request that asked, and no copy of it. @throws Refused 'too-many'
   */
  async request(accountId: string, email: string, origin: Origin): Promise<boolean> {
    const emailKey = this.claims.keyOf(email);
    const expiresAt = this.clock() + MOVE_WITHIN;
    const linkRecord = await this.links.make<AccountLink>({ purpose: 'move', accountId, emailKey, email }, expiresAt);
    const facts = { emailKey, linkRecord, expiresAt, personal: { email } };
    const { events } = await this.accounts.ask(RequestEmailMove, accountId, facts, origin);
    if (events.length === 0) await this.links.forget(linkRecord);
    return events.length > 0;
  }

  /**
   * The link was followed by somebody who knows the account: the address is claimed, then the login moves. `undo`: the name of the record
   * of the link back, the same for copies of the request. @throws Refused 'link-over' | 'email-taken'
   */
  async move(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'move' }>,
    { linkRecord, undo: undoRecord }: { linkRecord: string; undo: string },
    by: KnownToReader,
    origin: Origin,
  ): Promise<AccountState> {
    const before = await this.accounts.find(accountId);
    const { pending } = await this.accounts.state(accountId);
    const isOpen = pending?.linkRecord === linkRecord && pending.expiresAt > this.clock();
    if (isOpen) await this.claims.claim(emailKey, accountId, origin);
    const until = this.clock() + UNDO_WITHIN;
    const undo: AccountLink = { purpose: 'undo', accountId, emailKey: before.emailKey, email: before.email };
    const left = { emailKey: before.emailKey, linkRecord: await this.links.make(undo, until, undoRecord), until };
    const codes = await this.codes.entry(accountId);
    const facts = { linkRecord, left, codes, by, personal: { email } };
    const { state } = await this.accounts.ask(MoveEmail, accountId, facts, origin);
    const isKept = state.left.some((kept) => kept.linkRecord === left.linkRecord);
    if (before.emailKey !== emailKey) {
      await this.claims.free(before.emailKey, accountId, isKept ? until : null, origin);
    }
    return state;
  }

  /**
   * The old address logs in again; whoever is signed in is out, and what was set since to get in with is worth nothing. Cut off
   * before the login has moved back, it can be asked for once more. `newPassword` null: who has none any more sets one through a reset.
   * @throws Refused 'link-over' | 'email-taken' | 'password-...'
   */
  async undo(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'undo' }>,
    record: string,
    newPassword: string | null,
    origin: Origin,
  ): Promise<AccountState> {
    const before = await this.accounts.state(accountId);
    const { stood } = openUndo(before, record, this.clock());
    if (newPassword !== null) await this.passwords.checkFor(accountId, newPassword, [email]);
    await this.claims.claim(emailKey, accountId, origin);
    // First of all: a code that somebody else enrolled would keep the owner out.
    await this.codes.endSince(accountId, stood.codes, origin);
    const ask = (newPasswordRecord: string | null) =>
      this.accounts.ask(
        UndoEmailChange,
        accountId,
        { linkRecord: record, newPasswordRecord, personal: { email } },
        origin,
      );
    const state = await this.passwords.replaceBy(ask, newPassword, before, origin);
    // Once more: who was still signed in may have enrolled another one while the password was hashed.
    await this.codes.endSince(accountId, stood.codes, origin);
    if (before.emailKey !== emailKey) await this.claims.free(before.emailKey, accountId, null, origin);
    await this.links.forget(record);
    return state;
  }
}
