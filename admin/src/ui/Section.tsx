import { Box, type BoxProps, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { RecordActions } from './page-actions.js';
import { RowBoundary } from './RowBoundary.js';

export interface SectionProps extends Omit<BoxProps<'section'>, 'title'> {
  title: ReactNode;
  aside?: ReactNode;
}

export function Section({ title, aside, children, ...rest }: SectionProps) {
  return (
    <Box component="section" {...rest}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          gap: 2,
          borderTop: 1,
          borderColor: 'text.primary',
          pt: 1,
          pb: 1.5,
        }}
      >
        <Typography variant="h4" component="h2">
          {title}
        </Typography>
        {aside && (
          <Box sx={{ ml: 'auto' }}>
            <RecordActions>{aside}</RecordActions>
          </Box>
        )}
      </Box>
      <RowBoundary what="part">{children}</RowBoundary>
    </Box>
  );
}
