import { browserEntries, tabEntries } from './entries.js';
import { parseSession, SESSION_ENTRY } from './sessions.js';

/** What one form holds that is not saved yet: by the field's name. */
export type Draft = Readonly<Record<string, unknown>>;

const PREFIX = 'draft:';
/** A log-out touches this entry of the browser's storage, for the other tabs to hear of. */
const LOGGED_OUT = 'loggedOut';

/** The draft of a form, by whom it was typed; '' for somebody who was not signed in. */
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

/** Keeps it in this tab alone. Hazard: never hand in a card's number, a security code or a password. */
export function keepDraft(entry: string, draft: Draft): void {
  tabEntries.set(entry, JSON.stringify(draft));
}

export function forgetDraft(entry: string): void {
  tabEntries.remove(entry);
}

/** Leaves those of `accountId` and of people who were not signed in; without an account it forgets every draft. */
export function forgetDraftsOfOthers(accountId: string | null): void {
  const kept = accountId === null ? [] : [draftEntry(accountId, ''), draftEntry(undefined, '')];
  const drafts = tabEntries.names().filter((name) => name.startsWith(PREFIX));
  for (const name of drafts) if (!kept.some((owner) => name.startsWith(owner))) tabEntries.remove(name);
}

/** A person has logged out: no draft outlives that, in no tab. */
export function endDrafts(): void {
  forgetDraftsOfOthers(null);
  browserEntries.set(LOGGED_OUT, 'now');
  browserEntries.remove(LOGGED_OUT);
}

/** Ends drafts of this tab as another tab logs out, or logs in to another account. */
export function followOtherTabs(page: Partial<Pick<Window, 'addEventListener'>>): void {
  page.addEventListener?.('storage', ({ key, newValue }: StorageEvent) => {
    if (key === LOGGED_OUT) forgetDraftsOfOthers(null);
    const session = key === SESSION_ENTRY ? parseSession(newValue) : null;
    if (session) forgetDraftsOfOthers(session.uuid);
  });
}
