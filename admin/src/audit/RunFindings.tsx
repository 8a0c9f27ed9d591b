import { Box, Link as MuiLink, Typography } from '@mui/material';
import type { AuditRun, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { Link } from 'react-router-dom';
import { Mono } from '../ui/Mono.js';
import { AuditRow } from './AuditRow.js';
import { whatOf } from './run-words.js';

export function RunFindings({ run }: { run: AuditRun }) {
  const { findings, figures } = run;
  const all = Number(figures.findings ?? findings.length);
  return (
    <>
      {all > findings.length && (
        <Typography sx={{ pb: 1 }}>
          Showing the first {findings.length} of {all}. Fix these and start another run.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {findings.map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
      </Box>
    </>
  );
}

function Finding({ finding: { what, about, orderId, detail } }: { finding: RunFinding }) {
  return (
    <AuditRow component="li">
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{whatOf(what)}</Typography>
        <Typography variant="body2">
          <Mono>{about}</Mono>
          {detail && `: ${detail}`}
        </Typography>
        {orderId && (
          <MuiLink component={Link} to={`/orders/${orderId}/show`}>
            Order
          </MuiLink>
        )}
      </Box>
    </AuditRow>
  );
}
