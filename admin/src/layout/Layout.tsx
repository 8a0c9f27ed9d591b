import type { ReactNode } from 'react';
import { AppBar, Layout as RaLayout, RefreshIconButton, ToggleThemeButton } from 'react-admin';
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
    <AppBar color="inherit" alwaysOn={alwaysOn} toolbar={<Tools />}>
      <Wordmark />
    </AppBar>
  );
}

function Tools() {
  return (
    <>
      <ToggleThemeButton />
      <RefreshIconButton />
    </>
  );
}
