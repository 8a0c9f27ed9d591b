import { Box, Typography } from '@mui/material';
import { partnerName } from '@supreme-access/contract/job-names.js';
import { counted } from '@supreme-access/contract/labels.js';
import type { ListedJob } from '@supreme-access/contract/shapes/system.js';
import { sentence } from '../../ui/format.js';
import { Mono, Time } from '../../ui/Mono.js';

export function OrderJobs({ due }: { due: readonly ListedJob[] }) {
  if (due.length === 0) return <Typography>No scheduled jobs.</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {due.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: '1fr auto',
            columnGap: 2,
            py: 0.75,
            borderBottom: 1,
            borderColor: 'divider',
            fontSize: '0.875rem',
          }}
        >
          <Box>
            {sentence(row.kind.replaceAll('-', ' '))}
            {row.about && `: ${row.about.replaceAll('-', ' ')}`}
          </Box>
          {row.nextAttemptAt !== null && <Time iso={row.nextAttemptAt} />}
          <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
            {`${counted(row.attempts, 'attempt', 'attempts')} so far`}
            {row.isLate && (
              <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
                , late
              </Box>
            )}
            {row.parkedAt !== null && ', parked: an operator decides'}
            {row.isParked &&
              row.partner &&
              `, on hold until ${partnerName(row.partner).replace(/^The/, 'the')} responds`}
            {row.reason && <Mono>{`, ${row.reason}`}</Mono>}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
