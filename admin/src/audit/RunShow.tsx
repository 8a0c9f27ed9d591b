import { Box, LinearProgress, Link as MuiLink, Typography } from '@mui/material';
import type { AuditRun } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { ResourceContextProvider } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { Facts } from '../ui/Facts.js';
import { Mono, Time } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { LedgerDiff } from './LedgerDiff.js';
import { Actor } from './names.js';
import { RunFindings } from './RunFindings.js';
import { figureName, runName, runState } from './run-words.js';
import { runsApi } from './runs-api.js';

const REFRESH_MS = 1_500;

export function RunShow() {
  const { id = '' } = useParams();
  const { data, error, isPending } = useQuery({
    queryKey: ['audit', 'runs', 'one', id],
    queryFn: ({ signal }) => runsApi.one(id, signal),
    refetchInterval: ({ state }) => (state.data?.outcome === null ? REFRESH_MS : false),
  });
  return (
    <ResourceContextProvider value="audit">
      <PageHead title={data ? runName(data.kind) : 'Run'} note={data && <Mono>{runState(data)}</Mono>}>
        <MuiLink component={Link} to="/audit">
          All runs
        </MuiLink>
      </PageHead>
      <Refusal error={error} />
      {isPending && <Waiting />}
      {data && <Result run={data} />}
    </ResourceContextProvider>
  );
}

function Result({ run }: { run: AuditRun }) {
  const { outcome, done, total, figures, findings } = run;
  const percent = total ? Math.min(100, (100 * done) / total) : undefined;
  return (
    <>
      {outcome === null && (
        <LinearProgress
          aria-label="Progress"
          {...(percent === undefined ? {} : { variant: 'determinate', value: percent })}
          sx={{ my: 1 }}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '1fr 1fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Section title="Run" sx={{ minWidth: 0 }}>
          <Facts facts={factsOf(run)} />
        </Section>
        <Section title="Figures" sx={{ minWidth: 0 }}>
          {Object.keys(figures).length === 0 ? (
            <Typography role="status">
              {outcome === null ? 'Not available yet.' : 'None: the run did not finish.'}
            </Typography>
          ) : (
            <Facts
              facts={Object.fromEntries(
                Object.entries(figures).map(([name, value]) => [figureName(name), <Mono key={name}>{value}</Mono>]),
              )}
            />
          )}
        </Section>
      </Box>
      {run.kind === 'reconcile' && (outcome === 'passed' || outcome === 'failed') && (
        <Section title="Ledgers" sx={{ minWidth: 0, pt: 3 }}>
          <LedgerDiff run={run} />
        </Section>
      )}
      {run.kind !== 'reconcile' && findings.length > 0 && (
        <Section title="Findings" sx={{ minWidth: 0, pt: 3 }}>
          <RunFindings run={run} />
        </Section>
      )}
    </>
  );
}

function factsOf({ askedBy, startedAt, finishedAt, from, to, reason, outcome }: AuditRun) {
  return {
    Started: <Time iso={startedAt} />,
    Ended: finishedAt && <Time iso={finishedAt} />,
    'Started by': (
      <Mono>
        <Actor actor={askedBy} />
      </Mono>
    ),
    From: from && <Time iso={from} />,
    To: to && <Time iso={to} />,
    Stopped:
      outcome === 'stopped'
        ? reason === 'lease-over'
          ? 'Its process ended. Start the run again.'
          : reason
        : undefined,
  };
}
