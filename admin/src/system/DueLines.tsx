import { Typography } from '@mui/material';
import type { ListedDue, ListedDueKind } from '@supreme-access/contract/due.js';
import { counted } from '@supreme-access/contract/labels.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Line, Lines, lasting, Nothing } from './live.js';
import { system } from './system-data.js';

export function DueKindLines({ kinds }: { kinds: ListedDueKind[] }) {
  const some = kinds.filter(({ waiting }) => waiting > 0);
  if (some.length === 0) return <Nothing>Nothing waits.</Nothing>;
  return (
    <Lines>
      {some.map((kind) => (
        <DueKindLine key={kind.kind} {...kind} />
      ))}
    </Lines>
  );
}

function DueKindLine({
  kind,
  partner,
  waiting,
  overdue,
  late,
  oldestLateMs,
  parked,
  hanging,
  awaitsOperator,
}: ListedDueKind) {
  const tone = late > 0 || hanging > 0 || awaitsOperator > 0 ? 'bad' : overdue > 0 ? 'waits' : 'good';
  const says = late > 0 ? `${late} stuck` : overdue > 0 ? `${overdue} due` : 'none due';
  const isAway = parked > 0 ? `${partner} is away: all of it is tried once it answers.` : undefined;
  return (
    <Line
      title={kind}
      state={<StateMark tone={tone}>{says}</StateMark>}
      action={overdue > 0 && <RetryButton about={{ kind }} title={`Try all of ${kind} now?`} refusal={isAway} />}
    >
      {waiting} waiting
      {overdue > 0 && `, the oldest overdue by ${lasting(oldestLateMs)}`}
      {hanging > 0 && `, ${hanging} told to stop and still going on`}
      {awaitsOperator > 0 && `, ${awaitsOperator} parked`}
    </Line>
  );
}

export function DueRowLines({ rows }: { rows: ListedDue[] }) {
  if (rows.length === 0) return <Nothing>No row is overdue.</Nothing>;
  return (
    <>
      <Typography sx={{ pb: 1 }}>Those that are overdue, the longest first.</Typography>
      <Lines>
        {rows.map((row) => (
          <DueRowLine key={row.id} {...row} />
        ))}
      </Lines>
    </>
  );
}

function DueRowLine({ id, kind, subject, tries, reason, nextTryAt, isLate, isParked, partner }: ListedDue) {
  const refusal = isParked
    ? `${partner} is away.`
    : reason === null
      ? 'It has not been in vain: it is begun by itself.'
      : undefined;
  return (
    <Line
      title={id}
      state={<StateMark tone={isLate ? 'bad' : 'waits'}>{isLate ? 'stuck' : 'due'}</StateMark>}
      action={<RetryButton about={{ kind, id: subject }} title="Try this now?" refusal={refusal} />}
    >
      {reason ?? (isParked ? `${partner} is away` : 'not tried yet by this process')}, {counted(tries, 'try', 'tries')},
      next {nextTryAt === null ? 'when an operator says so' : <Time iso={nextTryAt} />}
    </Line>
  );
}

interface RetryButtonProps {
  about: { kind: string; id?: string };
  title: string;
  refusal: string | undefined;
}

function RetryButton({ about, title, refusal }: RetryButtonProps) {
  return (
    <ActionButton
      label="Retry now"
      pending="Trying…"
      title={title}
      explain="It is tried at once instead of later. What a partner asked for, or takes at once, is kept to."
      done={({ retried }: { retried: number }) => `${retried} tried at once.`}
      size="small"
      {...(refusal === undefined ? {} : { refusal })}
      run={(_, key) => system.retry(about, key)}
    />
  );
}
