import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { ROLES } from '@supreme-access/contract/statuses.js';
import { DataTable, SearchInput, SelectInput } from 'react-admin';
import { GuardedBody } from '../ui/GuardedBody.js';
import { ListPage, timeFilters } from '../ui/ListPage.js';
import { Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { ShowLink } from '../ui/ShowLink.js';
import { nameOf, ROLE_NAMES, rolesShown } from './roles.js';

const ROLE_CHOICES = ROLES.map((id) => ({ id, name: ROLE_NAMES[id] }));
const VERIFIED = [
  { id: true, name: 'Verified' },
  { id: false, name: 'Not verified' },
];
const ERASED = [{ id: true, name: 'Erased' }];

const filters = [
  <SearchInput key="q" source="q" placeholder="Name, email or id" alwaysOn />,
  <SelectInput key="role" source="role" label="Role" choices={ROLE_CHOICES} emptyText="All" alwaysOn />,
  <SelectInput key="verified" source="emailVerified" label="Email status" choices={VERIFIED} emptyText="All" />,
  <SelectInput key="erased" source="erased" label="Accounts" choices={ERASED} emptyText="Open" />,
  ...timeFilters('registeredAt', 'Registered'),
];

export function AccountList() {
  return (
    <ListPage
      title="Accounts"
      sort={{ field: 'registeredAt', order: 'DESC' }}
      filters={filters}
      table={<AccountTable />}
      rows={<AccountRows />}
    />
  );
}

const Column = DataTable.Col<ListedAccount>;

function AccountTable() {
  return (
    <DataTable<ListedAccount> body={GuardedBody} bulkActionButtons={false} rowClick="show">
      {/* Personal fields have no index: a sort would decrypt every account. */}
      <Column label="Name" source="name" disableSort render={(account) => <ShowLink>{nameOf(account)}</ShowLink>} />
      <Column label="Email" source="email" disableSort />
      <Column label="Role" disableSort render={({ roles }) => rolesShown(roles)} />
      <Column
        label="Email status"
        source="emailVerified"
        disableSort
        render={({ emailVerified, erased }) => (erased ? '' : emailVerified ? 'Verified' : 'Not verified')}
      />
      <Column label="Registered" source="registeredAt" render={({ registeredAt }) => <Time iso={registeredAt} />} />
    </DataTable>
  );
}

function AccountRows() {
  return (
    <Rows<ListedAccount>
      sx={{ py: 1.25, overflowWrap: 'anywhere' }}
      row={(account) => (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <ShowLink>{nameOf(account)}</ShowLink>
            <Box component="span">{rolesShown(account.roles)}</Box>
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            <Box sx={{ fontSize: '0.8125rem' }}>
              {account.email}
              {!account.erased && !account.emailVerified && ' (not verified)'}
            </Box>
            <Time iso={account.registeredAt} />
          </Box>
        </>
      )}
    />
  );
}
