import type { Role } from '@supreme-access/contract/statuses.js';
import { instantOf } from '../ui/format.js';

export interface InvitationForm {
  email?: string | null;
  role?: Role | '' | null;
  /** The time is in the viewer's zone. */
  expiresAt?: string | null;
  password?: string | null;
  otp?: string | null;
}

/** An empty field is left out, and only a role needs the password. */
export function toInvitationInput({ email, role, expiresAt, password, otp }: InvitationForm): InvitationForm {
  return {
    ...(email?.trim() ? { email: email.trim() } : {}),
    ...(role ? { role, password, ...(otp ? { otp } : {}) } : {}),
    ...(expiresAt ? { expiresAt: instantOf(expiresAt) } : {}),
  };
}
