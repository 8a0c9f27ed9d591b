import { Box } from '@mui/material';
import { useListContext } from 'react-admin';
import type { Order } from '../../../backend/src/contract/api-types.js';
import { OrderRow } from './OrderRow.js';

/** The list on a phone. */
export function OrderRows() {
  const { data = [] } = useListContext<Order>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </Box>
  );
}
