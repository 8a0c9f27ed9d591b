import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { condensed, INK, mono, VOLT } from './tokens.js';

export function Wordmark() {
  return (
    <Box
      component={Link}
      to="/"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'inherit', textDecoration: 'none', flex: 1, ml: 0.5 }}
    >
      <Box component="span" sx={{ ...condensed, fontSize: '1.25rem', whiteSpace: 'nowrap' }}>
        Supreme Access
      </Box>
      <Box component="span" sx={{ ...mono, bgcolor: VOLT, color: INK, px: 0.75, py: 0.25, fontSize: '0.6875rem' }}>
        Admin
      </Box>
    </Box>
  );
}
