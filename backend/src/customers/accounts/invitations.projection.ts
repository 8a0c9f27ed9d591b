import type { AdminInvitation, InvitationState } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { idsAbout, type MailEvent } from '../../mail/mail.js';
import { projection } from '../../projections/projection.js';
import type { Recorded } from '../../projections/recorded.js';
import type { Condition } from '../../stores/read-models/read-models.js';
import { wordsOf } from '../../stores/read-models/search-words.js';
import type { InvitationEvent } from './invitation.js';

export interface InvitationDoc {
  invitationId: string;
  role: Role | null;
  emailKey: string | null;
  email: string | null;
  words: readonly string[];
  madeBy: string;
  /** ms UTC */
  madeAt: number;
  expiresAt: number;
  ended: 'used' | 'revoked' | null;
  endedAt: number | null;
  usedBy: string | null;
  revokedBy: string | null;
  mail: AdminInvitation['mail'];
  erased: boolean;
}

type Seen = Recorded<InvitationEvent | MailEvent>;
const isOfMail = (event: Seen): event is Recorded<MailEvent> => event.category === 'mail';

export const invitationsProjection = projection<InvitationDoc, InvitationEvent | MailEvent>({
  name: 'invitations',
  version: 2,
  indexes: [['madeAt'], ['ended', 'expiresAt'], ['usedBy'], ['emailKey'], ['erased']],
  lists: ['words'],
  categories: ['invitation', 'mail'],
  own: ['invitation'],
  isPersonal: true,
  idsOf: (event) => (isOfMail(event) ? idsAbout('invitation', event.data) : [event.id]),
  evolve: (document, event) => {
    if (event.type === 'InvitationMade') return onCreate(event);
    return document && apply(document, event);
  },
});

function onCreate(event: Recorded<Extract<InvitationEvent, { type: 'InvitationMade' }>>): InvitationDoc {
  const { role, emailKey, expiresAt } = event.data;
  const email = event.personal()?.email ?? null;
  return {
    invitationId: event.id,
    role,
    emailKey,
    email,
    words: wordsOf(email),
    madeBy: event.actor.id,
    madeAt: event.at,
    expiresAt,
    ended: null,
    endedAt: null,
    usedBy: null,
    revokedBy: null,
    mail: email === null ? 'none' : 'waiting',
    erased: false,
  };
}

function apply(document: InvitationDoc, event: Seen): InvitationDoc {
  switch (event.type) {
    case 'InvitationMade':
      return document;
    case 'InvitationUsed':
      return { ...document, ended: 'used', endedAt: event.at, usedBy: event.data.accountId };
    case 'InvitationRevoked':
      return { ...document, ended: 'revoked', endedAt: event.at, revokedBy: event.actor.id };
    case 'MailRequested':
    case 'MailClaimed':
      return document;
    case 'MailBounced':
      return { ...document, mail: 'bounced' };
    case 'MailSent':
      return { ...document, mail: 'sent' };
    case 'MailSuppressed':
      return { ...document, mail: 'not-sent' };
    case 'PersonalDataErased':
      return { ...document, emailKey: null, email: null, words: [], erased: true };
    default:
      return unreachable(event);
  }
}

export function whereState(state: unknown, now: number): Record<string, Condition> | undefined {
  if (state === 'used' || state === 'revoked') return { ended: state };
  if (state === 'open') return { ended: null, expiresAt: { gt: now } };
  return state === 'expired' ? { ended: null, expiresAt: { lte: now } } : undefined;
}

/** `now`: ms UTC */
export function invitationView(doc: InvitationDoc, now: number): AdminInvitation {
  const { invitationId: id, role, email, madeBy, usedBy, revokedBy, mail, ended, endedAt } = doc;
  const state: InvitationState = ended ?? (doc.expiresAt <= now ? 'expired' : 'open');
  const [madeAt, expiresAt] = [doc.madeAt, doc.expiresAt].map((at) => new Date(at).toISOString()) as [string, string];
  const at = endedAt === null ? null : new Date(endedAt).toISOString();
  return { id, email, role, state, mail, madeBy, madeAt, expiresAt, usedBy, revokedBy, endedAt: at };
}
