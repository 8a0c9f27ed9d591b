import { Injectable } from '@nestjs/common';
import { InjectClock } from '../../config/tokens.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { OneTimeCodes } from '../access/one-time-codes.js';
import type { AccountState } from './account.js';
import { MoveEmail, openUndo, RequestEmailMove, UndoEmailChange } from './account-address.js';
import { type AccountLink, MOVE_WITHIN, UNDO_WITHIN } from './account-link.js';
import { type Credential, linkOver } from './account-security.js';
import { Accounts } from './accounts.js';
import { EmailClaims } from './email-claims.js';
import { NewPasswords } from './passwords.js';

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

  /** Mails a link without revealing a taken address. False for a repeated request. @throws Refused 'too-many' */
  async request(accountId: string, email: string, metadata: CommandMetadata): Promise<boolean> {
    const emailKey = this.claims.keyOf(email);
    const expiresAt = this.clock() + MOVE_WITHIN;
    const facts = { emailKey, expiresAt, personal: { email } };
    return this.links.offer<AccountLink>({ purpose: 'move', accountId, emailKey, email }, expiresAt, (linkRecord) =>
      this.accounts.ask(RequestEmailMove, accountId, { ...facts, linkRecord }, metadata),
    );
  }

  /** Claims the address, then moves the login; copies share `undo`. @throws Refused 'link-over' | 'email-taken' */
  async move(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'move' }>,
    { linkRecord, undo: undoRecord }: { linkRecord: string; undo: string },
    by: Credential,
    metadata: CommandMetadata,
  ): Promise<AccountState> {
    const before = await this.accounts.find(accountId);
    const { pending } = await this.accounts.state(accountId);
    const isOpen = pending?.linkRecord === linkRecord && pending.expiresAt > this.clock();
    if (isOpen) await this.claims.claim(emailKey, accountId, metadata);
    else if (!(await this.accounts.isDone(accountId, metadata))) throw linkOver();
    const until = this.clock() + UNDO_WITHIN;
    const undo: AccountLink = { purpose: 'undo', accountId, emailKey: before.emailKey, email: before.email };
    const left = { emailKey: before.emailKey, linkRecord: await this.links.make(undo, until, undoRecord), until };
    const codes = await this.codes.entry(accountId);
    const facts = { linkRecord, left, codes, by, personal: { email } };
    const { state } = await this.accounts.ask(MoveEmail, accountId, facts, metadata);
    const isKept = state.left.some((kept) => kept.linkRecord === left.linkRecord);
    if (!isKept) await this.links.forget(left.linkRecord);
    if (before.emailKey !== emailKey) {
      await this.claims.free(before.emailKey, accountId, isKept ? until : null, metadata);
    }
    return state;
  }

  /** An interrupted undo can be repeated. @throws Refused 'link-over' | 'email-taken' | 'password-...' */
  async undo(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'undo' }>,
    record: string,
    newPassword: string | null,
    metadata: CommandMetadata,
  ): Promise<AccountState> {
    const before = await this.accounts.state(accountId);
    const { stood } = openUndo(before, record, this.clock());
    if (newPassword !== null) await this.passwords.checkFor(accountId, newPassword, [email]);
    await this.claims.claim(emailKey, accountId, metadata);
    // Codes end first, because a code of an intruder locks the owner out.
    await this.codes.endSince(accountId, stood.codes, metadata);
    const ask = (newPasswordRecord: string | null) =>
      this.accounts.ask(
        UndoEmailChange,
        accountId,
        { linkRecord: record, newPasswordRecord, personal: { email } },
        metadata,
      );
    const state = await this.passwords.replaceBy(ask, newPassword, before, metadata);
    // An intruder may have enrolled another code while the password was hashed.
    await this.codes.endSince(accountId, stood.codes, metadata);
    if (before.emailKey !== emailKey) await this.claims.free(before.emailKey, accountId, null, metadata);
    await this.links.forget(record);
    return state;
  }
}
