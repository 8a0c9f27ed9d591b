import { Box } from '@mui/material';
import type { Order, OrderCounts } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Board } from '@supreme-access/contract/shapes/reports.js';
import type { LiveReleases } from '../products/live-releases.js';
import { useServerNow } from '../ui/server-clock.js';
import { ComingDrops } from './ComingDrops.js';
import { DashboardCharts } from './DashboardCharts.js';
import { Figures } from './Figures.js';
import { FirstSteps } from './FirstSteps.js';
import { LatestOrders } from './LatestOrders.js';
import { NeedsYou } from './NeedsYou.js';
import { NextDrop } from './NextDrop.js';
import { OpenPromises } from './OpenPromises.js';
import { OrdersByStatus } from './OrdersByStatus.js';
import { Releases } from './Releases.js';
import { ReleasingNow } from './ReleasingNow.js';

/** A part that is undefined could not be read; DashboardReading reports it. */
export interface DashboardPartsProps {
  live: LiveReleases;
  products: AdminProduct[] | undefined;
  board: Board | undefined;
  orders: Order[] | undefined;
  counts: OrderCounts | undefined;
}

const COLUMN = { display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 } as const;
const SHOWN = 6;

export function DashboardParts({ live, products = [], board, orders, counts }: DashboardPartsProps) {
  const now = useServerNow();
  const released = new Set(live.releases?.map(({ productId }) => productId));
  const ahead = products
    .filter((product) => isAhead(product, now) && !released.has(product.productId))
    .toSorted(byRelease);
  return (
    <>
      {board && <NeedsYou board={board} />}
      {board?.firstSteps && <FirstSteps steps={board.firstSteps} />}
      <ReleasingNow live={live} products={products} now={now} />
      <NextDrop product={ahead[0]} now={now} />
      {board && (
        <Box sx={{ pt: 4 }}>
          <Figures board={board} />
        </Box>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '7fr 5fr' }, gap: 4, pt: 4 }}>
        <Box sx={COLUMN}>
          {board && <OpenPromises promises={board.promises} now={now} />}
          <ComingDrops products={ahead.slice(0, SHOWN)} checked={board?.drops ?? []} />
          {orders && <LatestOrders orders={orders} />}
        </Box>
        <Box sx={COLUMN}>
          <OrdersByStatus counts={counts} />
        </Box>
      </Box>
      {board && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, pt: 4 }}>
          <Releases releases={board.releases} />
          <DashboardCharts currency={board.currency} />
        </Box>
      )}
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
