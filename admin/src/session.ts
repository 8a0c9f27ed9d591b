import { parseSession, SESSION_ENTRY, type StoredSession, sessionText } from '@supreme-access/contract/sessions.js';

export function readSession(): StoredSession | null {
  return parseSession(localStorage.getItem(SESSION_ENTRY));
}

export function writeSession(session: StoredSession): void {
  localStorage.setItem(SESSION_ENTRY, sessionText(session));
}

export function clearSession(): void {
  localStorage.removeItem(SESSION_ENTRY);
}
