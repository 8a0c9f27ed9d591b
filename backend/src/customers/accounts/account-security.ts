import { Command, type CommandOf, Refused, unreachable } from '../../event-sourcing/decider.js';

export interface Ends {
  /** sessions with an older version end */
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
  /** an undone move revokes a newer password; login needs a new one */
  | { type: 'PasswordRevoked'; data: Ends }
  | { type: 'PasswordResetRequested'; data: RequestedReset & { by: 'owner' | 'sign-up' } }
  | { type: 'SessionsRevoked'; data: Ends & { reason: string } };

export interface AddressProven {
  type: 'EmailVerified';
  /** `emptied` (ms UTC): the verifier did not know the password, so data entered before this time is removed */
  data: Ends & { emailKey: string; emptied?: number };
}

export type Credential = { passwordRecord: string } | { tokenVersion: number };
export class ChangePassword extends Command<{ current: string; passwordRecord: string }> {
  readonly type = 'ChangePassword';
}
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
export class NotifyOwner extends Command<NewLink> {
  readonly type = 'NotifyOwner';
}
export class ResetPassword extends Command<{ linkRecord: string; passwordRecord: string }> {
  readonly type = 'ResetPassword';
}
export class RevokeSessions extends Command<{ reason: string }> {
  readonly type = 'RevokeSessions';
}
export const securityCommands = {
  ChangePassword,
  ReplacePassword,
  RequestPasswordReset,
  NotifyOwner: NotifyOwner,
  ResetPassword,
  RevokeSessions,
};
export type SecurityCommand = CommandOf<typeof securityCommands>;

export interface SecurityState {
  tokenVersion: number;
  passwordRecord: string | null;
  resets: readonly RequestedReset[];
  /** last mail about a sign-up with this address, ms UTC */
  noticedAt: number | null;
  records: readonly { kind: 'password' | 'link'; id: string }[];
}

/** What is known of the address, which a reset proves. */
export interface Address {
  emailKey: string;
  emailVerified: boolean;
  madeBy: 'owner' | 'operator' | null;
}

/** Anyone can cause these mails: at most `max` within `within` ms. */
export const MAILS = { max: 3, within: 15 * 60_000 };
/** ms between two mails that anyone can cause */
const NOTICE_WITHIN = 3_600_000;

export function decideSecurity(
  command: SecurityCommand,
  state: SecurityState & Address,
  now: number,
): (SecurityEvent | AddressProven)[] {
  switch (command.type) {
    case 'ChangePassword':
      assertCurrent({ passwordRecord: command.data.current }, state);
      return newPassword(command.data.passwordRecord, 'owner', state);
    case 'ReplacePassword':
      return newPassword(command.data.passwordRecord, 'operator', state);
    case 'RequestPasswordReset': {
      const recent = state.resets.filter(({ requestedAt }) => requestedAt > now - MAILS.within);
      return recent.length >= MAILS.max ? [] : [requestReset('owner', command.data, now)];
    }
    case 'NotifyOwner': {
      const isNotified = state.noticedAt !== null && state.noticedAt > now - NOTICE_WITHIN;
      return isNotified ? [] : [requestReset('sign-up', command.data, now)];
    }
    case 'ResetPassword':
      return reset(command.data, state, now);
    case 'RevokeSessions':
      return [{ type: 'SessionsRevoked', data: { ...command.data, tokenVersion: state.tokenVersion + 1 } }];
    default:
      return unreachable(command);
  }
}

export function proven(state: SecurityState & Address, knowsPassword: boolean, now: number): AddressProven {
  const { emailKey, emailVerified, tokenVersion } = state;
  // An account made by an operator holds no data of a stranger.
  const isEmptied = !emailVerified && !knowsPassword && state.madeBy !== 'operator';
  const emptied = isEmptied ? { emptied: now } : {};
  return { type: 'EmailVerified', data: { emailKey, tokenVersion: tokenVersion + 1, ...emptied } };
}

function requestReset(by: 'owner' | 'sign-up', link: NewLink, now: number): SecurityEvent {
  return { type: 'PasswordResetRequested', data: { ...link, requestedAt: now, by } };
}

function reset(
  { linkRecord, passwordRecord }: ResetPassword['data'],
  state: SecurityState & Address,
  now: number,
): (SecurityEvent | AddressProven)[] {
  const link = state.resets.find((one) => one.linkRecord === linkRecord);
  if (!link || link.expiresAt <= now) throw linkOver();
  return [proven(state, false, now), ...newPassword(passwordRecord, 'reset', state)];
}

export function newPassword(passwordRecord: string, by: NewPassword['by'], state: SecurityState): SecurityEvent[] {
  const data = { passwordRecord, by, tokenVersion: state.tokenVersion + 1 };
  return [{ type: 'PasswordChanged', data }];
}

/** @throws Refused 'password-changed' when the proof has ended in the meantime */
export function assertCurrent(by: Credential, { passwordRecord, tokenVersion }: SecurityState): void {
  const isCurrent = 'passwordRecord' in by ? by.passwordRecord === passwordRecord : by.tokenVersion >= tokenVersion;
  if (!isCurrent) throw new Refused('password-changed', 'conflict', 'The password was changed in the meantime.');
}

export function linkOver(): Refused {
  return new Refused('link-over', 'gone', 'This link has already been used or has expired.');
}

export const named = (state: SecurityState, kind: 'password' | 'link', id: string) => [...state.records, { kind, id }];

export function evolveSecurity<State extends SecurityState & { pending: object | null }>(
  state: State,
  event: SecurityEvent,
): State {
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
      const noticedAt = by === 'sign-up' ? reset.requestedAt : state.noticedAt;
      const open = state.resets.filter(({ expiresAt }) => expiresAt > reset.requestedAt);
      const over = state.resets.filter((one) => !open.includes(one)).map(({ linkRecord }) => linkRecord);
      const records = named(state, 'link', reset.linkRecord).filter(({ id }) => !over.includes(id));
      return { ...state, resets: [...open, reset], noticedAt, records };
    }
    case 'SessionsRevoked':
      return { ...state, tokenVersion: event.data.tokenVersion };
    default:
      return unreachable(event);
  }
}
