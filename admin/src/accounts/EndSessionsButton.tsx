import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { required, TextInput, useGetIdentity, useRecordContext } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { accountSupport } from './account-support.js';
import { nameOf } from './roles.js';

export function EndSessionsButton() {
  const account = useRecordContext<ListedAccount>();
  const { identity } = useGetIdentity();
  if (!account || account.erased) return null;
  return (
    <ActionButton<{ reason: string }, unknown>
      label="End all sessions"
      pending="Ending…"
      title={`End all sessions of ${nameOf(account)}?`}
      explain="They are logged out everywhere and have to log in again."
      done="All sessions have ended."
      size="small"
      refusal={account.id === identity?.id ? 'End your own sessions on the Security page.' : undefined}
      danger
      run={(values, key) => accountSupport.endSessions(account.id, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="Kept in the event log." validate={required()} autoFocus />
    </ActionButton>
  );
}
