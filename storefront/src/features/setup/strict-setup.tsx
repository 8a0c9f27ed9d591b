import { isStaff } from '@supreme-access/contract/sessions.js';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { usePageSettings } from '../../api/page-settings.js';
import { useSession } from '../../api/session.js';
import { useAccount } from '../account/account.js';

export function StrictSetup({ children }: { children: ReactNode }) {
  const { data: settings } = usePageSettings();
  const session = useSession();
  return settings?.strictSetup && session && !isStaff(session) ? <OnlySetUp>{children}</OnlySetUp> : children;
}

function OnlySetUp({ children }: { children: ReactNode }) {
  const { data: account } = useAccount();
  const { pathname, search } = useLocation();
  const isOpen = account && (account.profiles === 0 || !account.customer_id);
  return isOpen ? <Navigate to="/step1" replace state={{ returnTo: pathname + search }} /> : children;
}
