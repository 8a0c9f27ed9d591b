import type { ListedAccount } from '@supreme-access/contract/api-types.js';
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
      refusal={id === identity?.id ? 'Nobody locks themselves out. Another admin can.' : undefined}
      run={(values, key) => run(id, values, key)}
    >
      <TextInput source="reason" label="Reason" helperText="The log keeps it." validate={required()} autoFocus />
    </ActionButton>
  );
}

const locking = (account: ListedAccount) => ({
  label: 'Lock',
  pending: 'Locking…',
  title: `Lock ${nameOf(account)}?`,
  explain: 'Their sessions end at once and they cannot sign in. Their orders go on.',
  done: 'The account is locked.',
  danger: true,
  run: dataProvider.lock,
});

const unlocking = (account: ListedAccount) => ({
  label: 'Unlock',
  pending: 'Unlocking…',
  title: `Unlock ${nameOf(account)}?`,
  explain: 'They can sign in again.',
  done: 'The account is unlocked.',
  run: dataProvider.unlock,
});
