import { Box } from '@mui/material';
import type { LoggedEvent } from '@supreme-access/contract/logged-events.js';
import { Link } from 'react-router-dom';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { eventPath } from './event-query.js';

export function EventRows({ events }: { events: readonly LoggedEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {events.map((event) => (
        <EventRow key={event.position} event={event} />
      ))}
    </Box>
  );
}

function EventRow({ event }: { event: LoggedEvent }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: '176px 220px minmax(0, 1fr) minmax(0, 260px)' },
        columnGap: 2,
        rowGap: 0.25,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Mono component="time" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {day(event.at)}, {clock(event.at, undefined, true)}
      </Mono>
      <EventLink event={event} />
      <Mono sx={{ overflowWrap: 'anywhere' }}>
        {event.stream}@{event.revision}
      </Mono>
      <Mono sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        by {event.actor.kind} {event.actor.id}
      </Mono>
    </Box>
  );
}

export function EventLink({ event }: { event: Pick<LoggedEvent, 'position' | 'type'> }) {
  return (
    <Box component={Link} to={eventPath(event.position)} sx={{ color: 'inherit', fontWeight: 600 }}>
      {sentence(event.type)}
    </Box>
  );
}
