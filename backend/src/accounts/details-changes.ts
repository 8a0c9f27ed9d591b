import { Injectable } from '@nestjs/common';
import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import type { Origin } from '../platform/decider.js';
import { freshStep } from '../platform/origins.js';
import { type AccountState, ChangeDetails, type Details } from './account.js';
import { MoveEmail, RequestEmailMove, UndoEmailChange } from './account-address.js';
import { AccountDesk } from './account-desk.js';
import { AccountReader } from './account-reader.js';
import { type KnownToReader, linkOver } from './account-security.js';
import type { AccountDoc } from './accounts.projection.js';
import { EmailClaims } from './email-claims.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

/** The old address can be had back for this long, ms. */
const UNDO_WITHIN = PROMISE_MS;
const MOVE_WITHIN = 7 * 24 * 3_600_000;

/** Changes of name, phone and address. Another address logs in once its owner has followed the link that was mailed to it. */
@Injectable()
export class DetailsChanges {
  constructor(
    private readonly desk: AccountDesk,
    private readonly claims: EmailClaims,
    private readonly links: SignedLinks,
    private readonly reader: AccountReader,
  ) {}

  /** Whether these updates are to move the login to another address. */
  movesLogin(account: AccountDoc, email: string | undefined): email is string {
    return email !== undefined && this.claims.keyOf(email) !== account.emailKey;
  }

  /** @throws Refused 'email-taken' | 'too-many' */
  async change(account: AccountDoc, updates: Partial<Details>, origin: Origin): Promise<void> {
    const { email, ...others } = updates;
    const moves = this.movesLogin(account, email);
    if (moves) await this.requestMove(account.accountId, email, origin);
    const personal = moves ? others : updates;
    await this.desk.ask(ChangeDetails, account.accountId, { personal }, moves ? freshStep(origin) : origin);
  }

  /** The link was followed by somebody who knows the account: the address is claimed, then the login moves. @throws Refused 'link-over' | 'email-taken' */
  async move(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'move' }>,
    linkRecord: string,
    by: KnownToReader,
    origin: Origin,
  ): Promise<AccountState> {
    const before = await this.reader.find(accountId);
    const { pending } = await this.desk.state(accountId);
    const isOpen = pending?.linkRecord === linkRecord && pending.expiresAt > this.desk.now();
    if (isOpen) await this.claims.claim(emailKey, accountId, origin);
    const until = this.desk.now() + UNDO_WITHIN;
    const undo: AccountLink = { purpose: 'undo', accountId, emailKey: before.emailKey, email: before.email };
    const left = { emailKey: before.emailKey, linkRecord: await this.links.make(undo, until), until };
    const { state } = await this.desk.ask(MoveEmail, accountId, { linkRecord, left, by, personal: { email } }, origin);
    const isKept = state.left.some((kept) => kept.linkRecord === left.linkRecord);
    if (before.emailKey !== emailKey) {
      await this.claims.release(before.emailKey, accountId, isKept ? until : null, origin);
    }
    return state;
  }

  /** The old address logs in again, and whoever is signed in is out. @throws Refused 'link-over' */
  async undo(
    { accountId, emailKey, email }: Extract<AccountLink, { purpose: 'undo' }>,
    record: string,
    origin: Origin,
  ): Promise<void> {
    const before = await this.desk.state(accountId);
    if (!before.left.some(({ linkRecord }) => linkRecord === record)) throw linkOver();
    await this.claims.claim(emailKey, accountId, origin);
    await this.desk.ask(UndoEmailChange, accountId, { linkRecord: record, personal: { email } }, origin);
    if (before.emailKey !== emailKey) await this.claims.release(before.emailKey, accountId, null, origin);
    await this.links.forget(record);
  }

  private async requestMove(accountId: string, email: string, origin: Origin): Promise<void> {
    const emailKey = this.claims.keyOf(email);
    await this.claims.checkFree(emailKey, accountId, origin);
    const expiresAt = this.desk.now() + MOVE_WITHIN;
    const linkRecord = await this.links.make<AccountLink>({ purpose: 'move', accountId, emailKey, email }, expiresAt);
    await this.desk.ask(RequestEmailMove, accountId, { emailKey, linkRecord, expiresAt, personal: { email } }, origin);
  }
}
