import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import { useGetList } from 'react-admin';
import { useOrderCounts } from '../orders/order-counts.js';
import { useLiveReleases } from '../products/live-releases.js';
import { lazily } from '../ui/lazily.js';
import { PageHead } from '../ui/PageHead.js';
import { BOARD } from '../ui/pages.js';
import { BoardReading } from './BoardReading.js';
import { BoardSkeleton } from './BoardSkeleton.js';
import { REAL, refreshFor, useBoard } from './board.js';

const BoardParts = lazily(async () => (await import('./BoardParts.js')).BoardParts, <BoardSkeleton />);

/** products that are looked through for the next drops */
const PRODUCTS = 100;
const LATEST = 6;

/** Everything on it is read before anything of it is shown, so that nothing moves afterwards. */
export function Dashboard() {
  const live = useLiveReleases();
  const refetchInterval = refreshFor(live.releases);
  const products = useGetList<AdminProduct>(
    'products',
    { pagination: { page: 1, perPage: PRODUCTS }, sort: { field: 'releaseAt', order: 'DESC' }, filter: {} },
    { refetchInterval },
  );
  const orders = useGetList<Order>(
    'orders',
    { pagination: { page: 1, perPage: LATEST }, sort: { field: 'orderDate', order: 'DESC' }, filter: {} },
    { refetchInterval },
  );
  const board = useBoard(refetchInterval);
  const counts = useOrderCounts(REAL, refetchInterval);
  const reads = [products, board, orders, counts];
  const isSettled = reads.every(({ data, error }) => data !== undefined || error);
  return (
    <>
      <PageHead title={BOARD.label} />
      <BoardReading reads={reads} />
      {isSettled ? (
        <BoardParts live={live} products={products.data} board={board.data} orders={orders.data} counts={counts.data} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  );
}
