import { Typography } from '@mui/material';
import { jobName, partnerName } from '@supreme-access/contract/job-names.js';
import { counted } from '@supreme-access/contract/labels.js';
import type { ListedJob, ListedJobKind } from '@supreme-access/contract/shapes/system.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Mono, Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Nothing, StatusList, StatusRow } from './live.js';
import { system } from './system-data.js';

export function JobKindRows({ kinds }: { kinds: ListedJobKind[] }) {
  const some = kinds.filter(({ waiting }) => waiting > 0);
  if (some.length === 0) return <Nothing>No jobs are waiting.</Nothing>;
  return (
    <StatusList>
      {some.map((kind) => (
        <JobKindRow key={kind.kind} {...kind} />
      ))}
    </StatusList>
  );
}

function JobKindRow(job: ListedJobKind) {
  const { kind, partner, waiting, parked, troubles } = job;
  const isAway = parked > 0 && partner ? `${awayText(partner)} All of them run once it responds.` : undefined;
  return (
    <StatusRow
      title={jobName(kind)}
      state={<JobStateMark {...job} />}
      action={
        (troubles.length > 0 || parked > 0) && (
          <RetryButton about={{ kind }} title={`Retry all of “${jobName(kind)}” now?`} refusal={isAway} />
        )
      }
    >
      {troubles.length > 0 && <div>{troubles.join('; ')}</div>}
      <div>
        {counted(waiting, 'job', 'jobs')}, <Mono>{kind}</Mono>
      </div>
    </StatusRow>
  );
}

/** The server words the troubles; readiness uses the same sentences. */
function JobStateMark({ overdue, late, hanging, parked, troubles }: ListedJobKind) {
  if (troubles.length > 0) {
    const says = late > 0 ? `${late} overdue` : hanging > 0 ? `${hanging} not stopping` : 'parked';
    return <StateMark tone="bad">{says}</StateMark>;
  }
  if (overdue === 0) return <StateMark tone="good">scheduled</StateMark>;
  return <StateMark tone="waits">{parked > 0 ? `${overdue} on hold` : `${overdue} in progress`}</StateMark>;
}

export function JobRows({ rows }: { rows: ListedJob[] }) {
  if (rows.length === 0) return <Nothing>No jobs are due right now.</Nothing>;
  return (
    <>
      <Typography sx={{ pb: 1 }}>Jobs whose time has come, oldest first.</Typography>
      <StatusList>
        {rows.map((row) => (
          <JobRow key={row.id} {...row} />
        ))}
      </StatusList>
    </>
  );
}

function JobRow(row: ListedJob) {
  const { kind, subject, about, reason, isLate, isParked, partner } = row;
  const refusal =
    isParked && partner ? awayText(partner) : reason === null ? 'It has not failed. It runs automatically.' : undefined;
  return (
    <StatusRow
      title={jobName(kind)}
      state={<StateMark tone={isLate ? 'bad' : 'waits'}>{isLate ? 'overdue' : 'in progress'}</StateMark>}
      action={<RetryButton about={{ kind, id: subject }} title="Retry this now?" refusal={refusal} />}
    >
      <div>
        <Mono>{subject}</Mono>
        {about && `, ${about}`}
      </div>
      <Attempts {...row} />
    </StatusRow>
  );
}

function Attempts({ attempts, reason, nextAttemptAt, dueAt, isParked, partner }: ListedJob) {
  if (isParked && partner) return <div>{awayText(partner)}</div>;
  const isAgain = nextAttemptAt !== null && nextAttemptAt > dueAt;
  if (reason === null && !isAgain) return <div>Not started by this process yet.</div>;
  return (
    <div>
      {reason === null ? 'In progress' : `${reason}, ${counted(attempts, 'attempt', 'attempts')}`}
      {nextAttemptAt !== null && (
        <>
          , {reason === null ? 'checked again' : 'next attempt'} <Time iso={nextAttemptAt} />
        </>
      )}
    </div>
  );
}

const awayText = (partner: string) => `${partnerName(partner)} is not responding.`;

interface RetryButtonProps {
  about: { kind: string; id?: string };
  title: string;
  refusal: string | undefined;
}

function RetryButton({ about, title, refusal }: RetryButtonProps) {
  return (
    <ActionButton
      label="Retry now"
      pending="Retrying…"
      title={title}
      explain="It runs now instead of later. Waiting times and limits that a service asked for still apply."
      done={({ retried }: { retried: number }) => `Retrying ${counted(retried, 'job', 'jobs')}.`}
      size="small"
      {...(refusal === undefined ? {} : { refusal })}
      run={(_, key) => system.retry(about, key)}
    />
  );
}
