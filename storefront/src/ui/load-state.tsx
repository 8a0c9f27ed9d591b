import { useEffect, useState } from 'react';
import { Button } from './button.js';

/** ms after which waiting deserves a word */
const SLOW = 4_000;

export function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

export function Loading({ lines = 4 }: { lines?: number }) {
  const slow = useSlow();
  return (
    <div role="status" className="gutter min-h-[90dvh] py-10">
      <span className={slow ? 'text-muted' : 'sr-only'}>
        {slow ? 'Still loading. The connection is slow.' : 'Loading'}
      </span>
      <div aria-hidden="true" className="mt-6">
        {Array.from({ length: lines }, (_, line) => line).map((line) => (
          <div key={line} className="flex h-16 items-center border-t border-rule">
            <div className="h-3 rounded bg-sheet" style={{ width: `${62 - ((line * 17) % 40)}%` }} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function LoadFailure({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <div role="alert" className="gutter grid justify-items-start gap-4 py-10">
      <p className="flex gap-3 font-medium">
        <span aria-hidden="true" className="count text-lost">
          ✕
        </span>
        {error.message}
      </p>
      <Button look="quiet" onClick={() => void retry()}>
        Try Again
      </Button>
    </div>
  );
}
