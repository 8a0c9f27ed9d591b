import { unreachable } from '../../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import { mailJobs } from '../../mail/mail.js';
import type { Recorded } from '../../projections/recorded.js';
import type { AccountEvent } from './account.js';
import type { AccountMailKind } from './account-mails.js';
import type { InvitationEvent } from './invitation.js';

export const ERASE = 'erase-account';
export const EMPTY = 'empty-account';
export const JOIN_ORDERS = 'join-orders';
/** ms; the worker only finishes erasures whose request was interrupted */
const ERASE_DELAY = 30_000;

export const accountJobs = jobRule<AccountEvent>(['account'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'ErasureRequested':
      return [
        { kind: ERASE, id, dueAt: event.at + ERASE_DELAY },
        { kind: EMPTY, id, done: true },
        { kind: JOIN_ORDERS, id, done: true },
        ...(event.data.linkRecord === null ? [] : [mail(event, 'account-erased')]),
      ];
    case 'VerificationRequested':
      return [mail(event, 'verify-email')];
    case 'PasswordResetRequested':
      return [mail(event, event.data.by === 'owner' ? 'password-reset' : 'already-registered')];
    case 'PasswordChanged':
      return [mail(event, 'password-changed')];
    case 'EmailMoveRequested':
      return [mail(event, 'move-email')];
    case 'PersonalDataErased':
      return [{ kind: ERASE, id, done: true }];
    case 'EmailVerified':
      return [
        ...(event.data.emptied === undefined ? [] : [{ kind: EMPTY, id, dueAt: event.at + ERASE_DELAY }]),
        joining(event),
      ];
    case 'EmailMoved':
      return [...(event.data.left ? [mail(event, 'email-changed-undo')] : []), joining(event)];
    case 'OrdersJoined':
      return [{ kind: JOIN_ORDERS, id, done: true }];
    case 'AccountEmptied':
      return [{ kind: EMPTY, id, done: true }];
    case 'AccountRegistered':
    case 'DetailsChanged':
    case 'BillingAddressSet':
    case 'CardSaved':
    case 'PasswordRevoked':
    case 'SessionsRevoked':
    case 'AccountLocked':
    case 'AccountUnlocked':
      return [];
    default:
      return unreachable(event);
  }
});

function joining({ id, at }: { id: string; at: number }): JobChange {
  return { kind: JOIN_ORDERS, id, dueAt: at };
}

function mail({ stream, revision, at }: Recorded<AccountEvent>, kind: AccountMailKind): JobChange {
  return mailJobs({ about: stream, kind, which: String(revision) }, at);
}

export const FORGET_INVITEE = 'forget-invitee';
/** ms that an expired invitation keeps its address */
const KEPT = 30 * 24 * 3_600_000;

export const invitationJobs = jobRule<InvitationEvent>(['invitation'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'InvitationMade':
      if (event.subject === undefined) return [];
      return [
        { kind: FORGET_INVITEE, id, dueAt: event.data.expiresAt + KEPT },
        mailJobs({ about: event.stream, kind: 'invitation', which: '' }, event.at),
      ];
    case 'PersonalDataErased':
      return [{ kind: FORGET_INVITEE, id, done: true }];
    case 'InvitationUsed':
    case 'InvitationRevoked':
      return [];
    default:
      return unreachable(event);
  }
});
