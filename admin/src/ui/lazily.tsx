import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Loading } from 'react-admin';

/**
 * A page or piece that the first load goes without: `lazily(async () => (await import('./Page.js')).Page)`; `meanwhile` stands for
 * it until it is there. Each waits behind a boundary of its own: behind one of several pages the page that was left would stay,
 * hidden, and what it had put off (a filter that is being typed) would lead back to it.
 */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>, meanwhile: ReactNode = <Loading />) {
  const Piece = lazy(async () => ({ default: await load() }));
  return function Lazily(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Piece {...props} />
      </Suspense>
    );
  };
}
