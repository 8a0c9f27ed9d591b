import { Box } from '@mui/material';
import type { AdminInvitation } from '@supreme-access/contract/api-types.js';
import { DataTable, ReferenceField } from 'react-admin';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { useMayWrite } from '../ui/may-write.js';
import { InvitationState } from './InvitationState.js';
import { RevokeInvitationButton } from './RevokeInvitationButton.js';
import { ROLE_NAMES } from './roles.js';

const Column = DataTable.Col<AdminInvitation>;

export function InvitationTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminInvitation> bulkActionButtons={false} rowClick={false}>
      <Column label="Email" source="email" render={(invitation) => <Invitee invitation={invitation} />} />
      <Column label="Role" source="role" render={({ role }) => ROLE_NAMES[role ?? 'shopper']} />
      <Column label="State" disableSort render={(invitation) => <InvitationState invitation={invitation} />} />
      <Column label="Used by" disableSort>
        <ReferenceField source="usedBy" reference="accounts" link="show" />
      </Column>
      <Column label="Made by" disableSort>
        <ReferenceField source="madeBy" reference="accounts" link="show" />
      </Column>
      <Column label="Made" source="madeAt" render={({ madeAt }) => <Time iso={madeAt} />} />
      <Column label="Ends" source="expiresAt" render={({ expiresAt }) => <Time iso={expiresAt} />} />
      {mayWrite && (
        <Column label="Actions" disableSort align="right">
          <RevokeInvitationButton />
        </Column>
      )}
    </DataTable>
  );
}

export function Invitee({ invitation: { email, mail } }: { invitation: AdminInvitation }) {
  if (email) return email;
  return <Box sx={{ color: 'text.secondary' }}>{mail === 'none' ? 'Whoever has the link' : 'Forgotten'}</Box>;
}

function Time({ iso }: { iso: string }) {
  return <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(iso)}</Mono>;
}
