import type { Session } from '@supreme-access/contract/api-types.js';
import { useSyncExternalStore } from 'react';
import { storageChanges } from './api/storage-changes.js';

const ENTRY = 'user';

/** What the browser keeps of an account: the token and the least data the screens cannot wait for. */
export type StoredSession = Pick<Session, 'token' | 'uuid' | 'name' | 'isAdmin'> & Partial<Pick<Session, 'roles'>>;

/** Admins and auditors, whose application is another one. The server decides; this only chooses what to show. */
export function isStaff({ isAdmin, roles }: Pick<StoredSession, 'isAdmin' | 'roles'>): boolean {
  return isAdmin || (roles?.includes('auditor') ?? false);
}

const { announce, watch } = storageChanges();
/** Calls back when this tab or another one signs in or out; answers how to stop. */
export const onSessionChange = watch;
let cached: { raw: string; session: StoredSession } | null = null;

/** The stored session, or null. Its presence is what "logged in" means here; the server decides what it is worth. */
export function readSession(): StoredSession | null {
  const raw = localStorage.getItem(ENTRY);
  if (!raw) return null;
  if (cached?.raw !== raw) cached = parse(raw);
  return cached?.session ?? null;
}

function parse(raw: string): { raw: string; session: StoredSession } | null {
  try {
    const session: Partial<StoredSession> = JSON.parse(raw);
    return typeof session?.token === 'string' ? { raw, session: session as StoredSession } : null;
  } catch {
    return null;
  }
}

/** Keeps the least of what login or registration answered. */
export function signIn({ token, uuid, name, isAdmin, roles }: StoredSession): void {
  localStorage.setItem(ENTRY, JSON.stringify({ token, uuid, name, isAdmin, roles }));
  announce();
}

/** Forgets the session, and what its owner had begun to type. */
export function signOut(): void {
  localStorage.removeItem(ENTRY);
  sessionStorage.clear();
  announce();
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, readSession);
}
