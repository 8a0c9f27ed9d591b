import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/api-types.js';
import { RecordContextProvider, useListContext } from 'react-admin';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { ShowLink } from '../ui/ShowLink.js';
import { nameOf, rolesShown } from './roles.js';

/** The list on a phone. */
export function AccountRows() {
  const { data = [] } = useListContext<ListedAccount>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((account) => (
        <RecordContextProvider key={account.id} value={account}>
          <Box component="li" sx={{ py: 1.25, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <ShowLink>{nameOf(account)}</ShowLink>
              <Box component="span">{rolesShown(account.roles)}</Box>
            </Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
              {account.email}
              {!account.erased && !account.emailVerified && ' (not verified)'}
            </Box>
            <Mono sx={{ color: 'text.secondary' }}>{instant(account.registeredAt)}</Mono>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
