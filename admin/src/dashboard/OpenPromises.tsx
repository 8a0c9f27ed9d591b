import { Box, Typography } from '@mui/material';
import type { Board, OpenPromise } from '@supreme-access/contract/shapes/reports.js';
import { lapse } from '../ui/format.js';
import { Mono, Time } from '../ui/Mono.js';
import { RowBoundary } from '../ui/RowBoundary.js';
import { RowLink } from '../ui/RowLink.js';
import { Section } from '../ui/Section.js';
import { StatusMark } from '../ui/StatusMark.js';

export interface OpenPromisesProps {
  promises: Board['promises'];
  /** The server's time, ms UTC. */
  now: number;
}

/** Orders of a started release that have not ended within the guarantee of 72 hours, soonest deadline first. */
export function OpenPromises({ promises, now }: OpenPromisesProps) {
  const more = promises.open - promises.soonest.length;
  return (
    <Section title="Guarantees running out">
      {promises.soonest.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No open guarantees.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {promises.soonest.map((promise) => (
          <Box component="li" key={promise.orderId} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <RowBoundary what={`row ${promise.orderId}`}>
              <Promised promise={promise} now={now} />
            </RowBoundary>
          </Box>
        ))}
      </Box>
      {more > 0 && <Typography sx={{ color: 'text.secondary', pt: 1 }}>{`and ${more} more`}</Typography>}
    </Section>
  );
}

function Promised({ promise, now }: { promise: OpenPromise; now: number }) {
  const left = Date.parse(promise.closesAt) - now;
  return (
    <RowLink
      to={`/orders/${promise.orderId}/show`}
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 140px 190px 92px' },
        alignItems: 'center',
        columnGap: 2,
        rowGap: 0.5,
        minHeight: 44,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{promise.productTitle}</Box>
      <StatusMark status={promise.status} />
      <Time iso={promise.closesAt} />
      <Mono sx={{ justifySelf: { sm: 'end' }, color: left <= 0 ? 'error.main' : 'inherit' }}>
        {left <= 0 ? 'Overdue' : remaining(left)}
      </Mono>
    </RowLink>
  );
}

/** `71 h 20 min` */
function remaining(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 120 ? lapse(ms) : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
