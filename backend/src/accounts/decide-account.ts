import { TEXTS } from '@supreme-access/contract/texts.js';
import { type Decider, Refused, unreachable } from '../platform/decider.js';
import { type AccountEvent, type AccountState, evolveAccount, NO_ACCOUNT } from './account.js';
import type { AccountCommand, RegisterAccount, SetBilling } from './account-commands.js';
import {
  mailReset,
  moveEmail,
  requestMove,
  requestReset,
  requestVerification,
  reset,
  undo,
  verify,
} from './decide-proof.js';
import { mail, newPassword } from './made-events.js';
import { isStaffRole } from './staff.js';

/** Anybody can cause it: one in so long, ms. */
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
    case 'VerifyEmail':
      return verify(command.data, state, now);
    case 'RecordEmptied':
      return state.emptying === null ? [] : [{ type: 'AccountEmptied', data: {} }];
    case 'RequestVerification':
      return requestVerification(command.data, state, now);
    case 'ChangeDetails': {
      const { personal } = command.data;
      if (Object.keys(personal).length === 0) return [];
      const data = { emailKey: state.emailKey, left: null, personal };
      return [{ type: 'DetailsChanged', data, subject: subjectOfAccount(command.id) }];
    }
    case 'RequestEmailMove':
      return requestMove(command.data, state, now, subjectOfAccount(command.id));
    case 'MoveEmail':
      return moveEmail(command.data, state, now, subjectOfAccount(command.id));
    case 'UndoEmailChange':
      return undo(command.data, state, now, subjectOfAccount(command.id));
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
      const kind = 'already-registered';
      const told = state.mails.some((sent) => sent.kind === kind && sent.requestedAt > now - NOTICE_WITHIN);
      return told ? [] : mailReset(kind, command.data, state, now);
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

function setBilling({ id, data: { address, card } }: SetBilling, state: AccountState): AccountEvent[] {
  const isNew = card !== null && card.paymentMethodId !== state.card?.paymentMethodId;
  return [
    ...(address === null
      ? []
      : [{ type: 'BillingAddressSet' as const, data: { personal: address }, subject: subjectOfAccount(id) }]),
    ...(isNew ? [{ type: 'CardSaved' as const, data: card }] : []),
  ];
}
