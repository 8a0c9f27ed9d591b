import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { RecordActions } from './page-actions.js';

export interface PageHeadProps {
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

export function PageHead({ title, note, children }: PageHeadProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 2, rowGap: 1.5, pt: 2.5, pb: 1.5 }}
    >
      <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {note != null && <Box sx={{ pb: 0.25 }}>{note}</Box>}
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, ml: 'auto' }}>
          <RecordActions>{children}</RecordActions>
        </Box>
      )}
    </Box>
  );
}
