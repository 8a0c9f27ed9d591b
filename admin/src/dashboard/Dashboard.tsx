import { Box } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useGetList } from 'react-admin';
import { Refusal } from '../ui/Refusal.js';
import { useServerNow } from '../ui/server-clock.js';
import { Departures } from './Departures.js';
import { LatestOrders } from './LatestOrders.js';
import { NextDrop } from './NextDrop.js';
import { OrdersByStatus } from './OrdersByStatus.js';

/** ms */
const REFRESH = 15_000;

export function Dashboard() {
  const now = useServerNow();
  const { data = [], error } = useGetList<AdminProduct>(
    'products',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'releaseAt', order: 'DESC' }, filter: {} },
    { refetchInterval: REFRESH },
  );
  const ahead = data.filter((product) => isAhead(product, now)).toSorted(byRelease);
  return (
    <>
      <Refusal error={error} />
      <NextDrop product={ahead[0]} now={now} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { lg: '7fr 5fr' }, gap: 4, pt: 4 }}>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
          <Departures products={ahead.slice(0, 6)} />
          <LatestOrders refresh={REFRESH} />
        </Box>
        <OrdersByStatus refresh={REFRESH} />
      </Box>
    </>
  );
}

function byRelease(a: AdminProduct, b: AdminProduct): number {
  return Date.parse(a.releaseAt ?? '') - Date.parse(b.releaseAt ?? '');
}

function isAhead(product: AdminProduct, now: number): boolean {
  const waits = !product.delisted && !product.cancelled && !product.releaseStartedAt;
  return waits && product.releaseAt !== null && Date.parse(product.releaseAt) > now;
}
