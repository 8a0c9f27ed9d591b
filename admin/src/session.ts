import type { AccountInfo } from '@supreme-access/contract/api-types.js';
import type { Role } from '@supreme-access/contract/statuses.js';

/** Storefront and admin share this local storage entry; its presence means logged in. */
const ENTRY = 'user';

/** The token and the least account data; the storefront leaves the roles out. */
export type StoredSession = Pick<AccountInfo, 'uuid' | 'name' | 'isAdmin'> & { token: string; roles?: Role[] };
type Standing = Pick<StoredSession, 'isAdmin' | 'roles'>;

/** The stored session; null when there is none or it cannot be read. */
export function readSession(): StoredSession | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ENTRY) ?? 'null');
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

export function writeSession({ token, uuid, name, isAdmin, roles }: StoredSession): void {
  localStorage.setItem(ENTRY, JSON.stringify({ token, uuid, name, isAdmin, roles }));
}

export function clearSession(): void {
  localStorage.removeItem(ENTRY);
}

/** Whether the account may write here. The server decides; this only chooses what to show. */
export function isAdmin(account: Standing): boolean {
  return account.isAdmin === true || Boolean(account.roles?.includes('admin'));
}

/** Whether the account may look in here at all. */
export function isStaff(account: Standing): boolean {
  return isAdmin(account) || Boolean(account.roles?.includes('auditor'));
}

function isSession(stored: unknown): stored is StoredSession {
  return typeof stored === 'object' && stored !== null && 'token' in stored && typeof stored.token === 'string';
}
