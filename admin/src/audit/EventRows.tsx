import { Box } from '@mui/material';
import type { LoggedEvent } from '@supreme-access/contract/logged-events.js';
import { eventPath } from '../ui/EventLink.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { InkLink } from './InkLink.js';

export interface EventRowsProps {
  events: readonly LoggedEvent[];
  /** there is room for one column only */
  narrow?: boolean;
}

export function EventRows({ events, narrow = false }: EventRowsProps) {
  if (events.length === 0) return null;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {events.map((event) => (
        <RowBoundary key={event.position} as="li" what={`row ${event.position}`}>
          <EventRow event={event} narrow={narrow} />
        </RowBoundary>
      ))}
    </Box>
  );
}

function EventRow({ event, narrow }: { event: LoggedEvent; narrow: boolean }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: narrow
          ? 'minmax(0, 1fr)'
          : { xs: 'minmax(0, 1fr)', md: '212px 220px minmax(0, 1fr) minmax(0, 260px)' },
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
      <InkLink to={eventPath(event.position)}>{sentence(event.type)}</InkLink>
      <Mono sx={{ overflowWrap: 'anywhere' }}>
        {event.stream}@{event.revision}
      </Mono>
      <Mono sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        by {event.actor.kind} {event.actor.id}
      </Mono>
    </Box>
  );
}
