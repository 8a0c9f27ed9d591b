import { ahead } from '@supreme-access/contract/idle.js';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { WaitingPage } from './Waiting.js';

/**
 * A page or piece that the first load goes without: `lazily(async () => (await import('./Page.js')).Page)`; `meanwhile` stands for
 * it until it is there. Each waits behind a boundary of its own: behind one of several pages the page that was left would stay,
 * hidden, and what it had put off (a filter that is being typed) would lead back to it. It is fetched ahead when nothing else is
 * loaded, once more where that fails, and again at the next visit.
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
        // React keeps what a piece was refused with
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
