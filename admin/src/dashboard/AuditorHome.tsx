import { Box } from '@mui/material';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useGetList } from 'react-admin';
import { PromisesPage } from '../audit/PromisesPage.js';
import { LatestOrders } from './LatestOrders.js';

const LATEST = {
  pagination: { page: 1, perPage: 6 },
  sort: { field: 'orderDate', order: 'DESC' },
  filter: {},
} as const;

export function AuditorHome() {
  const { data } = useGetList<Order>('orders', LATEST);
  return (
    <>
      <PromisesPage />
      <Box sx={{ pt: 4 }}>{data && <LatestOrders orders={data} />}</Box>
    </>
  );
}
