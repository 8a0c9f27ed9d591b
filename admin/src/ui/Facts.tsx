import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const present = Object.entries(facts).filter(([, value]) => value != null);
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {present.map(([name, value]) => (
        <Box
          key={name}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(104px, 2fr) minmax(0, 3fr)',
            gap: 2,
            py: 0.875,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
