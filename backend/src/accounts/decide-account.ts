import { TEXTS } from '../contract/texts.js';
import { type Decider, Refused, unreachable } from '../platform/decider.js';
import { type AccountEvent, type AccountMailKind, type AccountState, evolveAccount, NO_ACCOUNT } from './account.js';
import type { AccountCommand, ChangeEmail, RegisterAccount, SetBilling } from './account-commands.js';
import { isStaffRole } from './staff.js';

/** Mails of one kind that anybody can cause: so many in so long, ms. */
const RESETS = { max: 3, within: 15 * 60_000 };
const VERIFICATIONS = RESETS;
const NOTICE_WITHIN = 3_600_000;

export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: NO_ACCOUNT,
  decide,
  evolve: evolveAccount,
};

/** Whose key seals the account's personal data. */
export function subjectOfAccount(accountId: string): string {
  return `account-${accountId}`;
}

/** Decides everything that may be asked of an account. */
function decide(command: AccountCommand, state: AccountState, now: number): AccountEvent[] {
  if (command.type === 'RegisterAccount') return register(command, state, now);
  if (!state.registered) throw new Refused('not-found', 'not-found', 'There is no such account.');
  switch (command.type) {
    case 'RecordAccountMail': {
      const { mailId, outcome } = command.data;
      const isWaiting = state.mails.some((mail) => mail.mailId === mailId && !mail.ended);
      return isWaiting ? [{ type: outcome === 'sent' ? 'MailSent' : 'MailSuppressed', data: { mailId } }] : [];
    }
    case 'RequestErasure': {
      if (state.closed) return [];
      if (state.roles.some(isStaffRole)) {
        throw new Refused('on-staff', 'conflict', 'This account got a role in the meantime. Please try again.');
      }
      const ended: AccountEvent = { type: 'ErasureRequested', data: { tokenVersion: state.tokenVersion + 1 } };
      return [ended, mail(state, 'account-erased', command.data.farewell, now)];
    }
    case 'EraseAccount':
      if (state.erased) return [];
      if (!state.closed)
        throw new Refused('account-open', 'conflict', 'The erasure of this account was not asked for.');
      return [{ type: 'PersonalDataErased', data: {} }];
    default:
      if (state.closed) throw new Refused('erased', 'gone', 'This account was erased.');
      return decideOpen(command, state, now);
  }
}

type OpenCommand = Exclude<
  AccountCommand,
  { type: 'RegisterAccount' | 'RecordAccountMail' | 'RequestErasure' | 'EraseAccount' }
>;
function decideOpen(command: OpenCommand, state: AccountState, now: number): AccountEvent[] {
  switch (command.type) {
    case 'VerifyEmail': {
      const { emailKey } = command.data;
      return state.emailVerified || emailKey !== state.emailKey ? [] : [{ type: 'EmailVerified', data: { emailKey } }];
    }
    case 'RequestVerification':
      return requestVerification(command.data, state, now);
    case 'ChangeDetails': {
      const { personal } = command.data;
      if (Object.keys(personal).length === 0) return [];
      const data = { emailKey: state.emailKey, left: null, personal };
      return [{ type: 'DetailsChanged', data, subject: subjectOfAccount(command.id) }];
    }
    case 'ChangeEmail':
      return changeEmail(command, state, now);
    case 'UndoEmailChange':
      return undo(command.id, command.data, state, now);
    case 'SetBilling':
      return setBilling(command, state);
    case 'ChangePassword':
      if (command.data.current !== state.passwordRecord) {
        throw new Refused('password-changed', 'conflict', 'The password was changed in the meantime.');
      }
      return newPassword(command.data.passwordRecord, 'owner', state, now);
    case 'ReplacePassword':
      return newPassword(command.data.passwordRecord, 'operator', state, now);
    case 'RequestPasswordReset':
      return requestReset(command.data, state, now);
    case 'ResetPassword':
      return reset(command.data, state, now);
    case 'GrantRole': {
      const data = { role: command.data.role, tokenVersion: state.tokenVersion + 1 };
      return state.roles.includes(data.role) ? [] : [{ type: 'RoleGranted', data }];
    }
    case 'RevokeRole': {
      const data = { role: command.data.role, tokenVersion: state.tokenVersion + 1 };
      return state.roles.includes(data.role) ? [{ type: 'RoleRevoked', data }] : [];
    }
    case 'TellOwner': {
      const { kind } = command.data;
      const told = state.mails.some((sent) => sent.kind === kind && sent.requestedAt > now - NOTICE_WITHIN);
      return told ? [] : [mail(state, kind, null, now)];
    }
    default:
      return unreachable(command);
  }
}

function register({ id, data }: RegisterAccount, state: AccountState, now: number): AccountEvent[] {
  const { verifyLink, ...registered } = data;
  if (state.registered) {
    if (state.records[0]?.id === data.passwordRecord) return [];
    throw new Refused('email-taken', 'conflict', TEXTS.register);
  }
  const event: AccountEvent = { type: 'AccountRegistered', data: registered, subject: subjectOfAccount(id) };
  return verifyLink === null ? [event] : [event, mail(state, 'verify-email', verifyLink, now)];
}

/** The mail that registration sent counts as well: there is no need for another one before it can have arrived. */
function requestVerification(
  { emailKey, linkRecord }: { emailKey: string; linkRecord: string },
  state: AccountState,
  now: number,
): AccountEvent[] {
  if (state.emailVerified || emailKey !== state.emailKey) return [];
  const since = now - VERIFICATIONS.within;
  const recent = state.mails.filter(({ kind, requestedAt }) => kind === 'verify-email' && requestedAt > since);
  const [oldest] = recent;
  if (oldest && recent.length >= VERIFICATIONS.max) {
    const wait = Math.ceil((oldest.requestedAt - since) / 1_000);
    throw new Refused(
      'too-many',
      'too-many',
      'We mailed you just now. Look into your spam folder, or try later.',
      wait,
    );
  }
  return [mail(state, 'verify-email', linkRecord, now)];
}

function changeEmail({ id, data }: ChangeEmail, state: AccountState, now: number): AccountEvent[] {
  const { verifyLink, left, ...changed } = data;
  const subject = subjectOfAccount(id);
  if (changed.emailKey === state.emailKey) {
    return [{ type: 'DetailsChanged', data: { ...changed, left: null }, subject }];
  }
  if (left?.emailKey !== state.emailKey) {
    throw new Refused('email-changed', 'conflict', 'The e-mail address was changed in the meantime.');
  }
  return [
    { type: 'DetailsChanged', data: { ...changed, left }, subject },
    mail(state, 'email-changed-undo', left.linkRecord, now),
    mail(state, 'verify-email', verifyLink, now),
  ];
}

/** Whoever reads the old address's mail is believed: it is the login again, and whoever else is signed in is out. */
function undo(
  id: string,
  { linkRecord, personal }: { linkRecord: string; personal: { email: string } },
  state: AccountState,
  now: number,
): AccountEvent[] {
  const link = state.left.find((left) => left.linkRecord === linkRecord);
  if (!link || link.until <= now) throw linkOver();
  const { emailKey } = link;
  return [
    { type: 'DetailsChanged', data: { emailKey, left: null, personal }, subject: subjectOfAccount(id) },
    { type: 'EmailVerified', data: { emailKey } },
    { type: 'SessionsRevoked', data: { tokenVersion: state.tokenVersion + 1, reason: 'email-change-undone' } },
  ];
}

function setBilling({ id, data: { address, card } }: SetBilling, state: AccountState): AccountEvent[] {
  const isNew = card !== null && card.paymentMethodId !== state.card?.paymentMethodId;
  return [
    ...(address === null
      ? []
      : [{ type: 'BillingAddressSet' as const, data: { personal: address }, subject: subjectOfAccount(id) }]),
    ...(isNew ? [{ type: 'CardSaved' as const, data: card }] : []),
  ];
}

function requestReset(
  { linkRecord, expiresAt }: { linkRecord: string; expiresAt: number },
  state: AccountState,
  now: number,
): AccountEvent[] {
  const recent = state.resets.filter(({ requestedAt }) => requestedAt > now - RESETS.within);
  if (recent.length >= RESETS.max) return [];
  const data = { linkRecord, requestedAt: now, expiresAt };
  return [{ type: 'PasswordResetRequested', data }, mail(state, 'password-reset', linkRecord, now)];
}

/** A link that was used has verified its address too. */
function reset(
  { linkRecord, passwordRecord }: { linkRecord: string; passwordRecord: string },
  state: AccountState,
  now: number,
): AccountEvent[] {
  const link = state.resets.find((one) => one.linkRecord === linkRecord);
  if (!link || link.expiresAt <= now) throw linkOver();
  const { emailKey, emailVerified } = state;
  return [
    ...(emailVerified ? [] : [{ type: 'EmailVerified' as const, data: { emailKey } }]),
    ...newPassword(passwordRecord, 'reset', state, now),
  ];
}

function newPassword(
  passwordRecord: string,
  by: 'owner' | 'reset' | 'operator',
  state: AccountState,
  now: number,
): AccountEvent[] {
  const data = { passwordRecord, by, tokenVersion: state.tokenVersion + 1 };
  return [{ type: 'PasswordChanged', data }, mail(state, 'password-changed', null, now)];
}

function mail(state: AccountState, kind: AccountMailKind, linkRecord: string | null, now: number): AccountEvent {
  const mailId = `${kind}-${state.mails.length + 1}`;
  return { type: 'MailRequested', data: { mailId, kind, linkRecord, requestedAt: now } };
}

function linkOver(): Refused {
  return new Refused('link-over', 'gone', 'This link was used already or is too old.');
}
