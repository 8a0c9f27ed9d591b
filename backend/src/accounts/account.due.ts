import { MAIL } from '../mail/mailing.js';
import { unreachable } from '../platform/decider.js';
import { type DueChange, dueRule } from '../platform/due/due.projection.js';
import type { AccountEvent } from './account.js';

export const ERASE = 'erase-account';
export const EMPTY = 'empty-account';
/** The request that asks for it finishes it; the worker comes only when that was cut off, ms. */
const ERASE_DELAY = 30_000;

/** Name under which mails of accounts are due. */
export const ACCOUNT_MAILS = 'account';

/** What an account's events make due, and end: mails, and an erasure that must be finished. */
export const accountDue = dueRule<AccountEvent>(['account'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'MailRequested':
      return [{ kind: MAIL, id: mailRow(id, event.data.mailId), dueAt: event.at }];
    case 'MailSent':
    case 'MailSuppressed':
      return [{ kind: MAIL, id: mailRow(id, event.data.mailId), done: true }];
    case 'ErasureRequested':
      return [
        { kind: ERASE, id, dueAt: event.at + ERASE_DELAY },
        { kind: EMPTY, id, done: true },
      ];
    case 'PersonalDataErased':
      return [{ kind: ERASE, id, done: true }];
    case 'EmailVerified':
      return event.data.emptied !== undefined ? [{ kind: EMPTY, id, dueAt: event.at + ERASE_DELAY }] : [];
    case 'AccountEmptied':
      return [{ kind: EMPTY, id, done: true }];
    case 'AccountRegistered':
    case 'EmailMoveRequested':
    case 'EmailMoved':
    case 'DetailsChanged':
    case 'BillingAddressSet':
    case 'CardSaved':
    case 'PasswordChanged':
    case 'PasswordResetRequested':
    case 'SessionsRevoked':
    case 'RoleGranted':
    case 'RoleRevoked':
      return [];
    default:
      return unreachable(event);
  }
});

function mailRow(accountId: string, mailId: string): string {
  return `${ACCOUNT_MAILS}:${accountId}:${mailId}`;
}
