import { Box } from '@mui/material';
import type { Order } from '@supreme-access/contract/api-types.js';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { instant, money, slotName } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { StatusMark } from '../ui/StatusMark.js';

const NARROW = `"slot title title price" ". email email email" ". date status status"`;
const WIDE = `"slot title date price" "slot email status status"`;

/** One order as a line: on the board, and in the list on a phone, with its actions below. */
export function OrderRow({ order, children }: { order: Order; children?: ReactNode }) {
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        component={Link}
        to={`/orders/${encodeURIComponent(order.id)}/show`}
        sx={{
          display: 'grid',
          gridTemplateAreas: { xs: NARROW, sm: WIDE },
          gridTemplateColumns: { xs: '60px auto minmax(0, 1fr) auto', sm: '72px minmax(0, 1fr) auto 72px' },
          columnGap: 1.5,
          rowGap: 0.25,
          alignItems: 'baseline',
          py: 1,
          color: 'inherit',
          textDecoration: 'none',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Mono sx={{ gridArea: 'slot' }}>
          {order.slotNumber === null ? 'Test' : slotName(order.slotNumber, order.totalStock)}
        </Mono>
        <Box sx={{ gridArea: 'title', fontWeight: 600 }}>{order.productTitle}</Box>
        <Mono sx={{ gridArea: 'price', textAlign: 'right' }}>{money(order.price, order.currency)}</Mono>
        <Box
          sx={{
            gridArea: 'email',
            color: 'text.secondary',
            fontSize: '0.8125rem',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {order.email}
        </Box>
        <Box sx={{ gridArea: 'status', fontSize: '0.8125rem', textAlign: 'right' }}>
          <StatusMark status={order.status} />
          {order.refunded > 0 && <Mono component="div">{money(order.refunded, order.currency)} refunded</Mono>}
        </Box>
        <Mono sx={{ gridArea: 'date', color: 'text.secondary', whiteSpace: 'nowrap' }}>{instant(order.orderDate)}</Mono>
      </Box>
      {children && <Box sx={{ pb: 1 }}>{children}</Box>}
    </Box>
  );
}
