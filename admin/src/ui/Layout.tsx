import SystemIcon from '@mui/icons-material/DnsOutlined';
import AuditIcon from '@mui/icons-material/FactCheckOutlined';
import EventsIcon from '@mui/icons-material/ListAltOutlined';
import SecurityIcon from '@mui/icons-material/LockOutlined';
import BoardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import SealsIcon from '@mui/icons-material/VerifiedOutlined';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout as RaLayout,
  Menu as RaMenu,
  RefreshIconButton,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import { Wordmark } from './Wordmark.js';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <RaLayout appBar={Bar} menu={Menu} appBarAlwaysOn>
      {children}
    </RaLayout>
  );
}

function Bar({ alwaysOn }: { alwaysOn?: boolean }) {
  return (
    <AppBar color="inherit" alwaysOn={alwaysOn} toolbar={<Tools />} userMenu={<Person />}>
      <Wordmark />
    </AppBar>
  );
}

function Person() {
  const { identity } = useGetIdentity();
  return <UserMenu label={identity?.fullName || 'Account'} />;
}

function Tools() {
  return (
    <>
      <ToggleThemeButton />
      <RefreshIconButton />
    </>
  );
}

function Menu() {
  return (
    <RaMenu>
      <RaMenu.Item to="/" primaryText="Board" leftIcon={<BoardIcon />} />
      <RaMenu.ResourceItem name="products" />
      <RaMenu.ResourceItem name="orders" />
      <RaMenu.ResourceItem name="promos" />
      <RaMenu.ResourceItem name="accounts" />
      <RaMenu.ResourceItem name="invitations" />
      <RaMenu.ResourceItem name="disputes" />
      <RaMenu.Item to="/events" primaryText="Events" leftIcon={<EventsIcon />} />
      <RaMenu.Item to="/audit" primaryText="Audit" leftIcon={<AuditIcon />} />
      <RaMenu.Item to="/seals" primaryText="Seals" leftIcon={<SealsIcon />} />
      <RaMenu.Item to="/system" primaryText="System" leftIcon={<SystemIcon />} />
      <RaMenu.Item to="/security" primaryText="Security" leftIcon={<SecurityIcon />} />
    </RaMenu>
  );
}
