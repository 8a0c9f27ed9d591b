import { Box, Typography } from '@mui/material';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { OrderRow } from '../orders/OrderRow.js';
import { Section } from '../ui/Section.js';

export function LatestOrders({ orders }: { orders: readonly Order[] }) {
  return (
    <Section title="Latest orders">
      {orders.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No orders yet.</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {orders.map((order) => (
          <Box component="li" key={order.id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
            <OrderRow order={order} />
          </Box>
        ))}
      </Box>
    </Section>
  );
}
