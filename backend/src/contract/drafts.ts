import { browserEntries, tabEntries } from './entries.js';
import { parseSession, SESSION_ENTRY } from './sessions.js';

export type Draft = Readonly<Record<string, unknown>>;

const PREFIX = 'draft:';
const LOGGED_OUT = 'loggedOut';

export function draftEntry(accountId: string | undefined, form: string): string {
  return `${PREFIX}${accountId ?? ''}:${form}`;
}

export function readDraft(entry: string): Draft {
  try {
    const draft: unknown = JSON.parse(tabEntries.get(entry) ?? '{}');
    return typeof draft === 'object' && draft !== null && !Array.isArray(draft) ? (draft as Draft) : {};
  } catch {
    return {};
  }
}

/** Stores the draft in this tab only. Hazard: never pass a card number, a security code or a password. */
export function keepDraft(entry: string, draft: Draft): void {
  tabEntries.set(entry, JSON.stringify(draft));
}

export function forgetDraft(entry: string): void {
  tabEntries.remove(entry);
}

/** Keeps drafts of `accountId` and of visitors; null deletes every draft. */
export function forgetDraftsOfOthers(accountId: string | null): void {
  const kept = accountId === null ? [] : [draftEntry(accountId, ''), draftEntry(undefined, '')];
  const drafts = tabEntries.names().filter((name) => name.startsWith(PREFIX));
  for (const name of drafts) if (!kept.some((owner) => name.startsWith(owner))) tabEntries.remove(name);
}

export function endDrafts(): void {
  forgetDraftsOfOthers(null);
  browserEntries.set(LOGGED_OUT, 'now');
  browserEntries.remove(LOGGED_OUT);
}

export function followOtherTabs(page: Partial<Pick<Window, 'addEventListener'>>): void {
  page.addEventListener?.('storage', ({ key, newValue }: StorageEvent) => {
    if (key === LOGGED_OUT) forgetDraftsOfOthers(null);
    const session = key === SESSION_ENTRY ? parseSession(newValue) : null;
    if (session) forgetDraftsOfOthers(session.uuid);
  });
}
