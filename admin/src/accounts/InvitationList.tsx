import { Box } from '@mui/material';
import type { AdminInvitation, InvitationState } from '@supreme-access/contract/shapes/people.js';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { DataTable, ReferenceField, SearchInput, SelectInput } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { CreateLink } from '../ui/CreateLink.js';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage } from '../ui/ListPage.js';
import { Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { RevokeInvitationButton } from './RevokeButtons.js';
import { ROLE_NAMES } from './roles.js';

const STATE_NAMES: Record<InvitationState, string> = {
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
};
const MAILS: Record<AdminInvitation['mail'], string> = {
  none: 'no email',
  waiting: 'email waiting',
  sent: 'email sent',
  'not-sent': 'email not sent',
  bounced: 'email bounced',
};
const STATES = Object.entries(STATE_NAMES).map(([id, name]) => ({ id, name }));
const ROLE_CHOICES = ROLES.map((id) => ({ id, name: ROLE_NAMES[id] }));

const filters = [
  <SearchInput key="q" source="q" placeholder="Email" alwaysOn />,
  <SelectInput key="state" source="state" label="State" choices={STATES} emptyText="All" alwaysOn />,
  <SelectInput key="role" source="role" label="Role" choices={ROLE_CHOICES} emptyText="All" alwaysOn />,
];

export function InvitationList() {
  return (
    <ListPage
      title="Invitations"
      sort={{ field: 'madeAt', order: 'DESC' }}
      filters={filters}
      actions={<CreateLink label="Invite" />}
      table={<InvitationTable />}
      rows={<InvitationRows />}
    />
  );
}

const Column = DataTable.Col<AdminInvitation>;

function InvitationTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<AdminInvitation> body={GuardedBody} bulkActionButtons={false} rowClick={false}>
      <Column label="Email" source="email" render={(invitation) => <Invitee invitation={invitation} />} />
      <Column label="Role" source="role" render={({ role }) => ROLE_NAMES[role ?? 'shopper']} />
      <Column label="State" disableSort render={(invitation) => <InvitationMark invitation={invitation} />} />
      <Column label="Used by" disableSort>
        <ReferenceField source="usedBy" reference="accounts" link="show" />
      </Column>
      <Column label="Created by" disableSort>
        <ReferenceField source="madeBy" reference="accounts" link="show" />
      </Column>
      <Column label="Created" source="madeAt" render={({ madeAt }) => <Time iso={madeAt} />} />
      <Column label="Ends" source="expiresAt" render={({ expiresAt }) => <Time iso={expiresAt} />} />
      {mayWrite && (
        <Column label="Actions" disableSort align="right">
          <RevokeInvitationButton />
        </Column>
      )}
    </DataTable>
  );
}

function InvitationRows() {
  return (
    <Rows<AdminInvitation>
      sx={{ display: 'flex', gap: 2, py: 1.25 }}
      row={(invitation) => (
        <>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Invitee invitation={invitation} />
            <Box>{ROLE_NAMES[invitation.role ?? 'shopper']}</Box>
            <InvitationMark invitation={invitation} />
            {invitation.usedBy && (
              <Box>
                by <ReferenceField source="usedBy" reference="accounts" link="show" />
              </Box>
            )}
            <Box sx={{ color: 'text.secondary' }}>
              until <Time iso={invitation.expiresAt} />
            </Box>
          </Box>
          <Box sx={{ ml: 'auto' }}>
            <RevokeInvitationButton />
          </Box>
        </>
      )}
    />
  );
}

function Invitee({ invitation: { email, mail } }: { invitation: AdminInvitation }) {
  if (email) return email;
  return <Box sx={{ color: 'text.secondary' }}>{mail === 'none' ? 'Anyone with the link' : 'Deleted'}</Box>;
}

function InvitationMark({ invitation: { state, mail } }: { invitation: AdminInvitation }) {
  const color = state === 'open' ? 'warning.main' : state === 'used' ? 'success.main' : 'text.secondary';
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ color, fontWeight: 600 }}>
        {STATE_NAMES[state]}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{`, ${MAILS[mail]}`}</Box>
    </Box>
  );
}
