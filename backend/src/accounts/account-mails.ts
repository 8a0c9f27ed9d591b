import { Injectable } from '@nestjs/common';
import { type ComposedMail, Letters, type MailOutcome, type MailSource } from '../mail/mailing.js';
import type { Config } from '../platform/config.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectConfig } from '../platform/platform.js';
import { ACCOUNT_MAILS } from './account.due.js';
import { type AccountState, RecordAccountMail, type RequestedMail } from './account.js';
import { AccountDesk } from './account-desk.js';
import { type AccountMail, accountLetter } from './account-letters.js';
import { AccountReader } from './account-reader.js';
import { type AccountLink, SignedLinks } from './signed-links.js';

/** Nothing says where an account's owner lives. */
const ZONE = 'UTC';

/** Writes the mails of accounts. Their links come from the vault; one that has expired by now is not mailed any more. */
@Letters()
@Injectable()
export class AccountMails implements MailSource {
  readonly source = ACCOUNT_MAILS;
  readonly write = accountLetter;

  constructor(
    private readonly desk: AccountDesk,
    private readonly reader: AccountReader,
    private readonly links: SignedLinks,
    @InjectConfig() private readonly config: Config,
  ) {}

  async compose(accountId: string, mailId: string): Promise<ComposedMail<AccountMail> | null> {
    const { mails, closed, pending } = await this.desk.state(accountId);
    const mail = mails.find((one) => one.mailId === mailId);
    if (!mail || mail.ended) return null;
    if (mail.kind === 'account-erased') return this.farewell(mail);
    return closed ? null : this.letter(accountId, mail, pending);
  }

  async ended(accountId: string, mailId: string, outcome: MailOutcome): Promise<number> {
    const { mails } = await this.desk.state(accountId);
    const farewell = mails.find((mail) => mail.mailId === mailId && mail.kind === 'account-erased');
    if (farewell?.linkRecord) await this.links.forget(farewell.linkRecord);
    const { position } = await this.desk.ask(RecordAccountMail, accountId, { mailId, outcome }, workerOrigin('mail'));
    return position;
  }

  private async letter(
    accountId: string,
    { kind, linkRecord, requestedAt }: RequestedMail,
    pending: AccountState['pending'],
  ): Promise<ComposedMail<AccountMail> | null> {
    const { email, name: given, emailKey } = await this.reader.find(accountId);
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
