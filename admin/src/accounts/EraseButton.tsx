import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { UNDER_WAY_STATUSES } from '@supreme-access/contract/statuses.js';
import { useGetIdentity, useGetList, useRecordContext } from 'react-admin';
import { ActionButton } from '../ui/ActionButton.js';
import { EraseInputs, type EraseWish } from '../ui/EraseInputs.js';
import { accountSupport } from './account-support.js';
import { nameOf } from './roles.js';

export function EraseButton() {
  const account = useRecordContext<ListedAccount>();
  const { identity } = useGetIdentity();
  const isUnderWay = useUnderWay(account?.id ?? '');
  if (!account || account.erased) return null;
  const own = account.id === identity?.id ? 'Erase your own account in the shop, on your account page.' : undefined;
  const open = isUnderWay
    ? 'An order of theirs is being bought, paid or refunded. Erase once it has ended.'
    : undefined;
  return (
    <ActionButton<EraseWish, { finished: boolean }>
      label="Erase"
      pending="Erasing…"
      title={`Erase ${nameOf(account)}?`}
      explain={<WhatGoes />}
      done={({ finished }) =>
        finished ? 'The account is erased.' : 'The account is closed. The rest follows by itself.'
      }
      refusal={own ?? open}
      danger
      run={(values, key) => accountSupport.erase(account.id, values, key)}
    >
      <EraseInputs />
    </ActionButton>
  );
}

/** Whether the server would refuse now; it judges again. */
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
      <Box>For good, because its owner asked for it.</Box>
      <Box component="ul" sx={{ pl: 2.5, my: 1 }}>
        <li>
          Gone: name, addresses, phone, profiles, cards, security codes, password, the customer at Stripe, kept mails.
        </li>
        <li>Given back: slots of drops that have not started.</li>
        <li>Kept: that there was an account, its orders and their money, without anybody in them.</li>
      </Box>
      <Box>They are told by a last mail.</Box>
    </>
  );
}
