import { Box } from '@mui/material';
import type { ElementType, ReactNode } from 'react';

/** One thing of a list, with what can be done about it beside it or, where that is too narrow, below. */
export function AuditLine({ component = 'div', children }: { component?: ElementType; children: ReactNode }) {
  return (
    <Box
      component={component}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
