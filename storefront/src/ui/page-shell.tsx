import { TEXTS } from '@supreme-access/contract/texts.js';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useServerSecond } from '../api/clock.js';
import { useSession } from '../api/session.js';
import { AlertRegion } from './alert.js';
import { OfflineBar } from './offline-bar.js';
import { SupportLink } from './support-link.js';
import { stampTime, viewerCity } from './times.js';

interface PageShellProps {
  notice: ReactNode;
  question: ReactNode;
  children: ReactNode;
}

export function PageShell({ notice, question, children }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-bg focus:p-4">
        Skip to content
      </a>
      <Header />
      <OfflineBar />
      <div className="sticky top-0 z-30">
        {notice}
        <AlertRegion />
      </div>
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {question}
      <Footer />
    </div>
  );
}

function Header() {
  return (
    <header className="gutter border-b border-fg lg:flex lg:items-stretch lg:justify-between">
      <div className="flex flex-wrap items-center justify-between gap-x-6 py-3 lg:py-0">
        <Link to="/" className="heading text-2xl leading-none no-underline">
          Supreme Access
        </Link>
        <span className="lg:hidden">
          <HeadClock />
        </span>
      </div>
      <Navigation />
      <span className="hidden w-48 items-center justify-end lg:flex">
        <HeadClock />
      </span>
    </header>
  );
}

function Navigation() {
  const session = useSession();
  const account = session ? (['/user/account', 'Account'] as const) : (['/login', 'Login'] as const);
  const items = [['/', 'Home'], ['/shop', 'Shop'], account, ['/how-it-works', 'How It Works']] as const;
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="-mx-4 border-t border-rule lg:mx-0 lg:border-0">
      <ul className="grid grid-cols-[1fr_1fr_1.2fr_1.6fr] max-[18rem]:grid-cols-2 lg:flex">
        {items.map(([to, label]) => (
          <li key={to} className="border-l border-rule first:border-0 lg:border-0">
            <Link
              to={to}
              aria-current={isCurrent(to, pathname) ? 'page' : undefined}
              className="flex h-12 items-center justify-center text-center text-[0.9375rem] leading-tight font-medium whitespace-nowrap no-underline max-[18rem]:whitespace-normal hover:bg-sheet aria-[current=page]:bg-fg aria-[current=page]:text-bg lg:h-16 lg:px-6"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isCurrent(to: string, pathname: string): boolean {
  if (to === '/') return pathname === '/' || pathname === '/index';
  if (to === '/user/account')
    return /^\/(user\/|newProfile|editProfile|b?dashboard|creditCard|EditCreditCard)/.test(pathname);
  return pathname === to;
}

function HeadClock() {
  const now = new Date(useServerSecond()).toISOString();
  return (
    <span className="count text-sm whitespace-nowrap">
      <time dateTime={now}>{stampTime(now)}</time> <span className="text-muted">{viewerCity()}</span>
    </span>
  );
}

function Footer() {
  const session = useSession();
  return (
    <footer className="gutter mt-24 border-t border-fg py-8">
      <div className="columns gap-y-6">
        <p className="heading col-span-4 text-2xl lg:col-span-6">{TEXTS.promise}</p>
        <p className="col-span-4 text-sm text-muted lg:col-span-3">
          You pay a service fee. The retail price of the item is charged by the retailer and is not included.
        </p>
        <ul className="col-span-4 flex flex-wrap gap-x-6 gap-y-2 text-sm lg:col-span-3 lg:justify-end">
          <li>
            <Link to="/terms">Privacy</Link>
          </li>
          <li>
            <Link to="/tts">Terms of use</Link>
          </li>
          <li>
            <Link to="/demo">Demo</Link>
          </li>
          {session && (
            <li>
              <Link to="/about">About</Link>
            </li>
          )}
          <li className="empty:hidden">
            <SupportLink />
          </li>
        </ul>
      </div>
    </footer>
  );
}
