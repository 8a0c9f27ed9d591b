import { SESSION_ENTRY } from '@supreme-access/contract/sessions.js';
import { type ReactNode, useEffect } from 'react';
import {
  AppBar,
  Layout as RaLayout,
  Menu as RaMenu,
  RefreshIconButton,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import { useHeadingFocus } from './heading-focus.js';
import { Failed } from './Notice.js';
import { PageActions } from './page-actions.js';
import { BOARD, type NamedPage, PAGES } from './pages.js';
import { Shortcuts } from './Shortcuts.js';
import { Wordmark } from './Wordmark.js';

export function Layout({ children }: { children: ReactNode }) {
  useHeadingFocus();
  return (
    <PageActions>
      <RaLayout appBar={Bar} menu={Menu} error={Failed} appBarAlwaysOn>
        {children}
      </RaLayout>
    </PageActions>
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
  const { identity, refetch } = useGetIdentity();
  // The name may change in the shop, in another tab.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === SESSION_ENTRY && void refetch();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [refetch]);
  return <UserMenu label={identity?.fullName || 'Account'} />;
}

function Tools() {
  return (
    <>
      <Shortcuts />
      <ToggleThemeButton />
      <RefreshIconButton />
    </>
  );
}

function Menu() {
  return (
    <RaMenu>
      <Place page={BOARD} />
      <RaMenu.ResourceItem name="products" />
      <RaMenu.ResourceItem name="orders" />
      <RaMenu.ResourceItem name="retailers" />
      <RaMenu.ResourceItem name="promos" />
      <RaMenu.ResourceItem name="accounts" />
      <RaMenu.ResourceItem name="invitations" />
      <RaMenu.ResourceItem name="disputes" />
      <RaMenu.ResourceItem name="proofs" />
      {PAGES.map((page) => (
        <Place key={page.to} page={page} />
      ))}
    </RaMenu>
  );
}

function Place({ page: { to, label, icon } }: { page: NamedPage }) {
  return <RaMenu.Item to={to} primaryText={label} leftIcon={icon} />;
}
