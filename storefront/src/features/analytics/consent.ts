import { useSyncExternalStore } from 'react';

const ENTRY = 'counting';
const listeners = new Set<() => void>();

/** Whether this browser's visitor agreed to having purchases counted; null: nobody has answered yet. */
export type Consent = 'yes' | 'no' | null;

export function readConsent(): Consent {
  const said = localStorage.getItem(ENTRY);
  return said === 'yes' || said === 'no' ? said : null;
}

/** Keeps the answer; null asks again. */
export function giveConsent(consent: Consent): void {
  if (consent) localStorage.setItem(ENTRY, consent);
  else localStorage.removeItem(ENTRY);
  for (const listener of listeners) listener();
}

export function useConsent(): Consent {
  return useSyncExternalStore(onChange, readConsent);
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
