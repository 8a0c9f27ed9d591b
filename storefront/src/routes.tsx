import type { ComponentType, LazyExoticComponent } from 'react';
import type { Access } from './guard.js';
import { lazyPart } from './lazy-page.js';

export interface RouteEntry {
  path: string;
  title: string;
  access: Access;
  Page: LazyExoticComponent<ComponentType>;
}

const page = (path: string, name: string, access: Access, Page: RouteEntry['Page']): RouteEntry => ({
  path,
  title: name ? `Supreme Access | ${name}` : 'Supreme Access',
  access,
  Page,
});

const Home = lazyPart(async () => (await import('./pages/home.js')).Home);

/** Every screen: its path, its title, who may see it. A path that is not listed shows the last entry. */
export const ROUTES: readonly RouteEntry[] = [
  page('/', '', 'public', Home),
  page('/index', '', 'public', Home),
  page(
    '/login',
    'Login',
    'public',
    lazyPart(async () => (await import('./pages/login.js')).Login),
  ),
  page(
    '/signup',
    'Sign Up',
    'public',
    lazyPart(async () => (await import('./pages/sign-up.js')).SignUp),
  ),
  page(
    '/register',
    'Register',
    'public',
    lazyPart(async () => (await import('./pages/register.js')).Register),
  ),
  page(
    '/forgot',
    'Forgot Password',
    'public',
    lazyPart(async () => (await import('./pages/forgot.js')).Forgot),
  ),
  page(
    '/reset/:hash',
    'Reset Password',
    'public',
    lazyPart(async () => (await import('./pages/reset.js')).Reset),
  ),
  page(
    '/action/:token',
    'Your Order',
    'public',
    lazyPart(async () => (await import('./pages/action.js')).Action),
  ),
  page(
    '/how-it-works',
    'How It Works',
    'public',
    lazyPart(async () => (await import('./pages/how-it-works.js')).HowItWorks),
  ),
  page(
    '/terms',
    'Privacy Policy',
    'public',
    lazyPart(async () => (await import('./pages/policy.js')).Policy),
  ),
  page(
    '/tts',
    'Terms of Use',
    'public',
    lazyPart(async () => (await import('./pages/terms-of-use.js')).TermsOfUse),
  ),
  page(
    '/signup1',
    'Setup 1/3',
    'session',
    lazyPart(async () => (await import('./pages/setup-name.js')).SetupName),
  ),
  page(
    '/signup2',
    'Setup 2/3',
    'session',
    lazyPart(async () => (await import('./pages/setup-address.js')).SetupAddress),
  ),
  page(
    '/signup3',
    'Setup 3/3',
    'session',
    lazyPart(async () => (await import('./pages/setup-card.js')).SetupCard),
  ),
  page(
    '/signupcancel',
    'Cancel Setup',
    'session',
    lazyPart(async () => (await import('./pages/setup-cancel.js')).SetupCancel),
  ),
  page(
    '/signupcomplete',
    'Setup Complete',
    'session',
    lazyPart(async () => (await import('./pages/setup-complete.js')).SetupComplete),
  ),
  page(
    '/shop',
    'Shop',
    'session',
    lazyPart(async () => (await import('./pages/shop.js')).Shop),
  ),
  page(
    '/product',
    'Product',
    'session',
    lazyPart(async () => (await import('./pages/product.js')).Product),
  ),
  page(
    '/user/account',
    'Account',
    'session',
    lazyPart(async () => (await import('./pages/account.js')).Account),
  ),
  page(
    '/user/orders',
    'Orders',
    'session',
    lazyPart(async () => (await import('./pages/orders.js')).Orders),
  ),
  page(
    '/user/profiles',
    'Profiles',
    'session',
    lazyPart(async () => (await import('./pages/profiles.js')).Profiles),
  ),
  page(
    '/newProfile',
    'New Profile',
    'session',
    lazyPart(async () => (await import('./pages/new-profile.js')).NewProfile),
  ),
  page(
    '/editProfile/:id',
    'Edit Profile',
    'session',
    lazyPart(async () => (await import('./pages/edit-profile.js')).EditProfile),
  ),
  page(
    '/dashboard',
    'Dashboard',
    'session',
    lazyPart(async () => (await import('./pages/dashboard.js')).Dashboard),
  ),
  page(
    '*',
    'Not Found',
    'session',
    lazyPart(async () => (await import('./pages/not-found.js')).NotFound),
  ),
];
