import { Box, Button, Typography } from '@mui/material';
import { EVENT_SUMMARIES } from '@supreme-access/contract/event-names.js';
import type { EventPage } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { eventPath } from '../ui/EventLink.js';
import { Facts } from '../ui/Facts.js';
import { clock, day, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { EventGraph } from './EventGraph.js';
import { EventRows } from './EventRows.js';
import { eventsPath, momentPath } from './event-query.js';
import { eventsApi } from './events-api.js';
import { JsonRows } from './JsonRows.js';
import { About, Actor, InkLink } from './names.js';

export function EventShow() {
  const { id = '' } = useParams();
  const { data: event, error } = useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) => eventsApi.one(id, signal),
  });
  if (!event) return error ? <Refusal error={error} /> : <Waiting />;
  return <OneEvent event={event} />;
}

function OneEvent({ event }: { event: EventPage }) {
  const { stream, revision, chain, graph, correlated } = event;
  const moment = momentPath(stream, revision);
  return (
    <>
      <PageHead
        title={sentence(event.type)}
        note={
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <Box>{EVENT_SUMMARIES[event.type]}</Box>
            <Mono>
              {day(event.at)}, {clock(event.at, undefined, true)}
            </Mono>{' '}
            by <Actor actor={event.actor} />. <About stream={stream} />
          </Box>
        }
      >
        <Button component={Link} to={eventPath(chain.before ?? '')} disabled={chain.before === null} variant="outlined">
          Previous in stream
        </Button>
        <Button component={Link} to={eventPath(chain.after ?? '')} disabled={chain.after === null} variant="outlined">
          Next in stream
        </Button>
        {moment && (
          <Button component={Link} to={moment} variant="outlined">
            State after this event
          </Button>
        )}
      </PageHead>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Section title="Causes and consequences" sx={{ minWidth: 0 }}>
            <EventGraph position={event.position} graph={graph} />
          </Section>
          <Section title="Data" sx={{ minWidth: 0 }}>
            <JsonRows value={event.data} empty="No data." />
          </Section>
        </Box>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Section title="Chain" sx={{ minWidth: 0 }}>
            <ChainFacts event={event} />
          </Section>
          <Section title="Metadata" sx={{ minWidth: 0 }}>
            <JsonRows value={event.metadata} empty="" />
          </Section>
          <Section
            title="Same request"
            aside={<InkLink to={eventsPath({ correlation: event.correlationId })}>Show all</InkLink>}
            sx={{ minWidth: 0 }}
          >
            {correlated.length === 0 && (
              <Typography sx={{ color: 'text.secondary' }}>No other events nearby.</Typography>
            )}
            <EventRows events={correlated} narrow />
          </Section>
        </Box>
      </Box>
    </>
  );
}

function ChainFacts({ event: { stream, revision, position, eventId, chain } }: { event: EventPage }) {
  return (
    <>
      <Typography sx={{ fontWeight: 600, color: chain.holds ? 'success.main' : 'error.main', pb: 1 }}>
        {chain.holds
          ? 'Chain intact: the recomputed hash matches the stored hash.'
          : 'CHAIN BROKEN: the recomputed hash does not match the stored hash.'}
      </Typography>
      <Facts
        facts={{
          Stream: <InkLink to={eventsPath({ stream })}>{stream}</InkLink>,
          Revision: <Mono>{revision}</Mono>,
          Position: <Mono>{position}</Mono>,
          'Event id': <Mono>{eventId}</Mono>,
          'Previous hash': <Mono>{chain.previousHash || 'None: first event of its stream'}</Mono>,
          'Stored hash': <Mono>{chain.hash}</Mono>,
          'Recomputed hash': <Mono>{chain.recomputed}</Mono>,
        }}
      />
    </>
  );
}
