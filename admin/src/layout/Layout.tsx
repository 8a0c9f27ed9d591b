import type { ReactNode } from 'react';
import {
  AppBar,
  Layout as RaLayout,
  RefreshIconButton,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import { Menu } from './Menu.js';
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

/** Named as it reads: the menu of whoever is signed in. */
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
