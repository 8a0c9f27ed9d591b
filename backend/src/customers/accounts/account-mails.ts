import { Injectable } from '@nestjs/common';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { Config } from '../../config/config.js';
import { InjectConfig, InjectEventLog, InjectSchema } from '../../config/tokens.js';
import { currentData, type Schema } from '../../event-sourcing/codec.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { idsAbout, type MailName } from '../../mail/mail.js';
import { greeting, type MailData, type MailTemplate, type Moment, shownTime } from '../../mail/mail-template.js';
import { MailedLinks, type SignedLink } from '../../mail/mailed-links.js';
import { type ComposedMail, type MailSource, MailSources } from '../../mail/mailing.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import type { AccountEvent } from './account.js';
import {
  type AccountLink,
  FAREWELL_WITHIN,
  MOVE_WITHIN,
  RESET_WITHIN,
  UNDO_WITHIN,
  VERIFY_WITHIN,
} from './account-link.js';
import { Accounts } from './accounts.js';

interface ExpiringMailTemplate extends MailData {
  expires: Moment;
}

export interface AccountMailData {
  'verify-email': ExpiringMailTemplate;
  'password-reset': ExpiringMailTemplate;
  'already-registered': MailData & { login: string };
  'move-email': ExpiringMailTemplate;
  'email-changed-undo': ExpiringMailTemplate & { changed: Moment };
  'password-changed': MailData & { changed: Moment };
  'account-erased': MailData & { erased: Moment };
  invitation: ExpiringMailTemplate & { role: Role | null };
}

export type AccountMailKind = keyof AccountMailData;
export type AccountMail<K extends AccountMailKind = AccountMailKind> = {
  [P in K]: { kind: P } & AccountMailData[P];
}[K];

const accountMailTemplates: { [K in AccountMailKind]: (data: AccountMailData[K]) => MailTemplate } = {
  'verify-email': ({ name, link, expires }) => ({
    subject: 'Confirm your email address',
    stamp: 'Account',
    title: 'Confirm your email address.',
    paragraphs: [...greeting(name), 'You signed up with this address. Confirm that it is yours.'],
    ticket: null,
    action: { label: 'Confirm address', link },
    notes: [
      `The link works until ${shownTime(expires)}.`,
      'You can already reserve slots. If you did not sign up, ignore this email.',
    ],
  }),

  'password-reset': ({ name, link, expires }) => ({
    subject: 'Set a new password',
    stamp: 'Account',
    title: 'Set a new password.',
    paragraphs: [
      ...greeting(name),
      'You asked for a link to set a new password. It works once, and using it logs you out everywhere.',
    ],
    ticket: null,
    action: { label: 'Set new password', link },
    notes: [
      `The link works until ${shownTime(expires)}.`,
      'If you did not ask for it, ignore this email: your password stays the same.',
    ],
  }),

  'already-registered': ({ name, link, login }) => ({
    subject: 'You already have an account',
    stamp: 'Account',
    title: 'You already have an account.',
    paragraphs: [
      ...greeting(name),
      'Someone tried to sign up with this address, which already has an account. Nothing was changed.',
      `If it is your account, log in at ${login}.`,
      'If you did not create it, or forgot its password, set a new password. That logs the account out everywhere.',
    ],
    ticket: null,
    action: { label: 'Set a password', link },
    notes: ['The link works once, for 30 minutes.', 'If you did not try to sign up, ignore this email.'],
  }),

  'move-email': ({ name, link, expires }) => ({
    subject: 'Confirm your new email address',
    stamp: 'Account',
    title: 'Confirm your new email address.',
    paragraphs: [
      ...greeting(name),
      'You asked to log in with this address from now on. Confirm that it is yours. Until then nothing changes.',
    ],
    ticket: null,
    action: { label: 'Confirm address', link },
    notes: [
      `The link works until ${shownTime(expires)}. If you are not logged in, it asks for your password.`,
      'If you have no account with us, ignore this email.',
    ],
  }),

  'email-changed-undo': ({ name, link, changed, expires }) => ({
    subject: 'Your email address was changed',
    stamp: 'Security',
    title: 'Your email address was changed.',
    paragraphs: [
      ...greeting(name),
      `The email address of your account was changed on ${shownTime(changed)}. You can no longer log in with this one.`,
      'If this was not you, undo the change and set a new password.',
    ],
    ticket: null,
    action: { label: 'Undo the change', link },
    notes: [`You can undo it until ${shownTime(expires)}. If this was you, there is nothing you need to do.`],
  }),

  'password-changed': ({ name, link, changed }) => ({
    subject: 'Your password was changed',
    stamp: 'Security',
    title: 'Your password was changed.',
    paragraphs: [
      ...greeting(name),
      `Your password was changed on ${shownTime(changed)}. You were logged out everywhere else.`,
      'If this was not you, set a new one now.',
    ],
    ticket: null,
    action: { label: 'Set new password', link },
    notes: ['If this was you, there is nothing you need to do.'],
  }),

  'account-erased': ({ name, link, erased }) => ({
    subject: 'Your account was erased',
    stamp: 'Account',
    title: 'Your account was erased.',
    paragraphs: [
      ...greeting(name),
      `Your account was erased on ${shownTime(erased)}: your details, addresses, profiles and cards are gone.`,
      'The history of your orders is kept, without anything that identifies you.',
    ],
    ticket: null,
    action: { label: 'Visit the shop', link },
    notes: ['This is the last email about this account.'],
  }),
  invitation: invitationMailTemplate,
};

const INVITED: Record<Role, string> = {
  admin: 'as an admin: you can manage products, orders and accounts',
  auditor: 'as an auditor: you can see everything and change nothing',
  shopper: 'to create an account',
};

function invitationMailTemplate({ name, link, expires, role }: AccountMailData['invitation']): MailTemplate {
  return {
    subject: 'You are invited',
    stamp: 'Invitation',
    title: 'You are invited.',
    paragraphs: [...greeting(name), `You are invited ${INVITED[role ?? 'shopper']}. Register with this address.`],
    ticket: null,
    action: { label: 'Register', link },
    notes: [
      `The link works once, for this address alone, until ${shownTime(expires)}.`,
      'If you do not know who invited you, ignore this email.',
    ],
  };
}

export function accountMailTemplate<K extends AccountMailKind>(content: AccountMail<K>): MailTemplate {
  return accountMailTemplates[content.kind](content);
}

/** ms */
const LINK_WITHIN: Readonly<Record<Exclude<AccountMailKind, 'invitation'>, number>> = {
  'verify-email': VERIFY_WITHIN,
  'password-reset': RESET_WITHIN,
  'already-registered': RESET_WITHIN,
  'move-email': MOVE_WITHIN,
  'email-changed-undo': UNDO_WITHIN,
  'password-changed': 0,
  'account-erased': FAREWELL_WITHIN,
};

const ZONE = 'UTC';

type Composed = Omit<ComposedMail<AccountMail>, 'accountId'>;
type SignedAccountLink = SignedLink<AccountLink>;
/** `at`: ms UTC */
interface Cause {
  kind: keyof typeof LINK_WITHIN;
  linkRecord: string | null;
  at: number;
}

@MailSources()
@Injectable()
export class AccountMails implements MailSource {
  readonly kinds = Object.keys(LINK_WITHIN);
  readonly write = accountMailTemplate;

  constructor(
    private readonly accounts: Accounts,
    private readonly links: MailedLinks,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectConfig() private readonly config: Config,
  ) {}

  async compose(name: MailName): Promise<ComposedMail<AccountMail> | null> {
    const accountId = accountIn(name);
    const cause = await this.causeOf(name);
    const earlier = await this.linkOf(cause);
    const isLast = cause.kind === 'account-erased';
    const composed = isLast
      ? farewell(cause, earlier, this.page('/'))
      : await this.contentOf(accountId, cause, earlier);
    return composed && { ...composed, accountId };
  }

  async isErased({ kind, ...name }: MailName): Promise<boolean> {
    return kind !== 'account-erased' && (await this.accounts.state(accountIn(name))).closed;
  }

  /** The record of the link holds the address of the erased person. */
  async ended(name: MailName): Promise<void> {
    if (name.kind !== 'account-erased') return;
    const { linkRecord } = await this.causeOf(name);
    if (linkRecord !== null) await this.links.forget(linkRecord);
  }

  private async causeOf({ about, kind, which }: MailName): Promise<Cause> {
    const event = await eventAt(this.log, about, Number(which));
    if (!event) throw new Error(`no event ${which} in ${about}`);
    const { type, data } = { type: event.type, data: currentData(event, this.schema) } as unknown as AccountEvent;
    const linkRecord = type === 'EmailMoved' ? data.left?.linkRecord : 'linkRecord' in data ? data.linkRecord : null;
    return { kind: kind as Cause['kind'], linkRecord: linkRecord ?? null, at: event.metadata.recordedAt };
  }

  private async contentOf(
    accountId: string,
    { kind, linkRecord, at: causedAt }: Cause,
    earlier: SignedAccountLink | null,
  ): Promise<Composed | null> {
    const { closed, pending } = await this.accounts.state(accountId);
    if (closed) return null;
    const { email, name: given, emailKey, emailVerified } = await this.accounts.find(accountId);
    // A stranger may have typed the name, so an unverified address never receives it.
    const name = emailVerified && kind !== 'move-email' ? greeted(given) : UNKNOWN;
    const at = { at: causedAt, zone: ZONE };
    if (kind === 'password-changed') {
      return { to: email, content: { kind, name, link: this.page('/forgot'), changed: at } };
    }
    if (!earlier) return null;
    const { link, token } = earlier;
    const expires = { at: earlier.expiresAt, zone: ZONE };
    switch (kind) {
      case 'already-registered':
        return { to: email, content: { kind, name, link: this.page(`/reset/${token}`), login: this.page('/login') } };
      case 'verify-email':
      case 'password-reset': {
        if (!('emailKey' in link) || link.emailKey !== emailKey) return null;
        const path = kind === 'verify-email' ? '/action/' : '/reset/';
        return { to: email, content: { kind, name, link: this.page(path + token), expires } };
      }
      case 'move-email':
        if (link.purpose !== 'move' || pending?.linkRecord !== linkRecord) return null;
        return { to: link.email, content: { kind, name, link: this.page(`/action/${token}`), expires } };
      case 'email-changed-undo':
        if (link.purpose !== 'undo') return null;
        return { to: link.email, content: { kind, name, link: this.page(`/action/${token}`), changed: at, expires } };
      default:
        return null;
    }
  }

  private async linkOf({ kind, linkRecord, at }: Cause): Promise<SignedAccountLink | null> {
    return linkRecord === null ? null : this.links.read<AccountLink>(linkRecord, at + LINK_WITHIN[kind]);
  }

  private page(path: string): string {
    return `${this.config.publicUrl}${path}`;
  }
}

const UNKNOWN = 'Hello';

function greeted(name: string): string {
  return name === '' ? UNKNOWN : name;
}

function accountIn(name: Pick<MailName, 'about'>): string {
  return idsAbout('account', name)[0] ?? '';
}

function farewell({ at }: Cause, earlier: SignedAccountLink | null, link: string): Composed | null {
  if (earlier?.link.purpose !== 'farewell') return null;
  const { email, name } = earlier.link;
  return { to: email, content: { kind: 'account-erased', name: greeted(name), link, erased: { at, zone: ZONE } } };
}
