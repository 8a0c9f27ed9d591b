import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { UNDER_WAY_STATUSES } from '@supreme-access/contract/statuses.js';
import { useGetIdentity, useGetList, useRecordContext } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { type EraseInput, EraseInputs } from '../ui/EraseInputs.js';
import { accountSupport } from './account-support.js';
import { nameOf } from './roles.js';

export function EraseButton() {
  const account = useRecordContext<ListedAccount>();
  const { identity } = useGetIdentity();
  const isUnderWay = useUnderWay(account?.id ?? '');
  if (!account || account.erased) return null;
  const own = account.id === identity?.id ? 'Erase your own account in the shop, on your account page.' : undefined;
  const open = isUnderWay
    ? 'One of their orders is being bought, charged or refunded. Erase the account once it has ended.'
    : undefined;
  return (
    <ActionButton<EraseInput, { finished: boolean }>
      label="Erase"
      pending="Erasing…"
      title={`Erase ${nameOf(account)}?`}
      explain={<WhatGoes />}
      done={({ finished }) =>
        finished ? 'The account is erased.' : 'The account is closed. The rest is erased automatically.'
      }
      refusal={own ?? open}
      danger
      run={(values, key) => accountSupport.erase(account.id, values, key)}
    >
      <EraseInputs />
    </ActionButton>
  );
}

function useUnderWay(accountId: string): boolean {
  const filter = { accountId, status: UNDER_WAY_STATUSES };
  const { total = 0 } = useGetList(
    'orders',
    { filter, pagination: { page: 1, perPage: 1 } },
    { enabled: accountId !== '' },
  );
  return total > 0;
}

function WhatGoes() {
  return (
    <>
      <Box>This is permanent. Erase an account only when its owner asks for it.</Box>
      <Box component="ul" sx={{ pl: 2.5, my: 1 }}>
        <li>
          Erased: name, addresses, phone, profiles, cards, security codes, password, Stripe customer, stored emails.
        </li>
        <li>Released: slots in drops that have not started.</li>
        <li>Kept: that the account existed, and its orders and amounts, without personal data.</li>
      </Box>
      <Box>They get one last email about it.</Box>
    </>
  );
}
