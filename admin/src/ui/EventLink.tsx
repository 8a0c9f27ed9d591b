import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** To the page of one event in the log. */
export function EventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      to={`/events/${encodeURIComponent(eventId)}`}
      sx={{ color: 'inherit', textDecorationColor: 'inherit', textUnderlineOffset: '3px' }}
    >
      {children}
    </Box>
  );
}
