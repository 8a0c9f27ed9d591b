import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const HEADING = 'main h1';
/** The focus is not taken from these elements. */
const BUSY = 'input, textarea, select, [role=dialog], .MuiPopover-root';

/** Focuses each new page's heading, as a browser does with a new document. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (focusHeading()) return;
    const observer = new MutationObserver(() => focusHeading() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
}

function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>(HEADING);
  if (!heading) return false;
  if (document.activeElement?.closest(BUSY)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
