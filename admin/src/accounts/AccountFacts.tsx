import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { Facts } from '../ui/Facts.js';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { rolesShown } from './roles.js';

export function AccountFacts({ account }: { account: ListedAccount }) {
  const { erased } = account;
  return (
    <Facts
      facts={{
        State: erased ? 'Erased: nothing personal is left' : null,
        Name: account.name || null,
        Email: account.email || null,
        Address: erased ? null : account.emailVerified ? 'Verified' : 'Not verified',
        Phone: account.phone ? <Mono>{account.phone}</Mono> : null,
        Role: rolesShown(account.roles),
        Card: account.billingLast4 ? <Mono>{`•••• ${account.billingLast4}`}</Mono> : null,
        Profiles: <Mono>{account.profiles ?? 0}</Mono>,
        Registered: <Mono>{instant(account.registeredAt)}</Mono>,
        'Stripe customer': account.customer_id ? <Mono>{account.customer_id}</Mono> : null,
        'Account id': <Mono>{account.id}</Mono>,
      }}
    />
  );
}
