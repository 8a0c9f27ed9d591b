import { Box, Typography } from '@mui/material';
import type { OfferedRun } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { ResourceContextProvider } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { AuditRow } from './AuditRow.js';
import { ExportForm } from './ExportForm.js';
import { RunHistory } from './RunHistory.js';
import { KINDS, runName, whyNot } from './run-words.js';
import { runsApi } from './runs-api.js';
import { StartRun } from './StartRun.js';

const REFRESH_MS = 3_000;

export function AuditPage() {
  const { data, error, isPending } = useQuery({
    queryKey: ['audit', 'kinds'],
    queryFn: ({ signal }) => runsApi.kinds(signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <ResourceContextProvider value="audit">
      <PageHead title="Audit" />
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Section title="Runs" sx={{ minWidth: 0 }}>
          <Refusal error={error} />
          {isPending && <Waiting />}
          {data?.map((offered) => (
            <Offered key={offered.kind} {...offered} />
          ))}
        </Section>
        <Section title="Export" sx={{ minWidth: 0 }}>
          <ExportForm />
        </Section>
      </Box>
      <Section title="History" sx={{ minWidth: 0, pt: 3 }}>
        <RunHistory />
      </Section>
    </ResourceContextProvider>
  );
}

function Offered(offered: OfferedRun) {
  const navigate = useNavigate();
  const { kind, inTheWay } = offered;
  return (
    <AuditRow>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{runName(kind)}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {KINDS[kind]?.says}
        </Typography>
        {inTheWay && (
          <Typography variant="body2" role="note" sx={{ overflowWrap: 'anywhere' }}>
            Not available now: {whyNot(inTheWay)}
          </Typography>
        )}
      </Box>
      <StartRun offered={offered} onStarted={(runId) => void navigate(`/audit/runs/${runId}`)} />
    </AuditRow>
  );
}
