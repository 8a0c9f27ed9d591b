import { ahead } from '@supreme-access/contract/idle.js';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { WaitingPage } from './Waiting.js';

/**
 * A component outside the first load: `lazily(async () => (await import('./Page.js')).Page)`. Hazard: a boundary shared
 * by several pages would keep the page that was left, hidden, and its delayed filter would navigate back to it, so each
 * has its own. It is fetched when the network is idle, and again after a failure.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode = <WaitingPage />,
) {
  ahead.add(load);
  const late = () =>
    lazy(async () => {
      try {
        return { default: await load().catch(() => whenOnline().then(load)) };
      } catch (error) {
        // React caches the rejection.
        Piece = late();
        throw error;
      }
    });
  let Piece = late();
  return function Lazily(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Piece {...props} />
      </Suspense>
    );
  };
}

function whenOnline(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) return resolve();
    window.addEventListener('online', () => resolve(), { once: true });
  });
}
