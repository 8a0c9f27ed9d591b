import { MAIL } from '../mail/mailing.js';
import { unreachable } from '../platform/decider.js';
import { type DueChange, dueRule } from '../platform/due/due.projection.js';
import type { InvitationEvent } from './invitation.js';

/** Name under which mails of invitations are due. */
export const INVITATION_MAILS = 'invitation';
export const FORGET_INVITEE = 'forget-invitee';
/** How long it is told whom an invitation went to that is over, ms. */
const KEPT = 30 * 24 * 3_600_000;

/** What an invitation's events make due, and end: its mail, and that its reader is forgotten. */
export const invitationDue = dueRule<InvitationEvent>(['invitation'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'InvitationMade':
      if (event.subject === undefined) return [];
      return [{ kind: FORGET_INVITEE, id, dueAt: event.data.expiresAt + KEPT }];
    case 'MailRequested':
      return [{ kind: MAIL, id: mailRow(id, event.data.mailId), dueAt: event.at }];
    case 'MailSent':
    case 'MailSuppressed':
      return [{ kind: MAIL, id: mailRow(id, event.data.mailId), done: true }];
    case 'PersonalDataErased':
      return [{ kind: FORGET_INVITEE, id, done: true }];
    case 'InvitationUsed':
    case 'InvitationRevoked':
      return [];
    default:
      return unreachable(event);
  }
});

function mailRow(id: string, mailId: string): string {
  return `${INVITATION_MAILS}:${id}:${mailId}`;
}
