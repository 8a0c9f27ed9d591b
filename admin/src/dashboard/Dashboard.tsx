import { PROMISE_MS } from '@supreme-access/contract/limits.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useOrderCounts } from '../orders/order-counts.js';
import { useLiveReleases } from '../products/live-releases.js';
import { lazily } from '../ui/lazily.js';
import { PageHead } from '../ui/PageHead.js';
import { BOARD } from '../ui/pages.js';
import { DashboardReading } from './DashboardReading.js';
import { DashboardSkeleton } from './DashboardSkeleton.js';
import { REAL, refreshFor, useFigures } from './figures-data.js';

const DashboardParts = lazily(async () => (await import('./DashboardParts.js')).DashboardParts, <DashboardSkeleton />);

const MAX_PRODUCTS = 100;
const LATEST = 6;

/** Everything is read before anything is shown, so that nothing shifts afterwards. */
export function Dashboard() {
  const live = useLiveReleases();
  // A release that began before may still be running.
  const [from] = useState(() => new Date(Date.now() - PROMISE_MS).toISOString());
  const refetchInterval = refreshFor(live.releases);
  const products = useGetList<AdminProduct>(
    'products',
    {
      pagination: { page: 1, perPage: MAX_PRODUCTS },
      sort: { field: 'releaseAt', order: 'ASC' },
      filter: { releaseAt_gte: from },
    },
    { refetchInterval },
  );
  const orders = useGetList<Order>(
    'orders',
    { pagination: { page: 1, perPage: LATEST }, sort: { field: 'orderDate', order: 'DESC' }, filter: {} },
    { refetchInterval },
  );
  const board = useFigures(refetchInterval);
  const counts = useOrderCounts(REAL, refetchInterval);
  const reads = [products, board, orders, counts];
  const isSettled = reads.every(({ data, error }) => data !== undefined || error);
  return (
    <>
      <PageHead title={BOARD.label} />
      <DashboardReading reads={reads} />
      {isSettled ? (
        <DashboardParts
          live={live}
          products={products.data}
          board={board.data}
          orders={orders.data}
          counts={counts.data}
        />
      ) : (
        <DashboardSkeleton />
      )}
    </>
  );
}
