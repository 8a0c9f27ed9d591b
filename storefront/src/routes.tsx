import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { Home } from './pages/home.js';
import { type LazyPart, lazyPart, readyPart } from './ui/lazy-part.js';
import { pageTitle } from './ui/page-title.js';

/** `setup` requires a session, but not a finished setup. */
export type Access = 'public' | 'session' | 'setup';

export interface RouteEntry {
  path: string;
  title: string;
  access: Access;
  /** The page takes its title from its product, on the server and in the browser. */
  ofProduct?: true;
  Page: LazyPart<object>;
}

function page(path: string, name: string, access: Access, load: () => Promise<ComponentType>): RouteEntry {
  return { path, title: pageTitle(name), access, Page: lazyPart(load) };
}

/** The first screen of most visits renders without a second load. */
function home(path: string): RouteEntry {
  return { path, title: pageTitle(''), access: 'public', Page: readyPart(Home) };
}

function productPage(...entry: Parameters<typeof page>): RouteEntry {
  return { ...page(...entry), ofProduct: true };
}

/**
 * Every screen: its path, its title, who may see it. An unknown path shows the last entry; the guard handles `/logout`,
 * and `/admin` is an application of its own.
 */
export const ROUTES: readonly RouteEntry[] = [
  home('/'),
  home('/index'),
  page('/login', 'Login', 'public', async () => (await import('./pages/login.js')).Login),
  page('/signup', 'Sign Up', 'public', async () => (await import('./pages/sign-up.js')).SignUp),
  page('/register', 'Register', 'public', async () => (await import('./pages/register.js')).Register),
  page('/forgot', 'Forgot Password', 'public', async () => (await import('./pages/forgot.js')).Forgot),
  page('/reset/:hash', 'Reset Password', 'public', async () => (await import('./pages/reset.js')).Reset),
  page('/action/:token', 'Your Order', 'public', async () => (await import('./pages/action.js')).Action),
  page('/erased', 'Erased', 'public', async () => (await import('./pages/erased.js')).ErasedPage),
  productPage('/purchase', 'Purchase', 'public', async () => (await import('./pages/purchase.js')).Purchase),
  productPage('/drops/:productId', 'Arrivals', 'public', async () => (await import('./pages/arrivals.js')).Arrivals),
  page('/tickets/:ticketId', 'Ticket', 'public', async () => (await import('./pages/shared-ticket.js')).SharedTicket),
  page('/demo', 'Demo', 'public', async () => (await import('./pages/demo.js')).Demo),
  page('/verify', 'Check a Receipt', 'public', async () => (await import('./pages/verify.js')).Verify),
  page('/how-it-works', 'How It Works', 'public', async () => (await import('./pages/how-it-works.js')).HowItWorks),
  page('/terms', 'Privacy Policy', 'public', async () => (await import('./pages/policy.js')).Policy),
  page('/tts', 'Terms of Use', 'public', async () => (await import('./pages/terms-of-use.js')).TermsOfUse),
  page('/step1', 'Setup 1/3', 'setup', async () => (await import('./pages/setup-name.js')).SetupName),
  page('/signup1', 'Setup 1/3', 'setup', async () => (await import('./pages/setup-name.js')).SetupName),
  page('/signup2', 'Setup 2/3', 'setup', async () => (await import('./pages/setup-address.js')).SetupAddress),
  page('/signup2old', 'Setup 2/3', 'setup', async () => (await import('./pages/setup-old-address.js')).SetupOldAddress),
  page('/signup3', 'Setup 3/3', 'setup', async () => (await import('./pages/setup-card.js')).SetupCard),
  page('/cardForm', 'Card', 'setup', async () => (await import('./pages/card-form.js')).CardForm),
  page('/signupcancel', 'Cancel Setup', 'setup', async () => (await import('./pages/setup-cancel.js')).SetupCancel),
  page(
    '/signupcomplete',
    'Setup Complete',
    'setup',
    async () => (await import('./pages/setup-complete.js')).SetupComplete,
  ),
  page('/shop', 'Shop', 'session', async () => (await import('./pages/shop.js')).Shop),
  productPage('/product', 'Product', 'session', async () => (await import('./pages/product.js')).Product),
  page('/user/account', 'Account', 'session', async () => (await import('./pages/account.js')).Account),
  page('/user/orders', 'Orders', 'session', async () => (await import('./pages/orders.js')).Orders),
  page(
    '/user/ordersTracked',
    'Order Tracking',
    'session',
    async () => (await import('./pages/orders-tracked.js')).OrdersTracked,
  ),
  page('/user/profiles', 'Profiles', 'session', async () => (await import('./pages/profiles.js')).Profiles),
  page('/newProfile', 'New Profile', 'setup', async () => (await import('./pages/new-profile.js')).NewProfile),
  page(
    '/editProfile/:id',
    'Edit Profile',
    'session',
    async () => (await import('./pages/edit-profile.js')).EditProfile,
  ),
  page('/creditCard', 'Credit Card', 'session', async () => (await import('./pages/credit-card.js')).CreditCard),
  page(
    '/EditCreditCard',
    'Edit Credit Card',
    'session',
    async () => (await import('./pages/edit-credit-card.js')).EditCreditCard,
  ),
  page('/dashboard', 'Dashboard', 'session', async () => (await import('./pages/dashboard.js')).Dashboard),
  page('/bdashboard', 'Dashboard', 'session', async () => (await import('./pages/dashboard.js')).Dashboard),
  page('/about', 'About', 'session', async () => (await import('./pages/about.js')).About),
  page('*', 'Not Found', 'session', async () => (await import('./pages/not-found.js')).NotFound),
];

export function routeAt(pathname: string): RouteEntry | undefined {
  return ROUTES.find(({ path }) => matchPath(path, pathname));
}

export type Verdict = { kind: 'show' } | { kind: 'redirect'; to: '/login' | '/' } | { kind: 'log-out' };

/** The word 'reset' in one of these paths must not open it. */
const ALWAYS_GUARDED = ['/admin', '/dashboard', '/bdashboard', '/user/'];

export function forGuests(pathname: string): boolean {
  return pathname === '/login' || pathname === '/signup';
}

/** Decides by the pathname alone, for comfort only: the server decides who may do what. */
export function guard(pathname: string, access: Access, loggedIn: boolean): Verdict {
  if (pathname === '/logout') return { kind: 'log-out' };
  if (loggedIn) return forGuests(pathname) ? { kind: 'redirect', to: '/' } : { kind: 'show' };
  const open = access === 'public' || pathname.includes('reset');
  if (open && !ALWAYS_GUARDED.some((prefix) => pathname.startsWith(prefix))) return { kind: 'show' };
  return { kind: 'redirect', to: '/login' };
}
