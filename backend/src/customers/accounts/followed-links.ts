import { Injectable } from '@nestjs/common';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { Refused } from '../../event-sourcing/decider.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import type { Asked } from '../../event-sourcing/requester.js';
import type { AccountState } from './account.js';
import { VerifyEmail } from './account-address.js';
import { type AccountLinkPurpose, AccountLinks, type FollowedLink, proofOf } from './account-links.js';
import type { KnownToReader } from './account-security.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { NewPasswords } from './passwords.js';
import { SignIn } from './sign-in.js';

export interface ReaderSays {
  password?: string | null;
  newPassword?: string | null;
}

/** A link, who follows it, and the session that they go on with. */
interface Followed {
  link: FollowedLink;
  record: string;
  /** null: who sets a new password, or has the address back */
  by: KnownToReader | null;
  /** whether its reader may go on at all, and as staff that can do nothing but set up one-time codes */
  goesOn: boolean;
  mustEnrol: boolean;
  /** of the session that begins then; '' where none does */
  token: string;
}

/** What the page behind a link does. However many copies of a request come, the link is followed once and one session begins. */
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

  /**
   * Does it; who verified an address, or had it back with a new password, goes on with a session of their own.
   * @throws Refused 'link-invalid' | 'link-over' | 'password-required' | 'password-wrong' | 'password-...' | 'email-taken' | 'already-done'
   */
  async act(
    token: string,
    says: ReaderSays,
    asked: Asked,
  ): Promise<{ purpose: AccountLinkPurpose } & Partial<Session>> {
    let isIn = false;
    const { link, token: session } = await this.repeats.once<Followed>(asked, {
      purpose: 'followed-link',
      target: token,
      isDone: (made) => this.isDone(made, token, asked),
      make: () => this.judged(token, says, asked),
      does: (made) => this.follow(made, says, asked),
      stands: async (made) => {
        isIn = await this.goesOn(made, asked);
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

  /** A link that was used up is no longer there to say whose it was. */
  private async isDone(made: Followed | null, token: string, { origin }: Asked): Promise<boolean> {
    const link = made?.link ?? (await this.links.open(token))?.link;
    return link !== undefined && (await this.accounts.isDone(link.accountId, origin));
  }

  private async judged(token: string, { password, newPassword }: ReaderSays, asked: Asked): Promise<Followed> {
    const { link, record } = await this.links.find(token);
    const { accountId, purpose } = link;
    const isNew = purpose === 'verify' && proofOf(link, asked.session) === 'choice' && !password && newPassword;
    const by = purpose === 'undo' || isNew ? null : await this.known(accountId, password ?? null, asked);
    const { tokenVersion } = await this.accounts.state(accountId);
    const goesOn = purpose !== 'undo' || Boolean(newPassword);
    const mustEnrol = await this.accounts.mustEnrol(accountId);
    // Following a link ends all sessions but the one that it begins.
    const session = goesOn ? await this.accounts.signSession(accountId, tokenVersion + 1) : '';
    return { link, record, by, goesOn, mustEnrol, token: session };
  }

  /** Whoever may not sign in has proven the address all the same; a link is no one-time code. Asked once what the link does is done. */
  private async goesOn({ link, goesOn, mustEnrol }: Followed, { session }: Asked): Promise<boolean> {
    const { accountId } = link;
    const state = await this.accounts.state(accountId);
    if (!goesOn || state.locked) return false;
    // Undoing a move may take off codes without which the session would be less.
    if (!mustEnrol && (await this.accounts.mustEnrol(accountId))) return false;
    return session?.accountId === accountId || !(await this.signIn.asksForCode(accountId));
  }

  private async follow(
    { link, record, by }: Followed,
    { newPassword }: ReaderSays,
    asked: Asked,
  ): Promise<AccountState> {
    const { origin } = asked;
    const { accountId, emailKey, purpose } = link;
    await this.repeats.willEndSession(asked, accountId);
    if (purpose === 'undo') return this.moves.undo(link, record, newPassword || null, origin);
    if (by === null)
      return this.passwords.verify(link as Extract<FollowedLink, { purpose: 'verify' }>, newPassword ?? '', origin);
    if (purpose === 'verify') return (await this.accounts.ask(VerifyEmail, accountId, { emailKey, by }, origin)).state;
    const undo = this.repeats.idOf('undo-link', accountId, origin);
    return this.moves.move(link, { linkRecord: record, undo }, by, origin);
  }

  private async known(accountId: string, password: string | null, { session, origin }: Asked): Promise<KnownToReader> {
    if (session?.accountId === accountId) return { tokenVersion: session.version };
    if (!password) throw new Refused('password-required', 'forbidden', 'Please enter the password of your account.');
    return { passwordRecord: await this.signIn.confirm(accountId, password, origin) };
  }
}
