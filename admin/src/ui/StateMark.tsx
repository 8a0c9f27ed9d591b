import { Box } from '@mui/material';
import type { ReactNode } from 'react';

const TONES = { good: 'success.main', waits: 'warning.main', bad: 'error.main' } as const;
const SIGNS = { good: 'M1.5 6.5 4.5 9.5 10.5 2.5', waits: 'M6 1v6.5M6 9.5v1.5', bad: 'M2 2l8 8M10 2l-8 8' } as const;

/** A state is shown by word, mark and colour, never by colour alone. */
export function StateMark({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.875, color: TONES[tone], fontWeight: 600 }}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" style={{ flex: 'none' }}>
        <path d={SIGNS[tone]} fill="none" stroke="currentColor" strokeWidth={2} />
      </svg>
      {children}
    </Box>
  );
}
