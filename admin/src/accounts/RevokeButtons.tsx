import type { AdminInvitation, ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { OwnProof, type Proof } from '../ui/OwnProof.js';
import { nameOf, ROLE_NAMES } from './roles.js';

export function RevokeRoleButton({ revoked: role }: { revoked: 'admin' | 'auditor' }) {
  const account = useRecordContext<ListedAccount>();
  if (!account?.roles.includes(role) || account.erased) return null;
  const name = ROLE_NAMES[role].toLowerCase();
  return (
    <ActionButton<Proof, unknown>
      label={`Revoke ${name}`}
      pending="Revoking…"
      title={`Remove the ${name} role from ${nameOf(account)}?`}
      explain="They are logged out at once. The account stays as a shopper account."
      done="The role is revoked."
      danger
      run={(proof, key) => dataProvider.remove(`accounts/${encodeURIComponent(account.id)}/roles`, role, key, proof)}
    >
      <OwnProof />
    </ActionButton>
  );
}

export function RevokeInvitationButton() {
  const invitation = useRecordContext<AdminInvitation>();
  if (invitation?.state !== 'open') return null;
  return (
    <ActionButton
      label="Revoke"
      pending="Revoking…"
      title="Revoke this invitation?"
      explain="Its link stops working."
      done="The invitation is revoked."
      size="small"
      danger
      run={(_values, key) => dataProvider.remove('invitations', invitation.id, key)}
    />
  );
}
