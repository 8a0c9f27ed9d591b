import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readSession, signOut } from '../api/session.js';
import { type Erased, textsOf } from '../features/account/erased.js';
import { Missing } from '../ui/missing.js';

export function ErasedPage() {
  const erased = useLocation().state as Erased | null;
  const accountId = erased?.accountId;
  // not before this page is shown: the one that is left is for people with a session
  useEffect(() => {
    if (accountId && readSession()?.uuid === accountId) signOut();
  }, [accountId]);
  return <Missing {...textsOf(erased)} onward={{ to: '/', label: 'See All Drops' }} />;
}
