import type { Session } from './shapes/people.js';

/** Both browser applications use this entry; its presence means "logged in". */
export const SESSION_ENTRY = 'user';
/** It is set when a session ends without a log-out, until the next log-in or log-out. */
export const SESSION_ENDED_ENTRY = 'sessionEnded';

export type StoredSession = Pick<Session, 'token' | 'uuid' | 'name' | 'isAdmin'> & Partial<Pick<Session, 'roles'>>;
type AccountRoles = Pick<StoredSession, 'isAdmin' | 'roles'>;

export function sessionText({ token, uuid, name, isAdmin, roles }: StoredSession): string {
  return JSON.stringify({ token, uuid, name, isAdmin, roles });
}

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

export function isAdmin(account: AccountRoles): boolean {
  return account.isAdmin === true || Boolean(account.roles?.includes('admin'));
}

export function isStaff(account: AccountRoles): boolean {
  return isAdmin(account) || Boolean(account.roles?.includes('auditor'));
}
