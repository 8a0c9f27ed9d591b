import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export function InkLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box component={Link} to={to} sx={{ color: 'inherit', fontWeight: 600 }}>
      {children}
    </Box>
  );
}
