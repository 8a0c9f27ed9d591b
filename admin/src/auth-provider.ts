import { endDrafts } from '@supreme-access/contract/drafts.js';
import { isAdmin, isStaff, type StoredSession } from '@supreme-access/contract/sessions.js';
import type { AccountInfo, Session } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { type AuthProvider, HttpError } from 'react-admin';
import { http } from './http.js';
import { clearSession, readSession, writeSession } from './session.js';

export const NOT_STAFF = 'This account has no access to the admin. Log in with an admin or auditor account.';
const LOG_IN = 'Please log in.';

/** HTTP statuses that end a session. */
const REFUSED = [401, 403];

/** Staff, auditors included, may do this on their own account. */
export const OWN_SECURITY = 'own-security';

/** The session was refused and react-admin is about to log out, so what was typed waits for the next login. */
let hasEnded = false;

const READING = ['list', 'show', 'export'];

/** The stored session, with the roles from the server: a session made in the shop has none. */
async function sessionWithRoles(): Promise<StoredSession | null> {
  const session = readSession();
  if (!session || session.roles) return session;
  const roles = await askRoles();
  if (!roles) return session;
  writeSession({ ...session, roles });
  return { ...session, roles };
}

/** Null without an answer, which does not end the session. @throws HttpError when the server refuses it */
async function askRoles(): Promise<Role[] | null> {
  try {
    const { json } = await http('/api/user/info');
    const { roles }: AccountInfo = json;
    return roles;
  } catch (error) {
    if (error instanceof HttpError && REFUSED.includes(error.status)) {
      hasEnded = true;
      throw error;
    }
    return null;
  }
}

export const authProvider = {
  async login({ email, password, otp }: { email: string; password: string; otp?: string }) {
    const credentials = { email, password, ...(otp ? { otp } : {}) };
    const { json } = await http('/login', { method: 'POST', body: JSON.stringify(credentials) });
    const session: Session = json;
    if (!isStaff(session)) throw new Error(NOT_STAFF);
    writeSession(session);
    return session.mustEnrol ? { redirectTo: '/security' } : undefined;
  },

  async logout() {
    const isByItself = hasEnded;
    hasEnded = false;
    // A shopper who opens the admin keeps the session of the shop.
    const session = readSession();
    if (!session || !isStaff(session)) return;
    // Without an answer the session still expires unused.
    http('/api/user/logout', { method: 'POST', body: '{}' }).catch(() => undefined);
    if (!isByItself) endDrafts();
    clearSession();
  },

  async checkAuth() {
    const session = await sessionWithRoles();
    if (!session || !isStaff(session)) throw new Error(session ? NOT_STAFF : LOG_IN);
  },

  async checkError(error: { status?: number }) {
    if (error.status !== 401) return;
    hasEnded = true;
    throw new Error('Your session has ended. Please log in again.');
  },

  async getIdentity() {
    const session = readSession();
    if (!session) throw new Error(LOG_IN);
    return { id: session.uuid, fullName: session.name };
  },

  async getPermissions(): Promise<Role[]> {
    return readSession()?.roles ?? [];
  },

  async canAccess({ action, resource }: { action: string; resource?: string }) {
    const session = readSession();
    if (!session) return false;
    return isAdmin(session) || (isStaff(session) && (READING.includes(action) || resource === OWN_SECURITY));
  },
} satisfies AuthProvider;
