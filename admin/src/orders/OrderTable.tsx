import { Box } from '@mui/material';
import { DataTable } from 'react-admin';
import type { Order } from '../../../backend/src/contract/api-types.js';
import { instant, money, sizeName, slotName } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { useMayWrite } from '../ui/may-write.js';
import { ShowLink } from '../ui/ShowLink.js';
import { StatusMark } from '../ui/StatusMark.js';
import { ResendButton } from './ResendButton.js';

const Column = DataTable.Col<Order>;

export function OrderTable() {
  const mayWrite = useMayWrite();
  return (
    <DataTable<Order> bulkActionButtons={false} rowClick="show">
      <Column label="Slot" source="slotNumber" render={(order) => <Slot order={order} />} />
      <Column label="Email" source="email" />
      <Column
        label="Product"
        source="productTitle"
        render={({ productTitle }) => <ShowLink>{productTitle}</ShowLink>}
      />
      <Column label="Size" source="size" render={({ size }) => sizeName(size)} />
      <Column label="Price" source="price" align="right" render={(order) => <Price order={order} />} />
      <Column label="Status" source="status" render={({ status }) => <StatusMark status={status} />} />
      <Column
        label="Ordered"
        source="orderDate"
        render={({ orderDate }) => <Mono sx={{ whiteSpace: 'nowrap' }}>{instant(orderDate)}</Mono>}
      />
      {mayWrite && (
        <Column label="Actions" disableSort align="right" sx={{ whiteSpace: 'nowrap' }}>
          <ResendButton size="small" />
        </Column>
      )}
    </DataTable>
  );
}

function Price({ order: { price, refunded, currency } }: { order: Order }) {
  return (
    <Mono sx={{ whiteSpace: 'nowrap' }}>
      {money(price, currency)}
      {refunded > 0 && <Box sx={{ color: 'text.secondary' }}>{money(refunded, currency)} refunded</Box>}
    </Mono>
  );
}

function Slot({ order }: { order: Order }) {
  return (
    <Mono sx={{ whiteSpace: 'nowrap' }}>
      {order.slotNumber === null ? 'Test' : slotName(order.slotNumber, order.totalStock)}
    </Mono>
  );
}
