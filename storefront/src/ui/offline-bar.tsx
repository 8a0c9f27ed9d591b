import { useOnline } from '../api/connection.js';

export function OfflineBar() {
  const online = useOnline();
  return (
    <div aria-live="polite">
      {!online && (
        <p className="gutter border-b border-fg bg-fg py-2 text-sm text-bg">
          You are offline. Your slots are safe. This page continues when you are back online.
        </p>
      )}
    </div>
  );
}
