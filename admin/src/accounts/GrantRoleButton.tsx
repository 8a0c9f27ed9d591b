import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { required, SelectInput, useRecordContext } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';
import { accountSupport } from './account-support.js';
import { nameOf, STAFF_CHOICES } from './roles.js';

export function GrantRoleButton() {
  const account = useRecordContext<ListedAccount>();
  if (!account || account.erased) return null;
  const choices = STAFF_CHOICES.filter(({ id }) => !account.roles.includes(id));
  if (choices.length === 0) return null;
  return (
    <ActionButton<Proof & { role: string }, unknown>
      label="Grant role"
      pending="Granting…"
      title={`Give ${nameOf(account)} a role?`}
      explain="They are logged out. They have the role when they log in again."
      done="The role is granted."
      refusal={whyNot(account)}
      run={(values, key) => accountSupport.grant(account.id, values, key)}
    >
      <SelectInput source="role" label="Role" choices={choices} validate={required()} helperText={false} />
      <OwnProof />
    </ActionButton>
  );
}

function whyNot({ emailVerified, locked }: ListedAccount): string | undefined {
  if (!emailVerified) return 'The email address of this account is not verified. It may belong to someone else.';
  return locked ? 'The account is locked. Unlock it first.' : undefined;
}
