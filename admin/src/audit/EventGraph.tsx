import { Box, Typography } from '@mui/material';
import type { EventGraph as Graph, LinkKind, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { eventPath } from '../ui/EventLink.js';
import { clock, sentence } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { Actor, InkLink } from './names.js';

const HOW: Record<LinkKind, string> = {
  recorded: 'recorded in the log',
  together: 'same command',
};

export interface EventGraphProps {
  position: number;
  graph: Graph;
}

export function EventGraph({ position, graph }: EventGraphProps) {
  return (
    <>
      <Branch title="Causes" none="No known cause." {...{ position, graph }} isBack />
      <Branch title="Consequences" none="No known consequences." {...{ position, graph }} />
      {graph.isCut && (
        <Typography sx={{ color: 'text.secondary', pt: 1 }}>
          There are more events. Open one to see the rest.
        </Typography>
      )}
    </>
  );
}

interface BranchProps extends EventGraphProps {
  title: string;
  none: string;
  isBack?: boolean;
}

function Branch({ title, none, position, graph, isBack = false }: BranchProps) {
  const next = nextOf(graph, position, isBack);
  return (
    <Box component="section" aria-label={title} sx={{ pb: 2 }}>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {next.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>
      ) : (
        <Nodes {...{ position, graph, isBack }} walked={[position]} />
      )}
    </Box>
  );
}

interface NodesProps extends EventGraphProps {
  isBack: boolean;
  /** The positions on the path from the root event to this one. */
  walked: readonly number[];
}

function Nodes({ position, graph, isBack, walked }: NodesProps) {
  const next = nextOf(graph, position, isBack).filter(({ event }) => !walked.includes(event.position));
  if (next.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 1.5, ml: 0.5, borderLeft: 1, borderColor: 'divider' }}>
      {next.map(({ event, kind }) => (
        <Box component="li" key={event.position} sx={{ pt: 0.75 }}>
          <InkLink to={eventPath(event.position)}>{sentence(event.type)}</InkLink>{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            <Mono>{clock(event.at, undefined, true)}</Mono> by <Actor actor={event.actor} />, {HOW[kind]}
          </Box>
          <Nodes graph={graph} isBack={isBack} position={event.position} walked={[...walked, event.position]} />
        </Box>
      ))}
    </Box>
  );
}

function nextOf({ events, links }: Graph, position: number, isBack: boolean): { event: LoggedEvent; kind: LinkKind }[] {
  return links.flatMap(({ from, to, kind }) => {
    const [near, far] = isBack ? [to, from] : [from, to];
    const event = near === position ? events.find((one) => one.position === far) : undefined;
    return event ? [{ event, kind }] : [];
  });
}
