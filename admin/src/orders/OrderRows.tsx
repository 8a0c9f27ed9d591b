import { Box } from '@mui/material';
import type { AdminOrder } from '@supreme-access/contract/api-types.js';
import { RecordContextProvider, useListContext } from 'react-admin';
import { OrderRow } from './OrderRow.js';
import { OrderRowActions } from './OrderRowActions.js';

/** The list on a phone. */
export function OrderRows() {
  const { data = [] } = useListContext<AdminOrder>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((order) => (
        <RecordContextProvider key={order.id} value={order}>
          <OrderRow order={order}>
            <OrderRowActions />
          </OrderRow>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
