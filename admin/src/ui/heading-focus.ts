import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const HEADING = 'main h1';
/** Whoever is there already is not interrupted. */
const BUSY = 'input, textarea, select, [role=dialog], .MuiPopover-root';

/** Puts the focus on the heading of each page that is gone to, as a browser does on a new document, once the page has one. */
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

/** False while there is none. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>(HEADING);
  if (!heading) return false;
  if (document.activeElement?.closest(BUSY)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
