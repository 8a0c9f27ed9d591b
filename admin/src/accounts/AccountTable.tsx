import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { DataTable } from 'react-admin';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { ShowLink } from '../ui/ShowLink.js';
import { nameOf, rolesShown } from './roles.js';

const Column = DataTable.Col<ListedAccount>;

export function AccountTable() {
  return (
    <DataTable<ListedAccount> bulkActionButtons={false} rowClick="show">
      <Column label="Name" source="name" render={(account) => <ShowLink>{nameOf(account)}</ShowLink>} />
      <Column label="Email" source="email" />
      <Column label="Role" disableSort render={({ roles }) => rolesShown(roles)} />
      <Column
        label="Address"
        source="emailVerified"
        render={({ emailVerified, erased }) => (erased ? '' : emailVerified ? 'Verified' : 'Not verified')}
      />
      <Column
        label="Registered"
        source="registeredAt"
        render={({ registeredAt }) => <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(registeredAt)}</Mono>}
      />
    </DataTable>
  );
}
