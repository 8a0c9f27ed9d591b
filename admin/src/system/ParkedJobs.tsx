import { Typography } from '@mui/material';
import { jobName } from '@supreme-access/contract/job-names.js';
import { counted } from '@supreme-access/contract/labels.js';
import type { ListedJob } from '@supreme-access/contract/shapes/system.js';
import { required, TextInput } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { Mono, Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Nothing, StatusList, StatusRow } from './live.js';
import { system } from './system-data.js';

export function ParkedJobs({ rows }: { rows: ListedJob[] }) {
  if (rows.length === 0) return <Nothing>No jobs are parked.</Nothing>;
  return (
    <>
      <Typography sx={{ pb: 1 }}>These jobs failed 20 times. They wait until you decide.</Typography>
      <StatusList>
        {rows.map((row) => (
          <ParkedJob key={row.id} {...row} />
        ))}
      </StatusList>
    </>
  );
}

function ParkedJob({ kind, subject, attempts, reason, parkedAt }: ListedJob) {
  const about = { kind, id: subject };
  return (
    <StatusRow
      title={jobName(kind)}
      state={<StateMark tone="bad">parked</StateMark>}
      action={
        <>
          <ActionButton
            label="Retry"
            pending="Retrying…"
            title="Retry this job?"
            explain="It runs now, and is parked again after 20 more failures."
            done="Retrying the job."
            size="small"
            run={(_, key) => system.retry(about, key)}
          />{' '}
          <ActionButton<{ reason: string }, unknown>
            label="Set aside"
            pending="Setting aside…"
            title="Set this job aside for good?"
            explain="It will never run and leaves this list. The event log keeps your decision and the reason."
            done="The job is set aside."
            size="small"
            danger
            run={({ reason: why }, key) => system.setAside({ ...about, reason: why }, key)}
          >
            <TextInput source="reason" label="Reason" validate={required()} autoFocus />
          </ActionButton>
        </>
      }
    >
      <Mono>{subject}</Mono>: {reason}, {counted(attempts, 'attempt', 'attempts')}
      {parkedAt !== null && (
        <>
          , parked <Time iso={parkedAt} />
        </>
      )}
    </StatusRow>
  );
}
