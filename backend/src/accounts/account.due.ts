import { mailClaimed, mailDone, mailDue } from '../mail/mailing.js';
import { unreachable } from '../platform/decider.js';
import { type DueChange, dueRule } from '../platform/due/due.projection.js';
import type { AccountEvent } from './account.js';
import type { InvitationEvent } from './invitation.js';

export const ERASE = 'erase-account';
export const EMPTY = 'empty-account';
/** Orders that were made with its address without an account. */
export const JOIN_ORDERS = 'join-orders';
/** The request that asks for it finishes it; the worker comes only when that was cut off, ms. */
const ERASE_DELAY = 30_000;

export const ACCOUNT_MAILS = 'account';

export const accountDue = dueRule<AccountEvent>(['account'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'MailRequested':
      return [mailDue(ACCOUNT_MAILS, id, event.data, event.at)];
    case 'MailClaimed':
      return [mailClaimed(ACCOUNT_MAILS, id, event.data)];
    case 'MailBounced':
      // Of an order's mail the order's own event tells.
      return event.data.orderId === null ? [mailDone(ACCOUNT_MAILS, id, event.data.mailId)] : [];
    case 'MailSent':
    case 'MailSuppressed':
      return [mailDone(ACCOUNT_MAILS, id, event.data.mailId)];
    case 'ErasureRequested':
      return [
        { kind: ERASE, id, dueAt: event.at + ERASE_DELAY },
        { kind: EMPTY, id, done: true },
        { kind: JOIN_ORDERS, id, done: true },
      ];
    case 'PersonalDataErased':
      return [{ kind: ERASE, id, done: true }];
    case 'EmailVerified':
      return [
        ...(event.data.emptied === undefined ? [] : [{ kind: EMPTY, id, dueAt: event.at + ERASE_DELAY }]),
        joining(event),
      ];
    case 'EmailMoved':
      return [joining(event)];
    case 'OrdersJoined':
      return [{ kind: JOIN_ORDERS, id, done: true }];
    case 'AccountEmptied':
      return [{ kind: EMPTY, id, done: true }];
    case 'AccountRegistered':
    case 'EmailMoveRequested':
    case 'DetailsChanged':
    case 'BillingAddressSet':
    case 'CardSaved':
    case 'PasswordChanged':
    case 'PasswordRevoked':
    case 'PasswordResetRequested':
    case 'SessionsRevoked':
    case 'AccountLocked':
    case 'AccountUnlocked':
      return [];
    default:
      return unreachable(event);
  }
});

function joining({ id, at }: { id: string; at: number }): DueChange {
  return { kind: JOIN_ORDERS, id, dueAt: at };
}

export const INVITATION_MAILS = 'invitation';
export const FORGET_INVITEE = 'forget-invitee';
/** How long it is told whom an invitation went to that is over, ms. */
const KEPT = 30 * 24 * 3_600_000;

export const invitationDue = dueRule<InvitationEvent>(['invitation'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'InvitationMade':
      if (event.subject === undefined) return [];
      return [{ kind: FORGET_INVITEE, id, dueAt: event.data.expiresAt + KEPT }];
    case 'MailRequested':
      return [mailDue(INVITATION_MAILS, id, event.data, event.at)];
    case 'MailClaimed':
      return [mailClaimed(INVITATION_MAILS, id, event.data)];
    case 'MailSent':
    case 'MailBounced':
    case 'MailSuppressed':
      return [mailDone(INVITATION_MAILS, id, event.data.mailId)];
    case 'PersonalDataErased':
      return [{ kind: FORGET_INVITEE, id, done: true }];
    case 'InvitationUsed':
    case 'InvitationRevoked':
      return [];
    default:
      return unreachable(event);
  }
});
