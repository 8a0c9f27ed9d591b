import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { required, TextInput, useGetIdentity, useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { nameOf } from './roles.js';

interface Reason {
  reason: string;
}

export function LockButton() {
  const account = useRecordContext<ListedAccount>();
  const { identity } = useGetIdentity();
  if (!account || account.erased) return null;
  const { id, locked } = account;
  const { run, ...texts } = locked ? unlocking(account) : locking(account);
  return (
    <ActionButton<Reason, unknown>
      {...texts}
      refusal={id === identity?.id ? 'You cannot lock your own account. Another admin can.' : undefined}
      run={(values, key) => run(id, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="Kept in the event log." validate={required()} autoFocus />
    </ActionButton>
  );
}

const locking = (account: ListedAccount) => ({
  label: 'Lock',
  pending: 'Locking…',
  title: `Lock ${nameOf(account)}?`,
  explain: 'They are logged out at once and cannot log in. Their orders continue.',
  done: 'The account is locked.',
  danger: true,
  run: dataProvider.lock,
});

const unlocking = (account: ListedAccount) => ({
  label: 'Unlock',
  pending: 'Unlocking…',
  title: `Unlock ${nameOf(account)}?`,
  explain: 'They can log in again.',
  done: 'The account is unlocked.',
  run: dataProvider.unlock,
});
