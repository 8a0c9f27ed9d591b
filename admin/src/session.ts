import { followOtherTabs, forgetDraftsOfOthers } from '@supreme-access/contract/drafts.js';
import { browserEntries } from '@supreme-access/contract/entries.js';
import {
  parseSession,
  SESSION_ENDED_ENTRY,
  SESSION_ENTRY,
  type StoredSession,
  sessionText,
} from '@supreme-access/contract/sessions.js';

followOtherTabs(globalThis);

export function readSession(): StoredSession | null {
  return parseSession(browserEntries.get(SESSION_ENTRY));
}

export function writeSession(session: StoredSession): void {
  forgetDraftsOfOthers(session.uuid);
  browserEntries.remove(SESSION_ENDED_ENTRY);
  browserEntries.set(SESSION_ENTRY, sessionText(session));
}

export function clearSession(): void {
  browserEntries.remove(SESSION_ENTRY);
}
