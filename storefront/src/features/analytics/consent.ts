import { browserEntries } from '@supreme-access/contract/entries.js';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../../api/api.js';
import { pageSettings } from '../../api/page-settings.js';
import { storageChanges } from '../../api/storage-changes.js';

const ENTRY = 'counting';
const { announce, watch } = storageChanges();

/** Null means that the visitor has not answered yet. */
export type Consent = 'yes' | 'no' | null;

export function readConsent(): Consent {
  const said = browserEntries.get(ENTRY);
  return said === 'yes' || said === 'no' ? said : null;
}

export function giveConsent(consent: Consent): void {
  if (consent) browserEntries.set(ENTRY, consent);
  else browserEntries.remove(ENTRY);
  announce();
}

export function useConsent(): Consent {
  return useSyncExternalStore(watch, readConsent);
}

/** Reports an order as a purchase, only with consent and where the operator counts purchases. Nothing waits for it. */
export function useCountPurchase(): (orderId: string) => void {
  const client = useQueryClient();
  return (orderId) => {
    if (readConsent() !== 'yes' || !client.getQueryData(pageSettings.queryKey)?.analytics) return;
    api.post('/api/analytics/purchase', { orderId }).catch(() => undefined);
  };
}
