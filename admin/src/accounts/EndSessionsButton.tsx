import type { ListedAccount } from '@supreme-access/contract/api-types.js';
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
      explain="Wherever they are signed in, they have to sign in again."
      done="All sessions have ended."
      size="small"
      refusal={account.id === identity?.id ? 'Your own sessions you end under Security.' : undefined}
      danger
      run={(values, key) => accountSupport.endSessions(account.id, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="The log keeps it." validate={required()} autoFocus />
    </ActionButton>
  );
}
