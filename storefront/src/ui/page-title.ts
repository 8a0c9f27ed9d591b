import { useEffect } from 'react';

/** The server titles a product's page in the same words. */
export function pageTitle(name: string): string {
  return name ? `Supreme Access | ${name}` : 'Supreme Access';
}

export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (name) document.title = pageTitle(name);
  }, [name]);
}
