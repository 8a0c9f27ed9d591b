import { Box, Typography } from '@mui/material';
import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { useEffect, useState } from 'react';
import { follow } from '../streams.js';
import { EventRows } from './EventRows.js';
import { type EventQuery, eventsApi } from './events-api.js';

const MAX_ROWS = 200;

interface Received {
  events: LoggedEvent[];
  left: number;
}

export function LiveEvents({ query }: { query: EventQuery }) {
  const [received, setReceived] = useState<Received>({ events: [], left: 0 });
  const [isOpen, setOpen] = useState(true);
  const [hasGap, setGap] = useState(false);
  useEffect(() => {
    const open = (signal: AbortSignal) => {
      setOpen(true);
      return eventsApi.follow(query, signal, ({ events, left }) =>
        setReceived((before) => ({
          events: [...events.toReversed(), ...before.events].slice(0, MAX_ROWS),
          left: before.left + left,
        })),
      );
    };
    return follow(open, () => {
      setOpen(false);
      setGap(true);
    });
  }, [query]);
  return (
    <Box sx={{ pt: 1 }}>
      <Typography role="status" sx={{ color: 'text.secondary', pb: 1 }}>
        {!isOpen && 'The connection was lost and is being restored. Search to see what happened in the meantime. '}
        {isOpen && hasGap && 'Live events were interrupted for a while. Search to see what happened in the meantime. '}
        {isOpen && received.events.length === 0 && 'Waiting for new events.'}
        {received.left > 0 && `${received.left} more events matched than can be shown live. Search to see them.`}
      </Typography>
      <EventRows events={received.events} />
    </Box>
  );
}
