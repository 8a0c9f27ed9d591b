import { endDrafts, followOtherTabs, forgetDraftsOfOthers } from '@supreme-access/contract/drafts.js';
import { browserEntries } from '@supreme-access/contract/entries.js';
import {
  parseSession,
  SESSION_ENDED_ENTRY,
  SESSION_ENTRY,
  type StoredSession,
  sessionText,
} from '@supreme-access/contract/sessions.js';
import { useSyncExternalStore } from 'react';
import { storageChanges } from './storage-changes.js';

const { announce, watch } = storageChanges();
export const onSessionChange = watch;
followOtherTabs(globalThis);
let cached: { raw: string; session: StoredSession | null } | null = null;

/** The stored session, or null. Its presence is what "logged in" means here; the server decides what it is worth. */
export function readSession(): StoredSession | null {
  const raw = browserEntries.get(SESSION_ENTRY);
  if (!raw) return null;
  if (cached?.raw !== raw) cached = { raw, session: parseSession(raw) };
  return cached.session;
}

export function signIn(session: StoredSession): void {
  forgetDraftsOfOthers(session.uuid);
  browserEntries.remove(SESSION_ENDED_ENTRY);
  browserEntries.set(SESSION_ENTRY, sessionText(session));
  announce();
}

/** The stored session says what its account is called now. */
export function followAccount({ uuid, name }: Pick<StoredSession, 'uuid' | 'name'>): void {
  const session = readSession();
  if (session?.uuid === uuid && session.name !== name) signIn({ ...session, name });
}

/** A person logs out: what they typed and did not save goes as well. */
export function signOut(): void {
  endDrafts();
  browserEntries.remove(SESSION_ENDED_ENTRY);
  forget();
}

/** The session has ended by itself: login says so, and what was typed waits for whoever typed it to log in again. */
export function endSession(): void {
  browserEntries.set(SESSION_ENDED_ENTRY, 'yes');
  forget();
}

function forget(): void {
  browserEntries.remove(SESSION_ENTRY);
  announce();
}

/** Whether the last session of this browser ended without its owner logging out. */
export function sessionHasEnded(): boolean {
  return browserEntries.get(SESSION_ENDED_ENTRY) !== null;
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, readSession);
}
