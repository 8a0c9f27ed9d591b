import { Box, Link as MuiLink, Typography } from '@mui/material';
import type { AuditPromise } from '@supreme-access/contract/shapes/audit.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ResourceContextProvider } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageHead } from '../ui/PageHead.js';
import { PROMISES_PAGE } from '../ui/pages.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { LedgerDiff } from './LedgerDiff.js';
import { PlayBack } from './PlayBack.js';
import { PromiseRows } from './PromiseRows.js';
import { runsApi } from './runs-api.js';

const REFRESH_MS = 3_000;

/** The product's promises as verdicts, each with the run behind it and what nobody has checked since. */
export function PromisesPage() {
  const client = useQueryClient();
  const { data, error, isPending } = useQuery({
    queryKey: ['audit', 'promises'],
    queryFn: ({ signal }) => runsApi.promises(signal),
    refetchInterval: REFRESH_MS,
  });
  const { data: offered = [] } = useQuery({
    queryKey: ['audit', 'kinds'],
    queryFn: ({ signal }) => runsApi.kinds(signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <ResourceContextProvider value="audit">
      <PageHead title={PROMISES_PAGE.label} />
      <Refusal error={error} />
      {isPending && <Waiting />}
      {data && (
        <PromiseRows
          promises={data}
          offered={offered}
          onStarted={() => void client.invalidateQueries({ queryKey: ['audit'] })}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '2fr 1fr' }, gap: { xs: 3, lg: 5 }, pt: 4 }}>
        <Section title="Ledgers" sx={{ minWidth: 0 }}>
          {data && <LastLedgers promises={data} />}
        </Section>
        <Section title="Play back" sx={{ minWidth: 0 }}>
          <PlayBack />
        </Section>
      </Box>
    </ResourceContextProvider>
  );
}

function LastLedgers({ promises }: { promises: readonly AuditPromise[] }) {
  const reconciled = promises.flatMap(({ checks }) => checks).find(({ kind }) => kind === 'reconcile');
  const runId = reconciled?.runId;
  const { data, error } = useQuery({
    queryKey: ['audit', 'runs', 'one', runId],
    queryFn: ({ signal }) => runsApi.one(runId ?? '', signal),
    enabled: Boolean(runId),
  });
  if (!runId) return <Typography>Not compared yet. Start Reconcile above.</Typography>;
  return (
    <>
      <Refusal error={error} />
      {data && <LedgerDiff run={data} />}
      <Typography variant="body2" sx={{ pt: 1 }}>
        <MuiLink component={Link} to={`/audit/runs/${runId}`}>
          The run behind this
        </MuiLink>
      </Typography>
    </>
  );
}
