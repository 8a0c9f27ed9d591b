import { type Theme, useMediaQuery } from '@mui/material';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { SearchInput, SelectInput } from 'react-admin';
import { ListPage } from '../ui/ListPage.js';
import { AccountRows } from './AccountRows.js';
import { AccountTable } from './AccountTable.js';
import { ROLE_NAMES } from './roles.js';

const ROLE_CHOICES = ROLES.map((id) => ({ id, name: ROLE_NAMES[id] }));
const VERIFIED = [
  { id: true, name: 'Verified' },
  { id: false, name: 'Not verified' },
];
const ERASED = [{ id: true, name: 'Erased' }];

const filters = [
  <SearchInput key="q" source="q" placeholder="Name, email or id" alwaysOn />,
  <SelectInput key="role" source="role" label="Role" choices={ROLE_CHOICES} emptyText="All" alwaysOn />,
  <SelectInput key="verified" source="emailVerified" label="Address" choices={VERIFIED} emptyText="All" alwaysOn />,
  <SelectInput key="erased" source="erased" label="Accounts" choices={ERASED} emptyText="Open" alwaysOn />,
];

export function AccountList() {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <ListPage title="Accounts" sort={{ field: 'registeredAt', order: 'DESC' }} filters={filters}>
      {isSmall ? <AccountRows /> : <AccountTable />}
    </ListPage>
  );
}
