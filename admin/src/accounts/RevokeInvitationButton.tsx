import type { AdminInvitation } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';

export function RevokeInvitationButton() {
  const invitation = useRecordContext<AdminInvitation>();
  if (invitation?.state !== 'open') return null;
  return (
    <ActionButton
      label="Revoke"
      pending="Revoking…"
      title="Revoke this invitation?"
      explain="Nobody registers with its link from now on."
      done="The invitation is revoked."
      size="small"
      danger
      run={(_values, key) => dataProvider.remove('invitations', invitation.id, key)}
    />
  );
}
