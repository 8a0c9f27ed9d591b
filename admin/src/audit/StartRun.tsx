import { Button } from '@mui/material';
import type { OfferedRun } from '@supreme-access/contract/shapes/audit.js';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { ActionDialog } from '../ui/ActionButton.js';
import { RefusedButton } from '../ui/RefusedButton.js';
import { KINDS, runName, whyNot } from './run-words.js';
import { type RunTimes, runsApi } from './runs-api.js';

export interface StartRunProps {
  offered: OfferedRun;
  onStarted: (runId: string) => void;
}

/** A run is what an auditor may start too: it writes nothing but itself. */
export function StartRun({ offered: { kind, inTheWay }, onStarted }: StartRunProps) {
  const [isAsking, setAsking] = useState(false);
  const label = runName(kind);
  const says = KINDS[kind]?.says ?? '';
  if (inTheWay && !isAsking) return <RefusedButton label={label} refusal={whyNot(inTheWay)} />;
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ActionDialog<RunTimes, { runId: string }>
          label={label}
          pending="Starting…"
          title={`${label} now?`}
          explain={says}
          run={(times, key) => runsApi.start(kind, times, key)}
          onDone={({ runId }) => onStarted(runId)}
          onClose={() => setAsking(false)}
        >
          {kind === 'reconcile' && (
            <>
              <TextInput source="from" type="date" label="From (UTC)" helperText="Leave empty for the last 35 days" />
              <TextInput source="to" type="date" label="To (UTC)" helperText={false} />
            </>
          )}
        </ActionDialog>
      )}
    </>
  );
}
