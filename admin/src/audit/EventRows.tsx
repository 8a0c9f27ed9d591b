import { Box } from '@mui/material';
import { EVENT_SUMMARIES } from '@supreme-access/contract/event-names.js';
import type { LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { eventPath } from '../ui/EventLink.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { About, Actor, InkLink } from './names.js';

export interface EventRowsProps {
  events: readonly LoggedEvent[];
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

const WIDE = '212px minmax(160px, 2fr) minmax(0, 4fr) minmax(0, 2fr)';

function EventRow({ event, narrow }: { event: LoggedEvent; narrow: boolean }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: narrow ? 'minmax(0, 1fr)' : { xs: 'minmax(0, 1fr)', md: WIDE },
        columnGap: 2,
        rowGap: 0.25,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.875rem',
        overflowWrap: 'anywhere',
      }}
    >
      <Mono component="time" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {day(event.at)}, {clock(event.at, undefined, true)}
      </Mono>
      <InkLink to={eventPath(event.position)}>{sentence(event.type)}</InkLink>
      <Box>
        {EVENT_SUMMARIES[event.type]}
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          <About stream={event.stream} />
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        By <Actor actor={event.actor} />
      </Box>
    </Box>
  );
}
