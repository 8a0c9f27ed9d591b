import { Refused } from '../platform/decider.js';
import type { Wish } from './invitations.js';
import { isMailable } from './read-updates.js';
import type { InvitationBody } from './requests.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whom an admin wishes to invite. @throws Refused 'invalid' */
export function readWish({ email, role, expiresAt }: InvitationBody): Wish {
  if (email && !isMailable(email)) throw new Refused('invalid', 'invalid', 'Please enter a valid email.');
  return { email: email ?? null, role: role ?? null, expiresAt: expiresAt ? instant(expiresAt) : null };
}

function instant(text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new Refused('invalid', 'invalid', 'expiresAt must be an ISO 8601 instant.');
  return at;
}
