import { Box } from '@mui/material';
import { sizeLabel, slotLabel } from '@supreme-access/contract/labels.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { ORDER_STATUSES } from '@supreme-access/contract/statuses.js';
import { Pagination, ReferenceManyField } from 'react-admin';
import { Mono } from '../ui/Mono.js';
import { RowLink } from '../ui/RowLink.js';
import { Rows } from '../ui/Rows.js';
import { StatusMark } from '../ui/StatusMark.js';

/** A withdrawn order holds no slot, and a test order never did. */
const HOLDING = {
  status: ORDER_STATUSES.filter((status) => status !== 'withdrawn'),
  livemode: true,
  archived: [true, false],
};
const NARROW = `"slot name status" ". email goods"`;
const WIDE = `"slot name email goods status"`;

export function Holders({ refresh }: { refresh: number }) {
  return (
    <ReferenceManyField
      reference="orders"
      target="productId"
      filter={HOLDING}
      sort={{ field: 'slotNumber', order: 'ASC' }}
      perPage={10}
      queryOptions={{ refetchInterval: refresh }}
      pagination={<Pagination rowsPerPageOptions={[10, 50, 100]} />}
      empty={<Box sx={{ color: 'text.secondary' }}>No slots are held.</Box>}
    >
      <Rows<AdminOrder> row={(order) => <Holder order={order} />} />
    </ReferenceManyField>
  );
}

function Holder({ order }: { order: AdminOrder }) {
  return (
    <RowLink
      to={`/orders/${encodeURIComponent(order.id)}/show`}
      sx={{
        gridTemplateAreas: { xs: NARROW, sm: WIDE },
        gridTemplateColumns: { xs: '64px minmax(0, 1fr) auto', sm: '72px minmax(0, 2fr) minmax(0, 3fr) 96px 128px' },
        columnGap: 1.5,
        alignItems: 'baseline',
      }}
    >
      <Mono sx={{ gridArea: 'slot' }}>{slotLabel(order.slotNumber ?? 0, order.totalStock)}</Mono>
      <Box sx={{ gridArea: 'name', fontWeight: 600, ...ONE_LINE }}>{order.name}</Box>
      <Box sx={{ gridArea: 'email', color: 'text.secondary', fontSize: '0.8125rem', ...ONE_LINE }}>{order.email}</Box>
      <Box sx={{ gridArea: 'goods', fontSize: '0.8125rem', textAlign: { xs: 'right', sm: 'left' }, ...ONE_LINE }}>
        {sizeLabel(order.size)}, {order.style}
      </Box>
      <Box sx={{ gridArea: 'status', fontSize: '0.8125rem', textAlign: 'right' }}>
        <StatusMark status={order.status} />
      </Box>
    </RowLink>
  );
}

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
