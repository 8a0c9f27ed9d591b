import { Box } from '@mui/material';
import { money, slotLabel } from '@supreme-access/contract/labels.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { Mono, Time } from '../ui/Mono.js';
import { RowLink } from '../ui/RowLink.js';
import { StatusMark } from '../ui/StatusMark.js';

const NARROW = `"slot title title price" ". email email email" ". date status status"`;
const WIDE = `"slot title date price" "slot email status status"`;

export function OrderRow({ order }: { order: Order }) {
  return (
    <RowLink
      to={`/orders/${encodeURIComponent(order.id)}/show`}
      sx={{
        gridTemplateAreas: { xs: NARROW, sm: WIDE },
        gridTemplateColumns: { xs: '60px auto minmax(0, 1fr) auto', sm: '72px minmax(0, 1fr) auto 72px' },
        columnGap: 1.5,
        rowGap: 0.25,
        alignItems: 'baseline',
      }}
    >
      <Mono sx={{ gridArea: 'slot' }}>
        {order.slotNumber === null ? 'Test' : slotLabel(order.slotNumber, order.totalStock)}
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
      <Box sx={{ gridArea: 'date', color: 'text.secondary' }}>
        <Time iso={order.orderDate} />
      </Box>
    </RowLink>
  );
}
