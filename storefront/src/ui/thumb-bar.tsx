import { type ReactNode, useLayoutEffect, useRef } from 'react';

const HEIGHT = '--thumb-bar';

/** The page's primary action, at the bottom of the window. What it covers there is reserved by its measured height. */
export function ThumbBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || !('ResizeObserver' in window)) return;
    const { style } = element.closest<HTMLElement>('.dialog-sheet') ?? document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <div
      ref={bar}
      data-thumb-bar
      className="grid gap-2 border-t border-rule bg-bg lg:sticky lg:bottom-0 lg:z-10 lg:py-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
