import { Injectable } from '@nestjs/common';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { Refused } from '../../event-sourcing/decider.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import type { RequestContext } from '../../event-sourcing/requester.js';
import type { AccountState } from './account.js';
import { VerifyEmail } from './account-address.js';
import type { AccountLinkPurpose, FollowedLink } from './account-link.js';
import { AccountLinks, proofOf } from './account-links.js';
import type { Credential } from './account-security.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { NewPasswords } from './passwords.js';
import { SignIn } from './sign-in.js';

export interface ReaderSays {
  password?: string | null;
  newPassword?: string | null;
}

interface Followed {
  link: FollowedLink;
  record: string;
  by: Credential | null;
  /** whether a session begins; `mustEnrol`: it can only set up one-time codes */
  goesOn: boolean;
  mustEnrol: boolean;
  token: string;
}

/** Copies of a request follow the link once and share one session. */
@Injectable()
export class FollowedLinks {
  constructor(
    private readonly links: AccountLinks,
    private readonly accounts: Accounts,
    private readonly moves: AddressMoves,
    private readonly passwords: NewPasswords,
    private readonly signIn: SignIn,
    private readonly repeats: RepeatedSecrets,
  ) {}

  /** @throws Refused 'link-invalid' | 'link-over' | 'password-...' | 'email-taken' | 'already-done' */
  async act(
    token: string,
    says: ReaderSays,
    context: RequestContext,
  ): Promise<{ purpose: AccountLinkPurpose } & Partial<Session>> {
    let isIn = false;
    const { link, token: session } = await this.repeats.once<Followed>(context, {
      purpose: 'followed-link',
      target: token,
      isDone: (made) => this.isDone(made, token, context),
      make: () => this.judged(token, says, context),
      does: (made) => this.follow(made, says, context),
      isValid: async (made) => {
        isIn = await this.goesOn(made, context);
        return !isIn || this.accounts.admit(made.token);
      },
    });
    const purpose = link.purpose === 'undo' ? 'undo' : 'verify';
    if (!isIn) return { purpose };
    return {
      purpose,
      ...(await this.signIn.letIn(link.accountId, await this.accounts.state(link.accountId), session)),
    };
  }

  private async isDone(made: Followed | null, token: string, { metadata }: RequestContext): Promise<boolean> {
    const link = made?.link ?? (await this.links.open(token))?.link;
    return link !== undefined && (await this.accounts.isDone(link.accountId, metadata));
  }

  private async judged(token: string, says: ReaderSays, context: RequestContext): Promise<Followed> {
    const { password, newPassword } = says;
    const { link, record } = await this.links.find(token);
    const { accountId, purpose } = link;
    const isNew = purpose === 'verify' && proofOf(link, context.session) === 'choice' && !password && newPassword;
    const by = purpose === 'undo' || isNew ? null : await this.credentialOf(accountId, password ?? null, context);
    const { tokenVersion } = await this.accounts.state(accountId);
    const goesOn = purpose !== 'undo' || Boolean(newPassword);
    const mustEnrol = await this.accounts.mustEnrol(accountId);
    // Following the link raises the version, which ends all other sessions.
    const session = goesOn ? await this.accounts.signSession(accountId, tokenVersion + 1) : '';
    return { link, record, by, goesOn, mustEnrol, token: session };
  }

  /** Call it after the link took effect. An owner who is locked or uses codes has to log in. */
  private async goesOn({ link, goesOn, mustEnrol }: Followed, { session }: RequestContext): Promise<boolean> {
    const { accountId } = link;
    const state = await this.accounts.state(accountId);
    if (!goesOn || state.locked) return false;
    // An undo may remove one-time codes, which downgrades the session.
    if (!mustEnrol && (await this.accounts.mustEnrol(accountId))) return false;
    return session?.accountId === accountId || !(await this.signIn.asksForCode(accountId));
  }

  private async follow(
    { link, record, by }: Followed,
    { newPassword }: ReaderSays,
    context: RequestContext,
  ): Promise<AccountState> {
    const { metadata } = context;
    const { accountId, emailKey, purpose } = link;
    await this.repeats.willEndSession(context, accountId);
    if (purpose === 'undo') return this.moves.undo(link, record, newPassword || null, metadata);
    if (by === null)
      return this.passwords.verify(link as Extract<FollowedLink, { purpose: 'verify' }>, newPassword ?? '', metadata);
    if (purpose === 'verify')
      return (await this.accounts.ask(VerifyEmail, accountId, { emailKey, by }, metadata)).state;
    const undo = this.repeats.idOf('undo-link', accountId, metadata);
    return this.moves.move(link, { linkRecord: record, undo }, by, metadata);
  }

  private async credentialOf(
    accountId: string,
    password: string | null,
    { session, metadata }: RequestContext,
  ): Promise<Credential> {
    if (session?.accountId === accountId) return { tokenVersion: session.version };
    if (!password) throw new Refused('password-required', 'forbidden', 'Please enter the password of your account.');
    return { passwordRecord: await this.signIn.confirm(accountId, password, metadata) };
  }
}
