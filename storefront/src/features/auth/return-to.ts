import { useLocation } from 'react-router-dom';

export interface Onward {
  /** where the shopper was going before login or setup came between, with its query; null when nowhere */
  returnTo: string | null;
  /** router state that carries it to the next screen */
  state: { returnTo: string } | undefined;
}

/** Reads the destination from the router's state: only a path of our own, never another host. */
export function readReturnTo(state: unknown): string | null {
  const to = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : null;
}

export function useOnward(): Onward {
  const returnTo = readReturnTo(useLocation().state);
  return { returnTo, state: returnTo ? { returnTo } : undefined };
}
