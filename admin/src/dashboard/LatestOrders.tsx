import { Typography } from '@mui/material';
import type { Order } from '@supreme-access/contract/api-types.js';
import { ListBase, useListContext } from 'react-admin';
import { OrderRow } from '../orders/OrderRow.js';
import { Refusal } from '../ui/Refusal.js';
import { Rows } from '../ui/Rows.js';
import { Section } from '../ui/Section.js';

export function LatestOrders({ refresh }: { refresh: number }) {
  return (
    <Section title="Latest orders">
      <ListBase
        resource="orders"
        perPage={6}
        sort={{ field: 'orderDate', order: 'DESC' }}
        queryOptions={{ refetchInterval: refresh, onError: () => {} }}
        disableSyncWithLocation
        storeKey={false}
        empty={<Typography sx={{ color: 'text.secondary' }}>No orders yet.</Typography>}
      >
        <Unreadable />
        <Rows<Order> row={(order) => <OrderRow order={order} />} />
      </ListBase>
    </Section>
  );
}

function Unreadable() {
  return <Refusal error={useListContext().error} />;
}
