import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { ReferenceManyField, ShowBase, useShowContext } from 'react-admin';
import { OrderRows } from '../orders/OrderRows.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal, stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { AccountFacts } from './AccountFacts.js';
import { RevokeRoleButton } from './RevokeRoleButton.js';
import { nameOf, rolesShown } from './roles.js';

export function AccountShow() {
  return (
    <ShowBase queryOptions={{ onError: stay }}>
      <AccountPage />
    </ShowBase>
  );
}

function AccountPage() {
  const { record: account, error } = useShowContext<ListedAccount>();
  if (!account) return <Refusal error={error} />;
  return (
    <>
      <PageHead title={nameOf(account)} note={rolesShown(account.roles)}>
        <RevokeRoleButton revoked="auditor" />
        <RevokeRoleButton revoked="admin" />
      </PageHead>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '5fr 7fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Section title="Facts" sx={{ minWidth: 0 }}>
          <AccountFacts account={account} />
        </Section>
        <Section title="Orders" sx={{ minWidth: 0 }}>
          <ReferenceManyField
            reference="orders"
            target="accountId"
            sort={{ field: 'orderDate', order: 'DESC' }}
            perPage={50}
            empty={<Box sx={{ color: 'text.secondary' }}>No orders yet.</Box>}
          >
            <OrderRows />
          </ReferenceManyField>
        </Section>
      </Box>
    </>
  );
}
