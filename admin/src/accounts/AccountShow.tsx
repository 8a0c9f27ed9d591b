import { Box } from '@mui/material';
import type { ShownAccount } from '@supreme-access/contract/shapes/people.js';
import { Pagination, ReferenceManyField, ShowBase, useShowContext } from 'react-admin';
import { OrderRows } from '../orders/OrderRows.js';
import { Bounced } from '../ui/Bounced.js';
import { Facts } from '../ui/Facts.js';
import { HistoryButton } from '../ui/HistoryButton.js';
import { Mono, Time } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Unread } from '../ui/Reading.js';
import { stay } from '../ui/Refusal.js';
import { Section } from '../ui/Section.js';
import { AccountAccess } from './AccountAccess.js';
import { AccountMails } from './AccountMails.js';
import { AccountProfiles } from './AccountProfiles.js';
import { AccountSecurity } from './AccountSecurity.js';
import { EndSessionsButton } from './EndSessionsButton.js';
import { EraseButton } from './EraseButton.js';
import { GrantRoleButton } from './GrantRoleButton.js';
import { LockButton } from './LockButton.js';
import { RevokeRoleButton } from './RevokeButtons.js';
import { nameOf, rolesShown } from './roles.js';

export function AccountShow() {
  return (
    <ShowBase queryOptions={{ onError: stay }}>
      <AccountPage />
    </ShowBase>
  );
}

function AccountPage() {
  const { record: account, error, refetch } = useShowContext<ShownAccount>();
  if (!account) return <Unread error={error} onAgain={() => void refetch()} />;
  return (
    <>
      <PageHead title={nameOf(account)} note={rolesShown(account.roles)}>
        <HistoryButton kind="accounts" id={account.id} />
        <LockButton />
        <GrantRoleButton />
        <RevokeRoleButton revoked="auditor" />
        <RevokeRoleButton revoked="admin" />
        <EraseButton />
      </PageHead>
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '5fr 7fr' }, gap: { xs: 3, lg: 4 }, pt: 1 }}>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Section title="Details">
            <AccountFacts account={account} />
          </Section>
          {!account.erased && (
            <>
              <Section title="Access" aside={<EndSessionsButton />}>
                <AccountAccess account={account} />
              </Section>
              <Section title="Profiles">
                <AccountProfiles account={account} />
              </Section>
            </>
          )}
        </Box>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Section title="Orders">
            <AccountOrders />
          </Section>
          <Section title="Emails">
            <AccountMails accountId={account.id} />
          </Section>
          <Section title="Security events">
            <AccountSecurity accountId={account.id} />
          </Section>
        </Box>
      </Box>
    </>
  );
}

function AccountOrders() {
  return (
    <ReferenceManyField
      reference="orders"
      target="accountId"
      sort={{ field: 'orderDate', order: 'DESC' }}
      perPage={10}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50]} />}
      empty={<Box sx={{ color: 'text.secondary' }}>No orders yet.</Box>}
    >
      <OrderRows />
    </ReferenceManyField>
  );
}

function AccountFacts({ account }: { account: ShownAccount }) {
  const { erased } = account;
  return (
    <Facts
      facts={{
        State: erased ? 'Erased: no personal data is left' : account.locked ? 'Locked: nobody can log in' : null,
        Name: account.name || null,
        Email: account.email || null,
        'Email status': erased ? null : account.emailVerified ? 'Verified' : 'Not verified',
        'Last email': account.mailBounced && <Bounced mail={account.mailBounced} />,
        Phone: account.phone ? <Mono>{account.phone}</Mono> : null,
        Role: rolesShown(account.roles),
        Card: account.billingLast4 ? <Mono>{`•••• ${account.billingLast4}`}</Mono> : null,
        Profiles: <Mono>{account.profiles}</Mono>,
        Registered: <Time iso={account.registeredAt} />,
        'Stripe customer': account.customer_id ? <Mono>{account.customer_id}</Mono> : null,
        'Account id': <Mono>{account.id}</Mono>,
      }}
    />
  );
}
