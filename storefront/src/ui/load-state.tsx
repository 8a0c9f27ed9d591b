import { useEffect, useRef, useState } from 'react';
import { useOnline } from '../api/connection.js';
import { Button } from './button.js';
import { stampTime } from './times.js';

export const SLOW_AFTER_MS = 4_000;

export function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

export function Loading({ lines = 4 }: { lines?: number }) {
  const slow = useSlow();
  if (!useOnline()) return <Offline />;
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

export function AsOf({ at, failed }: { at: number; failed: boolean }) {
  const online = useOnline();
  const isShown = failed || !online;
  return (
    <p role="status" className={isShown ? 'gutter border-b border-rule py-2 text-sm' : 'sr-only'}>
      {isShown && (
        <>
          <span aria-hidden="true" className="count mr-2 text-wait">
            ◷
          </span>
          As of <time className="count">{stampTime(new Date(at).toISOString())}</time>.{' '}
          {online ? 'The server has not answered since then. We keep trying.' : 'You are offline.'}
        </>
      )}
    </p>
  );
}

function Offline() {
  return (
    <div role="status" className="gutter grid gap-3 py-10">
      <p className="heading text-head">You are offline.</p>
      <p>This page is not saved on your device. It loads as soon as you are back online.</p>
    </div>
  );
}

export function LoadFailure({ error, retry }: { error: Error; retry: () => unknown }) {
  const online = useOnline();
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) void retry();
    before.current = online;
  }, [online, retry]);
  if (!online) return <Offline />;
  return (
    <div role="alert" className="gutter grid justify-items-start gap-4 py-10">
      <p className="heading text-head">This did not load.</p>
      <p className="flex gap-3 font-medium">
        <span aria-hidden="true" className="count text-lost">
          ✕
        </span>
        {error.message}
      </p>
      <Button variant="quiet" onClick={() => void retry()}>
        Try Again
      </Button>
    </div>
  );
}
