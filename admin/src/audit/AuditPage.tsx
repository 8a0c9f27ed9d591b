import { Box, Button, Typography } from '@mui/material';
import type { OfferedRun } from '@supreme-access/contract/shapes/audit.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ResourceContextProvider, TextInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { ActionDialog } from '../ui/ActionButton.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { Section } from '../ui/Section.js';
import { Waiting } from '../ui/Waiting.js';
import { AuditRow } from './AuditRow.js';
import { ExportForm } from './ExportForm.js';
import { RunHistory } from './RunHistory.js';
import { KINDS, whyNot } from './run-words.js';
import { type RunTimes, runsApi } from './runs-api.js';

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

/** A run is what an auditor may start too: it writes nothing but itself. */
function Offered({ kind, inTheWay }: OfferedRun) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { label, says } = KINDS[kind] ?? { label: kind, says: '' };
  const refusal = inTheWay && whyNot(inTheWay);
  return (
    <AuditRow>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {says}
        </Typography>
        {refusal && (
          <Typography variant="body2" role="note" sx={{ overflowWrap: 'anywhere' }}>
            Not available now: {refusal}
          </Typography>
        )}
      </Box>
      {refusal && !isAsking ? (
        <RefusedButton label={label} refusal={refusal} />
      ) : (
        <Button variant="outlined" onClick={() => setAsking(true)}>
          {label}
        </Button>
      )}
      {isAsking && (
        <ActionDialog<RunTimes, { runId: string }>
          label={label}
          pending="Starting…"
          title={`${label} now?`}
          explain={says}
          run={(times, key) => runsApi.start(kind, times, key)}
          onDone={({ runId }) => void navigate(`/audit/runs/${runId}`)}
          onClose={() => setAsking(false)}
        >
          {kind === 'reconcile' && (
            <>
              <TextInput source="from" type="date" label="From" helperText="Leave empty for the last 35 days" />
              <TextInput source="to" type="date" label="To" helperText={false} />
            </>
          )}
        </ActionDialog>
      )}
    </AuditRow>
  );
}
