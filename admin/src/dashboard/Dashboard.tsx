import { Box } from '@mui/material';
import type { AdminProduct } from '@supreme-access/contract/api-types.js';
import { useGetList } from 'react-admin';
import { useLiveReleases } from '../products/live-releases.js';
import { lazily } from '../ui/lazily.js';
import { useServerNow } from '../ui/server-clock.js';
import { BoardReading } from './BoardReading.js';
import { refreshFor, useBoard } from './board.js';
import { Departures } from './Departures.js';
import { Figures } from './Figures.js';
import { NextDrop } from './NextDrop.js';
import { OpenPromises } from './OpenPromises.js';
import { ReleasingNow } from './ReleasingNow.js';

const DropsAhead = lazily(async () => (await import('./DropsAhead.js')).DropsAhead, null);
const LatestOrders = lazily(async () => (await import('./LatestOrders.js')).LatestOrders, null);
const OrdersByStatus = lazily(async () => (await import('./OrdersByStatus.js')).OrdersByStatus, null);
const Releases = lazily(async () => (await import('./Releases.js')).Releases, null);
const BoardCharts = lazily(async () => (await import('./BoardCharts.js')).BoardCharts, null);

export function Dashboard() {
  const now = useServerNow();
  const live = useLiveReleases();
  const refresh = refreshFor(live.releases);
  const products = useGetList<AdminProduct>(
    'products',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'releaseAt', order: 'DESC' }, filter: {} },
    { refetchInterval: refresh },
  );
  const { data = [] } = products;
  const boardRead = useBoard(refresh);
  const board = boardRead.data;
  const released = new Set(live.releases?.map(({ productId }) => productId));
  const ahead = data.filter((product) => isAhead(product, now) && !released.has(product.productId)).toSorted(byRelease);
  return (
    <>
      <BoardReading reads={[products, boardRead]} />
      <ReleasingNow live={live} products={data} now={now} />
      <NextDrop product={ahead[0]} none={noneOf(products)} now={now} />
      {board && (
        <Box sx={{ pt: 4 }}>
          <Figures board={board} />
        </Box>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '7fr 5fr' }, gap: 4, pt: 4 }}>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
          {board && <OpenPromises promises={board.promises} now={now} />}
          {products.data && <Departures products={ahead.slice(0, 6)} />}
          <LatestOrders refresh={refresh} />
        </Box>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
          {board && <DropsAhead drops={board.drops} />}
          <OrdersByStatus refresh={refresh} />
        </Box>
      </Box>
      {board && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, pt: 4 }}>
          <Releases releases={board.releases} />
          <BoardCharts currency={board.currency} />
        </Box>
      )}
    </>
  );
}

function noneOf({ data, isLoadingError, isPaused }: { data?: unknown; isLoadingError: boolean; isPaused: boolean }) {
  if (data) return 'No drop is dated';
  return isLoadingError || isPaused ? 'Not known yet' : 'Loading…';
}

function byRelease(a: AdminProduct, b: AdminProduct): number {
  return Date.parse(a.releaseAt ?? '') - Date.parse(b.releaseAt ?? '');
}

function isAhead(product: AdminProduct, now: number): boolean {
  const waits = !product.delisted && !product.cancelled && !product.releaseStartedAt;
  return waits && product.releaseAt !== null && Date.parse(product.releaseAt) > now;
}
