import { Box, Typography } from '@mui/material';

const EMPTY = ['one', 'two', 'three', 'four'];

export function Waiting() {
  return (
    <Box sx={{ borderTop: 1, borderColor: 'text.primary' }}>
      <Typography role="status" sx={{ color: 'text.secondary', py: 1.5 }}>
        Loading…
      </Typography>
      {EMPTY.map((row) => (
        <Box key={row} aria-hidden sx={{ height: 44, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ height: 12, maxWidth: 320, bgcolor: 'action.hover' }} />
        </Box>
      ))}
    </Box>
  );
}

export function WaitingPage() {
  return (
    <Box sx={{ pt: 2.5 }}>
      <Box aria-hidden sx={{ height: 32, maxWidth: 240, mb: 2, bgcolor: 'action.hover' }} />
      <Waiting />
    </Box>
  );
}
