import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';

export interface Alert {
  type: 'success' | 'danger';
  text: string;
}
interface Shown extends Alert {
  pathname: string;
}
interface Alerts {
  current: Alert | null;
  show(type: Alert['type'], text: string): void;
  clear(): void;
}

const AlertsContext = createContext<Alerts>({ current: null, show: () => {}, clear: () => {} });

export function AlertsProvider({ pathname, children }: { pathname: string; children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const show = useCallback((type: Alert['type'], text: string) => setShown({ type, text, pathname }), [pathname]);
  const clear = useCallback(() => setShown(null), []);
  const current = shown?.pathname === pathname ? shown : null;
  useClearedWhenFixed(current?.type === 'danger', clear);
  const value = useMemo(() => ({ current, show, clear }), [current, show, clear]);
  return <AlertsContext value={value}>{children}</AlertsContext>;
}

/** Clears an error once somebody has changed something and no field is invalid. */
function useClearedWhenFixed(bad: boolean, clear: () => void) {
  useEffect(() => {
    if (!bad) return;
    let frame = 0;
    const check = () => document.querySelector('[aria-invalid="true"]') || clear();
    // A form validates before the frame after the next one.
    const onInput = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(check);
      });
    };
    document.addEventListener('input', onInput);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('input', onInput);
    };
  }, [bad, clear]);
}

export function useAlerts(): Alerts {
  return useContext(AlertsContext);
}

/** The region is always rendered, so that screen readers announce changes. */
export function AlertRegion() {
  const { current, clear } = useAlerts();
  return (
    <div aria-live="assertive" className="sticky top-0 z-30">
      {current && (
        <div className="gutter flex items-center gap-4 border-b border-fg bg-bg py-3">
          <AlertText {...current} />
          <button type="button" onClick={clear} className="-my-2 ml-auto min-h-11 shrink-0 px-2 underline">
            Close
          </button>
        </div>
      )}
    </div>
  );
}

export function InlineAlert({ type, text }: Alert) {
  return (
    <div role={type === 'danger' ? 'alert' : 'status'} className="border-y border-fg py-3">
      <AlertText type={type} text={text} />
    </div>
  );
}

function AlertText({ type, text }: Alert) {
  const bad = type === 'danger';
  return (
    <p className="flex items-baseline gap-3 font-medium">
      <span aria-hidden="true" className={`count ${bad ? 'text-lost' : 'text-good'}`}>
        {bad ? '✕' : '✓'}
      </span>
      <span>
        <span className="sr-only">{bad ? 'Problem: ' : 'Done: '}</span>
        {text}
      </span>
    </p>
  );
}
