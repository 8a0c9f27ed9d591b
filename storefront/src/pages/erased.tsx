import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readSession, signOut } from '../api/session.js';
import { type Erased, textsOf } from '../features/account/erased.js';
import { Missing } from '../ui/missing.js';

export function ErasedPage() {
  const erased = useLocation().state as Erased | null;
  const accountId = erased?.accountId;
  // The session goes only once this page is shown, because the page before it requires one.
  useEffect(() => {
    if (accountId && readSession()?.uuid === accountId) signOut();
  }, [accountId]);
  return <Missing {...textsOf(erased)} next={{ to: '/', label: 'See All Drops' }} />;
}
