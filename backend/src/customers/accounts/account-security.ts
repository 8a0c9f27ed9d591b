import { Command, type CommandOf, Refused, unreachable } from '../../event-sourcing/decider.js';
import type { AccountEvent, AccountState } from './account.js';

export interface Ends {
  /** sessions that began under an older version are over */
  tokenVersion: number;
}
interface RequestedReset {
  linkRecord: string;
  /** ms UTC */
  requestedAt: number;
  expiresAt: number;
}
type NewPassword = { passwordRecord: string; by: 'owner' | 'reset' | 'operator' };

export type SecurityEvent =
  | { type: 'PasswordChanged'; data: Ends & NewPassword }
  /** What was set by whoever moved the address away: nobody logs in with a password until a new one is set. */
  | { type: 'PasswordRevoked'; data: Ends }
  /** by whoever forgot theirs, or `sign-up`: somebody wanted to register the address */
  | { type: 'PasswordResetRequested'; data: RequestedReset & { by: 'owner' | 'sign-up' } }
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

export interface SecurityState {
  tokenVersion: number;
  passwordRecord: string | null;
  resets: readonly RequestedReset[];
  /** when its owner was told last that somebody wanted to register the address, ms UTC */
  noticedAt: number | null;
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
      return newPassword(command.data.passwordRecord, 'owner', state);
    case 'ReplacePassword':
      return newPassword(command.data.passwordRecord, 'operator', state);
    case 'RequestPasswordReset': {
      const recent = state.resets.filter(({ requestedAt }) => requestedAt > now - MAILS.within);
      return recent.length >= MAILS.max ? [] : [requestReset('owner', command.data, now)];
    }
    case 'TellOwner': {
      const isTold = state.noticedAt !== null && state.noticedAt > now - NOTICE_WITHIN;
      return isTold ? [] : [requestReset('sign-up', command.data, now)];
    }
    case 'ResetPassword':
      return reset(command.data, state, now);
    case 'RevokeSessions':
      return [{ type: 'SessionsRevoked', data: { ...command.data, tokenVersion: state.tokenVersion + 1 } }];
    default:
      return unreachable(command);
  }
}

export function proven(state: AccountState, knowsPassword: boolean, now: number): AccountEvent {
  const { emailKey, emailVerified, tokenVersion } = state;
  // Nobody can have been there before whom the operator made.
  const isEmptied = !emailVerified && !knowsPassword && state.madeBy !== 'operator';
  const emptied = isEmptied ? { emptied: now } : {};
  return { type: 'EmailVerified', data: { emailKey, tokenVersion: tokenVersion + 1, ...emptied } };
}

function requestReset(by: 'owner' | 'sign-up', link: NewLink, now: number): AccountEvent {
  return { type: 'PasswordResetRequested', data: { ...link, requestedAt: now, by } };
}

function reset(
  { linkRecord, passwordRecord }: ResetPassword['data'],
  state: AccountState,
  now: number,
): AccountEvent[] {
  const link = state.resets.find((one) => one.linkRecord === linkRecord);
  if (!link || link.expiresAt <= now) throw linkOver();
  return [proven(state, false, now), ...newPassword(passwordRecord, 'reset', state)];
}

export function newPassword(passwordRecord: string, by: NewPassword['by'], state: AccountState): AccountEvent[] {
  const data = { passwordRecord, by, tokenVersion: state.tokenVersion + 1 };
  return [{ type: 'PasswordChanged', data }];
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
      const { by, ...reset } = event.data;
      const records = named(state, 'link', reset.linkRecord);
      const noticedAt = by === 'sign-up' ? reset.requestedAt : state.noticedAt;
      return { ...state, resets: [...state.resets, reset], noticedAt, records };
    }
    case 'SessionsRevoked':
      return { ...state, tokenVersion: event.data.tokenVersion };
    default:
      return unreachable(event);
  }
}
