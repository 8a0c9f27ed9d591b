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

/** The stored session, or null. It only decides what the browser shows; the server judges the token. */
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

export function followAccount({ uuid, name }: Pick<StoredSession, 'uuid' | 'name'>): void {
  const session = readSession();
  if (session?.uuid === uuid && session.name !== name) signIn({ ...session, name });
}

/** Logs out and forgets what was typed and not saved. */
export function signOut(): void {
  endDrafts();
  browserEntries.remove(SESSION_ENDED_ENTRY);
  forget();
}

/** Ends a session that the server refused: login says so, and typed drafts wait for the same account. */
export function endSession(): void {
  browserEntries.set(SESSION_ENDED_ENTRY, 'yes');
  forget();
}

function forget(): void {
  browserEntries.remove(SESSION_ENTRY);
  announce();
}

export function sessionHasEnded(): boolean {
  return browserEntries.get(SESSION_ENDED_ENTRY) !== null;
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, readSession);
}
