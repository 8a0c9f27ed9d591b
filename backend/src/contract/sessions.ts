import type { Session } from './shapes/people.js';

/** Both browser applications keep the session under this name; its presence means "logged in". */
export const SESSION_ENTRY = 'user';
/** It stands from the end of a session whose owner did not log out until somebody logs in or out, in whichever application. */
export const SESSION_ENDED_ENTRY = 'sessionEnded';

/** What a browser keeps of an account: the token and the least data that screens cannot wait for. */
export type StoredSession = Pick<Session, 'token' | 'uuid' | 'name' | 'isAdmin'> & Partial<Pick<Session, 'roles'>>;
type Standing = Pick<StoredSession, 'isAdmin' | 'roles'>;

/** The least of what login or registration answered, as it is stored. */
export function sessionText({ token, uuid, name, isAdmin, roles }: StoredSession): string {
  return JSON.stringify({ token, uuid, name, isAdmin, roles });
}

/** The session of a stored text; null when there is none or it cannot be read. */
export function parseSession(text: string | null): StoredSession | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isSession(stored: unknown): stored is StoredSession {
  return typeof stored === 'object' && stored !== null && 'token' in stored && typeof stored.token === 'string';
}

/** Whether the account may write as staff. The server decides; this only chooses what to show. */
export function isAdmin(account: Standing): boolean {
  return account.isAdmin === true || Boolean(account.roles?.includes('admin'));
}

/** Admins and auditors, whose application is another one than the shop. */
export function isStaff(account: Standing): boolean {
  return isAdmin(account) || Boolean(account.roles?.includes('auditor'));
}
