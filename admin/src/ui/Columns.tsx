import { Box } from '@mui/material';
import { useState } from 'react';
import { ColumnsButton, useResourceContext } from 'react-admin';

/**
 * Chooses a table's columns and their order. react-admin marks its entries as options of a menu although each holds a
 * switch, which assistive technology cannot operate (WCAG 2.2, 4.1.2), so the roles are removed.
 */
export function Columns() {
  const resource = useResourceContext();
  const [observer] = useState(
    () =>
      new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof Element) unname(target);
      }),
  );
  const watch = () => {
    const selector = document.getElementById(`${resource}.datatable-columnsSelector`);
    if (!selector) return;
    unname(selector);
    observer.observe(selector, { childList: true, subtree: true });
  };
  return (
    <Box component="span" onClickCapture={watch}>
      <ColumnsButton />
    </Box>
  );
}

function unname(list: Element): void {
  for (const named of list.querySelectorAll('[role="menu"], [role="option"]')) named.removeAttribute('role');
}
