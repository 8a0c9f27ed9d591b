import { Injectable } from '@nestjs/common';
import { type ComposedMail, type DueMail, Letters, type MailOutcome, type MailSource } from '../mail/mailing.js';
import { Commands } from '../platform/commands.js';
import type { Config } from '../platform/config.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectClock, InjectConfig } from '../platform/platform.js';
import { MailedLinks } from '../platform/vault/mailed-links.js';
import { ACCOUNT_MAILS, INVITATION_MAILS } from './account.due.js';
import { type AccountState, RecordAccountMail, type RequestedMail } from './account.js';
import { type AccountMail, accountLetter } from './account-letters.js';
import type { AccountLink } from './account-links.js';
import { Accounts } from './accounts.js';
import { invitation, RecordInvitationMail } from './invitation.js';
import { Invitations } from './invitations.js';

/** Nothing says where somebody lives. */
const ZONE = 'UTC';

/** Writes the mails of accounts. Their links come from the vault; one that has expired by now is not mailed any more. */
@Letters()
@Injectable()
export class AccountMails implements MailSource {
  readonly source = ACCOUNT_MAILS;
  readonly write = accountLetter;

  constructor(
    private readonly accounts: Accounts,
    private readonly links: MailedLinks,
    @InjectConfig() private readonly config: Config,
  ) {}

  async compose(accountId: string, { mailId }: DueMail): Promise<ComposedMail<AccountMail> | null> {
    const { mails, closed, pending } = await this.accounts.state(accountId);
    const mail = mails.find((one) => one.mailId === mailId);
    if (!mail || mail.ended) return null;
    if (mail.kind === 'account-erased') return this.farewell(mail);
    return closed ? null : this.letter(accountId, mail, pending);
  }

  async ended(accountId: string, { mailId }: DueMail, outcome: MailOutcome): Promise<number> {
    const { mails } = await this.accounts.state(accountId);
    const farewell = mails.find((mail) => mail.mailId === mailId && mail.kind === 'account-erased');
    if (farewell?.linkRecord) await this.links.forget(farewell.linkRecord);
    const { position } = await this.accounts.ask(
      RecordAccountMail,
      accountId,
      { mailId, outcome },
      workerOrigin('mail'),
    );
    return position;
  }

  private async letter(
    accountId: string,
    { kind, linkRecord, requestedAt }: RequestedMail,
    pending: AccountState['pending'],
  ): Promise<ComposedMail<AccountMail> | null> {
    const { email, name: given, emailKey } = await this.accounts.find(accountId);
    const known = linkRecord === null ? null : await this.links.read<AccountLink>(linkRecord);
    const name = greeted(given);
    const at = { at: requestedAt, zone: ZONE };
    switch (kind) {
      case 'already-registered': {
        const login = this.page('/login');
        // Mails of before held no link of their own.
        if (!known)
          return linkRecord ? null : { to: email, content: { kind, name, link: this.page('/forgot'), login } };
        return { to: email, content: { kind, name, link: this.page(`/reset/${known.token}`), login } };
      }
      case 'password-changed':
        return { to: email, content: { kind, name, link: this.page('/forgot'), changed: at } };
      case 'verify-email':
      case 'password-reset': {
        const link = known?.link;
        if (!known || !link || !('emailKey' in link) || link.emailKey !== emailKey) return null;
        const path = kind === 'verify-email' ? '/action/' : '/reset/';
        const expires = { at: known.expiresAt, zone: ZONE };
        return { to: email, content: { kind, name, link: this.page(path + known.token), expires } };
      }
      case 'move-email': {
        if (known?.link.purpose !== 'move' || pending?.linkRecord !== linkRecord) return null;
        const expires = { at: known.expiresAt, zone: ZONE };
        const content = { kind, name, link: this.page(`/action/${known.token}`), expires };
        return { to: known.link.email, content };
      }
      case 'email-changed-undo': {
        if (known?.link.purpose !== 'undo') return null;
        const expires = { at: known.expiresAt, zone: ZONE };
        const content = { kind, name, link: this.page(`/action/${known.token}`), changed: at, expires };
        return { to: known.link.email, content };
      }
      default:
        return null;
    }
  }

  private async farewell({ linkRecord, requestedAt }: RequestedMail): Promise<ComposedMail<AccountMail> | null> {
    const known = linkRecord === null ? null : await this.links.read<AccountLink>(linkRecord);
    if (known?.link.purpose !== 'farewell') return null;
    const { email, name } = known.link;
    const erased = { at: requestedAt, zone: ZONE };
    return { to: email, content: { kind: 'account-erased', name: greeted(name), link: this.page('/'), erased } };
  }

  private page(path: string): string {
    return `${this.config.publicUrl}${path}`;
  }
}

function greeted(name: string): string {
  return name === '' ? 'Hello' : name;
}

/** Writes the mail of an invitation, unless it was used, revoked or is over by now. */
@Letters()
@Injectable()
export class InvitationMails implements MailSource {
  readonly source = INVITATION_MAILS;
  readonly write = accountLetter;

  constructor(
    private readonly commands: Commands,
    private readonly invitations: Invitations,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async compose(id: string, { mailId }: DueMail): Promise<ComposedMail<AccountMail> | null> {
    const state = await this.commands.state(invitation, id);
    if (state.mailId !== mailId) return null;
    const { email, ended, expiresAt, role } = await this.invitations.find(id);
    if (email === null || ended !== null || expiresAt <= this.clock()) return null;
    const link = `${this.config.publicUrl}/register?token=${await this.invitations.tokenOf(id, expiresAt)}`;
    const expires = { at: expiresAt, zone: ZONE };
    return { to: email, content: { kind: 'invitation', name: 'Hello', link, expires, role } };
  }

  async ended(id: string, { mailId }: DueMail, outcome: MailOutcome): Promise<number> {
    const command = new RecordInvitationMail(id, { mailId, outcome }, workerOrigin('mail'));
    return (await this.commands.execute(invitation, command)).position;
  }
}
