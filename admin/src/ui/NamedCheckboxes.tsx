import { Box } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';

/**
 * react-admin names the box around a row's checkbox, which screen readers ignore (WCAG 2.2, 4.1.2): the name belongs to
 * the checkbox itself.
 */
export function NamedCheckboxes({ children }: { children: ReactNode }) {
  const [observer] = useState(
    () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof Element) rename(target);
      }),
  );
  const watch = useCallback(
    (table: HTMLElement | null) => {
      observer.disconnect();
      if (!table) return;
      rename(table);
      observer.observe(table, { childList: true, subtree: true });
    },
    [observer],
  );
  return <Box ref={watch}>{children}</Box>;
}

function rename(part: Element): void {
  for (const box of part.querySelectorAll('.select-item[aria-label]')) {
    box.querySelector('input')?.setAttribute('aria-label', box.getAttribute('aria-label') ?? '');
    box.removeAttribute('aria-label');
  }
}
