import { type Theme, useMediaQuery } from '@mui/material';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { CreateButton, SearchInput, SelectInput } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { InvitationRows } from './InvitationRows.js';
import { STATE_NAMES } from './InvitationState.js';
import { InvitationTable } from './InvitationTable.js';
import { ROLE_NAMES } from './roles.js';

const STATES = Object.entries(STATE_NAMES).map(([id, name]) => ({ id, name }));
const ROLE_CHOICES = ROLES.map((id) => ({ id, name: ROLE_NAMES[id] }));

const filters = [
  <SearchInput key="q" source="q" placeholder="Email" alwaysOn />,
  <SelectInput key="state" source="state" label="State" choices={STATES} emptyText="All" alwaysOn />,
  <SelectInput key="role" source="role" label="Role" choices={ROLE_CHOICES} emptyText="All" alwaysOn />,
];

export function InvitationList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ListPage
      title="Invitations"
      sort={{ field: 'madeAt', order: 'DESC' }}
      filters={filters}
      actions={<CreateButton size="medium" variant="contained" color="secondary" label="Invite" />}
    >
      {isSmall ? <InvitationRows /> : <InvitationTable />}
    </ListPage>
  );
}
