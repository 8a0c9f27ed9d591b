import { Typography } from '@mui/material';
import type { ListedDue } from '@supreme-access/contract/due.js';
import { counted } from '@supreme-access/contract/labels.js';
import { required, TextInput } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { Time } from '../ui/Mono.js';
import { StateMark } from '../ui/StateMark.js';
import { Line, Lines, Nothing } from './live.js';
import { system } from './system-data.js';

/** Work that was tried in vain until nobody but an operator has it tried again. */
export function ParkedLines({ rows }: { rows: ListedDue[] }) {
  if (rows.length === 0) return <Nothing>Nothing is parked.</Nothing>;
  return (
    <>
      <Typography sx={{ pb: 1 }}>Tried 20 times in vain. It waits until you decide.</Typography>
      <Lines>
        {rows.map((row) => (
          <ParkedLine key={row.id} {...row} />
        ))}
      </Lines>
    </>
  );
}

function ParkedLine({ id, kind, subject, tries, reason, parkedAt }: ListedDue) {
  const about = { kind, id: subject };
  return (
    <Line
      title={id}
      state={<StateMark tone="bad">parked</StateMark>}
      action={
        <>
          <ActionButton
            label="Try again"
            pending="Trying…"
            title="Try this again?"
            explain="It is tried at once, and as often as before until it is parked again."
            done="It is tried again."
            size="small"
            run={(_, key) => system.retry(about, key)}
          />{' '}
          <ActionButton<{ reason: string }, unknown>
            label="Set aside"
            pending="Setting aside…"
            title="Set this aside for good?"
            explain="It is never done, and leaves this list. The log keeps it, and who decided so."
            done="It is set aside."
            size="small"
            danger
            run={({ reason: why }, key) => system.setAside({ ...about, reason: why }, key)}
          >
            <TextInput source="reason" label="Reason" validate={required()} autoFocus />
          </ActionButton>
        </>
      }
    >
      {reason}, {counted(tries, 'try', 'tries')}
      {parkedAt !== null && (
        <>
          , parked <Time iso={parkedAt} />
        </>
      )}
    </Line>
  );
}
