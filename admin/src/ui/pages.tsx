import PromisesIcon from '@mui/icons-material/BalanceOutlined';
import SystemIcon from '@mui/icons-material/DnsOutlined';
import AuditIcon from '@mui/icons-material/FactCheckOutlined';
import EventsIcon from '@mui/icons-material/ListAltOutlined';
import SecurityIcon from '@mui/icons-material/LockOutlined';
import BoardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SealsIcon from '@mui/icons-material/VerifiedOutlined';
import type { ReactElement } from 'react';

export interface NamedPage {
  to: string;
  label: string;
  icon: ReactElement;
}

export const BOARD: NamedPage = { to: '/', label: 'Dashboard', icon: <BoardIcon /> };

export const PROMISES_PAGE: NamedPage = { to: '/promises', label: 'Promises', icon: <PromisesIcon /> };

export const PAGES: readonly NamedPage[] = [
  PROMISES_PAGE,
  { to: '/events', label: 'Events', icon: <EventsIcon /> },
  { to: '/audit', label: 'Audit', icon: <AuditIcon /> },
  { to: '/seals', label: 'Seals', icon: <SealsIcon /> },
  { to: '/system', label: 'System', icon: <SystemIcon /> },
  { to: '/security', label: 'Security', icon: <SecurityIcon /> },
];
