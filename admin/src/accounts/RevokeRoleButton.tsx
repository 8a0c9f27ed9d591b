import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { useRecordContext } from 'react-admin';
import { dataProvider } from '../data-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { nameOf, ROLE_NAMES } from './roles.js';

/** Takes a role from the account at hand, where it has it. */
export function RevokeRoleButton({ revoked: role }: { revoked: 'admin' | 'auditor' }) {
  const account = useRecordContext<ListedAccount>();
  if (!account?.roles.includes(role) || account.erased) return null;
  const name = ROLE_NAMES[role].toLowerCase();
  return (
    <ActionButton
      label={`Revoke ${name}`}
      pending="Revoking…"
      title={`Take the role ${name} from ${nameOf(account)}?`}
      explain="Their sessions end at once. The account stays, as a shopper's."
      done="The role is revoked."
      danger
      run={(_values, key) => dataProvider.remove(`accounts/${encodeURIComponent(account.id)}/roles`, role, key)}
    />
  );
}
