import { browserEntries } from '@supreme-access/contract/entries.js';
import { useSyncExternalStore } from 'react';
import { storageChanges } from '../../api/storage-changes.js';

const ENTRY = 'counting';
const { announce, watch } = storageChanges();

/** Whether this browser's visitor agreed to having purchases counted; null: nobody has answered yet. */
export type Consent = 'yes' | 'no' | null;

export function readConsent(): Consent {
  const said = browserEntries.get(ENTRY);
  return said === 'yes' || said === 'no' ? said : null;
}

/** Keeps the answer; null asks again. */
export function giveConsent(consent: Consent): void {
  if (consent) browserEntries.set(ENTRY, consent);
  else browserEntries.remove(ENTRY);
  announce();
}

export function useConsent(): Consent {
  return useSyncExternalStore(watch, readConsent);
}
