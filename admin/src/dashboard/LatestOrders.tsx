import { Box, Typography } from '@mui/material';
import type { Order } from '@supreme-access/contract/api-types.js';
import { useGetList } from 'react-admin';
import { OrderRow } from '../orders/OrderRow.js';
import { Section } from '../ui/Section.js';

export function LatestOrders({ refresh }: { refresh: number }) {
  const { data = [], isPending } = useGetList<Order>(
    'orders',
    { pagination: { page: 1, perPage: 6 }, sort: { field: 'orderDate', order: 'DESC' }, filter: {} },
    { refetchInterval: refresh },
  );
  return (
    <Section title="Latest orders">
      {!isPending && data.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No orders yet.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </Box>
    </Section>
  );
}
