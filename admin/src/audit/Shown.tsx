import { Box, Typography } from '@mui/material';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { OrderTicket } from '../orders/OrderTicket.js';
import { JsonRows } from './JsonRows.js';

export function Shown({ shown }: { shown: Record<string, unknown> }) {
  const { statusNote, stamps: _onTheTicket, ...rest } = shown;
  return (
    <>
      {typeof statusNote === 'string' && <Typography sx={{ fontWeight: 600, pb: 1 }}>{statusNote}</Typography>}
      {isOrder(shown) && (
        <Box sx={{ pb: 2 }}>
          <OrderTicket order={shown} />
        </Box>
      )}
      <JsonRows value={rest} empty="" />
    </>
  );
}

function isOrder(shown: object): shown is Order {
  return 'orderId' in shown && 'stamps' in shown && Array.isArray(shown.stamps);
}
