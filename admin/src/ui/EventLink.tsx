import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** An event is addressed by its id or its position. */
export const eventPath = (event: number | string) => `/events/${encodeURIComponent(event)}`;

export function EventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  return (
    <Box
      component={Link}
      to={eventPath(eventId)}
      sx={{ color: 'inherit', textDecorationColor: 'inherit', textUnderlineOffset: '3px' }}
    >
      {children}
    </Box>
  );
}
