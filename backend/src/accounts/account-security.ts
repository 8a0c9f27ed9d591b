import type { OrderMailKind } from '@supreme-access/contract/event-names.js';
import type { Bounce } from '../mail/bounces.js';
import {
  type MailClaims,
  type MailOutcome,
  mailEnded,
  nextClaim,
  outcomeEvent,
  personErased,
  withClaim,
  withoutClaim,
} from '../mail/mail-claims.js';
import type { Claim } from '../platform/claims.js';
import { Command, type CommandOf, Refused, unreachable } from '../platform/decider.js';
import type { AccountEvent, AccountState } from './account.js';

export type AccountMailKind =
  | 'verify-email'
  | 'password-reset'
  | 'already-registered'
  | 'move-email'
  | 'email-changed-undo'
  | 'password-changed'
  | 'account-erased';
interface MailFacts {
  mailId: string;
  kind: AccountMailKind;
  linkRecord: string | null;
  /** ms UTC */
  requestedAt: number;
}
type MailName = Pick<MailFacts, 'mailId' | 'kind'>;
export type AccountMailEvent =
  | { type: 'MailRequested'; data: MailFacts }
  /** Until the lease is over nobody else sends it. */
  | { type: 'MailClaimed'; data: MailName & Claim }
  | { type: 'MailSent'; data: MailName }
  | {
      type: 'MailBounced';
      /** `orderId`: it was a mail about that order, to the address of this account */
      data: { mailId: string; kind: AccountMailKind | OrderMailKind; orderId: string | null } & Bounce;
    }
  /** Not written: its link has expired, or its account is closed. */
  | { type: 'MailSuppressed'; data: MailName };

export interface Ends {
  /** sessions that began under an older version are over */
  tokenVersion: number;
}
type NewPassword = { passwordRecord: string; by: 'owner' | 'reset' | 'operator' };

export type SecurityEvent =
  | { type: 'PasswordChanged'; data: Ends & NewPassword }
  /** What was set by whoever moved the address away: nobody logs in with a password until a new one is set. */
  | { type: 'PasswordRevoked'; data: Ends }
  | { type: 'PasswordResetRequested'; data: { linkRecord: string; requestedAt: number; expiresAt: number } }
  | { type: 'SessionsRevoked'; data: Ends & { reason: string } };

/** What the reader of a link knows beside it, judged again as the command is: nothing of it may have ended. */
export type KnownToReader = { passwordRecord: string } | { tokenVersion: number };
export class ChangePassword extends Command<{ current: string; passwordRecord: string }> {
  readonly type = 'ChangePassword';
}
/** The operator's word for whose account it is: whoever set it up before keeps nothing that lets them in. */
export class ReplacePassword extends Command<{ passwordRecord: string }> {
  readonly type = 'ReplacePassword';
}
interface NewLink {
  linkRecord: string;
  expiresAt: number;
}
export class RequestPasswordReset extends Command<NewLink> {
  readonly type = 'RequestPasswordReset';
}
/** Somebody wants to register the address: its owner is told, and can set a password through the link. */
export class TellOwner extends Command<NewLink> {
  readonly type = 'TellOwner';
}
export class ResetPassword extends Command<{ linkRecord: string; passwordRecord: string }> {
  readonly type = 'ResetPassword';
}
/** Every session of the account ends. */
export class RevokeSessions extends Command<{ reason: string }> {
  readonly type = 'RevokeSessions';
}
export const securityCommands = {
  ChangePassword,
  ReplacePassword,
  RequestPasswordReset,
  TellOwner,
  ResetPassword,
  RevokeSessions,
};
export type SecurityCommand = CommandOf<typeof securityCommands>;

export class ClaimAccountMail extends Command<{ mailId: string; by: string }> {
  readonly type = 'ClaimAccountMail';
}
/** A mail about an order did not reach this account's address. */
export class RecordBouncedOrderMail extends Command<{ mailId: string; kind: OrderMailKind; orderId: string } & Bounce> {
  readonly type = 'RecordBouncedOrderMail';
}
export class RecordAccountMail extends Command<{ mailId: string; outcome: MailOutcome }> {
  readonly type = 'RecordAccountMail';
}
export const accountMailCommands = { ClaimAccountMail, RecordAccountMail, RecordBouncedOrderMail };
export type AccountMailCommand = CommandOf<typeof accountMailCommands>;

export type RequestedMail = MailFacts & { ended: boolean };
export interface AccountMailState {
  mails: readonly RequestedMail[];
  mailClaims: MailClaims;
  /** the mail about an order that bounced last, as `{orderId}:{mailId}` */
  bouncedLast: string | null;
}
export interface SecurityState {
  tokenVersion: number;
  passwordRecord: string | null;
  resets: readonly { linkRecord: string; requestedAt: number; expiresAt: number }[];
  /** every vault record an event has named */
  records: readonly { kind: 'password' | 'link'; id: string }[];
}

/** Mails of one kind that anybody can cause: so many in so long, ms. */
export const MAILS = { max: 3, within: 15 * 60_000 };
/** Anybody can cause it: one in so long, ms. */
const NOTICE_WITHIN = 3_600_000;

export function decideSecurity(command: SecurityCommand, state: AccountState, now: number): AccountEvent[] {
  switch (command.type) {
    case 'ChangePassword':
      stillKnown({ passwordRecord: command.data.current }, state);
      return newPassword(command.data.passwordRecord, 'owner', state, now);
    case 'ReplacePassword':
      return newPassword(command.data.passwordRecord, 'operator', state, now);
    case 'RequestPasswordReset': {
      const recent = state.resets.filter(({ requestedAt }) => requestedAt > now - MAILS.within);
      return recent.length >= MAILS.max ? [] : mailReset('password-reset', command.data, state, now);
    }
    case 'TellOwner': {
      const kind = 'already-registered';
      const told = state.mails.some((sent) => sent.kind === kind && sent.requestedAt > now - NOTICE_WITHIN);
      return told ? [] : mailReset(kind, command.data, state, now);
    }
    case 'ResetPassword':
      return reset(command.data, state, now);
    case 'RevokeSessions':
      return [{ type: 'SessionsRevoked', data: { ...command.data, tokenVersion: state.tokenVersion + 1 } }];
    default:
      return unreachable(command);
  }
}

export function decideMail(command: AccountMailCommand, state: AccountState, now: number): AccountEvent[] {
  const { mailId } = command.data;
  if (command.type === 'RecordBouncedOrderMail') {
    const isTold = state.bouncedLast === `${command.data.orderId}:${mailId}`;
    return state.closed || isTold ? [] : [{ type: 'MailBounced', data: command.data }];
  }
  const mail = state.mails.find((one) => one.mailId === mailId && !one.ended);
  const { kind } = mail ?? {};
  if (command.type === 'RecordAccountMail') {
    if (!kind) return [];
    const event = outcomeEvent({ mailId, kind }, command.data.outcome);
    return [event.type === 'MailBounced' ? { ...event, data: { ...event.data, orderId: null } } : event];
  }
  if (!kind) throw mailEnded();
  if (state.closed && kind !== 'account-erased') throw personErased();
  return [
    { type: 'MailClaimed', data: { mailId, kind, ...nextClaim(state.mailClaims, mailId, command.data.by, now) } },
  ];
}

/** A mail is to be sent; `linkRecord` names the link in it. */
export function mail(state: AccountState, kind: AccountMailKind, linkRecord: string | null, now: number): AccountEvent {
  const mailId = `${kind}-${state.mails.length + 1}`;
  return { type: 'MailRequested', data: { mailId, kind, linkRecord, requestedAt: now } };
}

export function isOfOperator({ madeBy }: AccountState): boolean {
  return madeBy === 'operator';
}

export function proven(state: AccountState, knowsPassword: boolean, now: number): AccountEvent {
  const { emailKey, emailVerified, tokenVersion } = state;
  // Nobody can have been there before whom the operator made.
  const isEmptied = !emailVerified && !knowsPassword && !isOfOperator(state);
  const emptied = isEmptied ? { emptied: now } : {};
  return { type: 'EmailVerified', data: { emailKey, tokenVersion: tokenVersion + 1, ...emptied } };
}

function mailReset(
  kind: 'password-reset' | 'already-registered',
  link: NewLink,
  state: AccountState,
  now: number,
): AccountEvent[] {
  const data = { ...link, requestedAt: now };
  return [{ type: 'PasswordResetRequested', data }, mail(state, kind, link.linkRecord, now)];
}

function reset(
  { linkRecord, passwordRecord }: ResetPassword['data'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  const link = state.resets.find((one) => one.linkRecord === linkRecord);
  if (!link || link.expiresAt <= now) throw linkOver();
  return [proven(state, false, now), ...newPassword(passwordRecord, 'reset', state, now)];
}

export function newPassword(
  passwordRecord: string,
  by: NewPassword['by'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  const data = { passwordRecord, by, tokenVersion: state.tokenVersion + 1 };
  return [{ type: 'PasswordChanged', data }, mail(state, 'password-changed', null, now)];
}

/** @throws Refused when what the reader knew has ended in the meantime */
export function stillKnown(by: KnownToReader, { passwordRecord, tokenVersion }: AccountState): void {
  const known = 'passwordRecord' in by ? by.passwordRecord === passwordRecord : by.tokenVersion >= tokenVersion;
  if (!known) throw new Refused('password-changed', 'conflict', 'The password was changed in the meantime.');
}

export function linkOver(): Refused {
  return new Refused('link-over', 'gone', 'This link has already been used or has expired.');
}

export const named = (state: SecurityState, kind: 'password' | 'link', id: string) => [...state.records, { kind, id }];

export function evolveSecurity(state: AccountState, event: SecurityEvent): AccountState {
  switch (event.type) {
    case 'PasswordChanged': {
      const { passwordRecord, tokenVersion } = event.data;
      const records = named(state, 'password', passwordRecord);
      return { ...state, passwordRecord, tokenVersion, resets: [], pending: null, records };
    }
    case 'PasswordRevoked':
      return { ...state, passwordRecord: null, tokenVersion: event.data.tokenVersion };
    case 'PasswordResetRequested': {
      const records = named(state, 'link', event.data.linkRecord);
      return { ...state, resets: [...state.resets, event.data], records };
    }
    case 'SessionsRevoked':
      return { ...state, tokenVersion: event.data.tokenVersion };
    default:
      return unreachable(event);
  }
}

export function evolveMails(state: AccountState, event: AccountMailEvent): AccountState {
  const { mailId } = event.data;
  if (event.type === 'MailClaimed') return { ...state, mailClaims: withClaim(state.mailClaims, mailId, event.data) };
  if (event.type === 'MailBounced' && event.data.orderId !== null) {
    return { ...state, bouncedLast: `${event.data.orderId}:${mailId}` };
  }
  if (event.type !== 'MailRequested') {
    const mails = state.mails.map((mail) => (mail.mailId === mailId ? { ...mail, ended: true } : mail));
    return { ...state, mails, mailClaims: withoutClaim(state.mailClaims, mailId) };
  }
  const { linkRecord, kind } = event.data;
  // The farewell is sent after everything else is gone; its record ends by its own expiry.
  const isNamed = linkRecord !== null && kind !== 'account-erased';
  const records = isNamed ? named(state, 'link', linkRecord) : state.records;
  return { ...state, mails: [...state.mails, { ...event.data, ended: false }], records };
}
