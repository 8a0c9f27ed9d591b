/** Who may see a path: everybody, or only somebody with a stored session; `setup`: they need not be set up yet. */
export type Access = 'public' | 'session' | 'setup';
export type Verdict = { kind: 'show' } | { kind: 'redirect'; to: '/login' | '/' } | { kind: 'log-out' };

/** never opened by the word 'reset' in a path */
const ALWAYS_GUARDED = ['/admin', '/dashboard', '/bdashboard', '/user/'];

/** Screens for people who are not logged in. */
export function forGuests(pathname: string): boolean {
  return pathname === '/login' || pathname === '/signup';
}

/** Decides by the pathname alone. This is comfort: what anybody may do is decided by the server. */
export function guard(pathname: string, access: Access, loggedIn: boolean): Verdict {
  if (pathname === '/logout') return { kind: 'log-out' };
  if (loggedIn) return forGuests(pathname) ? { kind: 'redirect', to: '/' } : { kind: 'show' };
  const open = access === 'public' || pathname.includes('reset');
  if (open && !ALWAYS_GUARDED.some((prefix) => pathname.startsWith(prefix))) return { kind: 'show' };
  return { kind: 'redirect', to: '/login' };
}
