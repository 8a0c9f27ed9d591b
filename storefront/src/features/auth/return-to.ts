import { useLocation } from 'react-router-dom';

export interface ReturnTo {
  /** The path and query that the shopper wanted before login or setup; null where there is none. */
  returnTo: string | null;
  state: { returnTo: string } | undefined;
}

/** Reads the destination from the router's state. Hazard: only a path of our own is valid, never another host. */
export function readReturnTo(state: unknown): string | null {
  const to = typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : null;
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : null;
}

export function useReturnTo(): ReturnTo {
  const returnTo = readReturnTo(useLocation().state);
  return { returnTo, state: returnTo ? { returnTo } : undefined };
}
