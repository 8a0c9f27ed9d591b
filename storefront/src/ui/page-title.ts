import { useEffect } from 'react';

/** What the tab says; a page of one product has its title from the server already, in the same words. */
export function pageTitle(name: string): string {
  return name ? `Supreme Access | ${name}` : 'Supreme Access';
}

/** Names the tab after what the page shows, once that is known. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = pageTitle(name);
  }, [name]);
}
