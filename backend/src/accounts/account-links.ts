import { Injectable } from '@nestjs/common';
import type { LinkProof } from '@supreme-access/contract/action-types.js';
import type { Session } from '@supreme-access/contract/api-types.js';
import { type Origin, Refused } from '../platform/decider.js';
import type { Asked, Session as SignedInAs } from '../platform/http/request.js';
import { InjectClock } from '../platform/platform.js';
import { MailedLinks } from '../platform/vault/mailed-links.js';
import type { AccountState } from './account.js';
import { RequestVerification, VerifyEmail } from './account-address.js';
import type { KnownToReader } from './account-security.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { NewPasswords } from './passwords.js';
import { SignIn, VERIFY_WITHIN } from './sign-in.js';

export type AccountLink =
  | { purpose: 'verify'; accountId: string; emailKey: string }
  | { purpose: 'reset'; accountId: string; emailKey: string }
  | { purpose: 'move'; accountId: string; emailKey: string; email: string }
  | { purpose: 'undo'; accountId: string; emailKey: string; email: string }
  | { purpose: 'farewell'; email: string; name: string };
export type AccountLinkPurpose = 'verify' | 'undo';
type FollowedLink = Extract<AccountLink, { purpose: 'verify' | 'move' | 'undo' }>;

export interface ReaderSays {
  password?: string | null;
  newPassword?: string | null;
}

/** The links of account mails that are acted on from the link's page; resetting a password has a form of its own. */
@Injectable()
export class AccountLinks {
  constructor(
    private readonly links: MailedLinks,
    private readonly accounts: Accounts,
    private readonly moves: AddressMoves,
    private readonly passwords: NewPasswords,
    private readonly signIn: SignIn,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** What the link is for, and what it asks of this reader. @throws Refused 'link-invalid' when it is none of ours, was used or has expired */
  async describe(token: string, reader: SignedInAs | null) {
    const { link, record, expiresAt } = await this.find(token);
    if (!isOpen(link, record, await this.accounts.state(link.accountId), this.clock())) throw linkInvalid();
    const purpose: AccountLinkPurpose = link.purpose === 'undo' ? 'undo' : 'verify';
    return { purpose, expiresAt: new Date(expiresAt).toISOString(), proof: proofOf(link, reader) };
  }

  /**
   * Does it; who verified an address, or had it back with a new password, goes on with a session of their own.
   * @throws Refused 'link-invalid' | 'link-over' | 'password-required' | 'password-wrong' | 'password-...' | 'email-taken'
   */
  async act(
    token: string,
    { password, newPassword }: ReaderSays,
    asked: Asked,
  ): Promise<{ purpose: AccountLinkPurpose } & Partial<Session>> {
    const { link, record } = await this.find(token);
    const { accountId } = link;
    if (link.purpose === 'undo') {
      const state = await this.moves.undo(link, record, newPassword || null, asked.origin);
      return { purpose: 'undo', ...(newPassword ? await this.entered(accountId, state, asked) : {}) };
    }
    const isNew = link.purpose === 'verify' && proofOf(link, asked.session) === 'choice' && !password && newPassword;
    const state = isNew
      ? await this.passwords.verify(link, newPassword, asked.origin)
      : await this.proven(link, record, await this.known(accountId, password ?? null, asked), asked);
    return { purpose: 'verify', ...(await this.entered(accountId, state, asked)) };
  }

  /** Whoever may not sign in has proven the address all the same; a link is no one-time code. */
  private async entered(accountId: string, state: AccountState, { session }: Asked): Promise<Partial<Session>> {
    const isIn = session?.accountId === accountId || !(await this.signIn.asksForCode(accountId));
    return isIn && !state.locked ? this.signIn.letIn(accountId, state) : {};
  }

  /** Mails the link that verifies once more; nothing for an address that is verified. @throws Refused 'too-many' */
  async sendAgain(accountId: string, origin: Origin): Promise<void> {
    const { emailKey, emailVerified } = await this.accounts.state(accountId);
    if (emailVerified) return;
    const link: AccountLink = { purpose: 'verify', accountId, emailKey };
    const linkRecord = await this.links.make(link, this.clock() + VERIFY_WITHIN);
    try {
      const { events } = await this.accounts.ask(RequestVerification, accountId, { emailKey, linkRecord }, origin);
      if (events.length === 0) await this.links.forget(linkRecord);
    } catch (error) {
      await this.links.forget(linkRecord);
      throw error;
    }
  }

  private async proven(
    link: Extract<FollowedLink, { purpose: 'verify' | 'move' }>,
    record: string,
    by: KnownToReader,
    { origin }: Asked,
  ): Promise<AccountState> {
    if (link.purpose === 'move') return this.moves.move(link, record, by, origin);
    const { accountId, emailKey } = link;
    return (await this.accounts.ask(VerifyEmail, accountId, { emailKey, by }, origin)).state;
  }

  private async known(accountId: string, password: string | null, { session, origin }: Asked): Promise<KnownToReader> {
    if (session?.accountId === accountId) return { tokenVersion: session.version };
    if (!password) throw new Refused('password-required', 'forbidden', 'Please enter the password of your account.');
    return { passwordRecord: await this.signIn.confirm(accountId, password, origin) };
  }

  private async find(token: string) {
    const known = await this.links.open<AccountLink>(token);
    const { link } = known ?? {};
    if (known && link && (link.purpose === 'verify' || link.purpose === 'move' || link.purpose === 'undo')) {
      return { ...known, link };
    }
    throw linkInvalid();
  }
}

/** A link to another address is for who has the account; one to the address that registered is for whoever reads it. */
function proofOf(link: FollowedLink, reader: SignedInAs | null): LinkProof {
  if (link.purpose === 'undo' || reader?.accountId === link.accountId) return 'none';
  return link.purpose === 'move' ? 'password' : 'choice';
}

function isOpen(link: FollowedLink, record: string, state: AccountState, now: number): boolean {
  if (state.closed) return false;
  switch (link.purpose) {
    case 'verify':
      return !state.emailVerified && state.emailKey === link.emailKey;
    case 'move':
      return state.pending?.linkRecord === record;
    case 'undo':
      return state.left.some(({ linkRecord, until }) => linkRecord === record && until > now);
  }
}

function linkInvalid(): Refused {
  return new Refused('link-invalid', 'not-found', 'This link is not valid any more.');
}
