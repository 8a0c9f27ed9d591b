import { Box } from '@mui/material';
import type { ElementType, ReactNode } from 'react';

export function AuditRow({ component = 'div', children }: { component?: ElementType; children: ReactNode }) {
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
