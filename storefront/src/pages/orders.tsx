import { counted } from '@supreme-access/contract/labels.js';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AccountNav } from '../features/account/account-nav.js';
import { useOrders } from '../features/orders/orders.js';
import { OrdersTable } from '../features/orders/orders-table.js';
import { SettleFee } from '../features/orders/settle-fee.js';
import { useReleaseGroups } from '../features/release-view/release-groups.js';
import { LiveReleaseView } from '../features/release-view/release-view.js';
import { WaitingPlaces } from '../features/waitlist/waiting-places.js';
import { AsOf, LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

export function Orders() {
  const linkedOrderId = parameterOf(useSearchParams()[0], 'orderId');
  const [news, setNews] = useState<Order | null>(null);
  const orders = useOrders(setNews);
  const { drops, dismiss } = useReleaseGroups(orders.data ?? []);
  const inReleaseView = new Set(drops.flatMap((drop) => drop.orders.map(({ orderId }) => orderId)));
  const empty = orders.data?.length === 0;
  return (
    <>
      <AccountNav />
      {drops.map((group) => (
        <LiveReleaseView
          key={group.productId}
          drop={group}
          settle={(order) => <SettleFee order={order} />}
          onClose={() => dismiss(group)}
        />
      ))}
      {!empty && (
        <header className="gutter flex items-end justify-between gap-6 py-8 lg:py-12">
          <h1 className="heading text-title">Orders</h1>
          {orders.data && <p className="count text-sm text-muted">{counted(orders.data.length, 'order', 'orders')}</p>}
        </header>
      )}
      <p aria-live="polite" className="sr-only">
        {news && !inReleaseView.has(news.orderId) && `${news.productTitle}: ${news.statusLabel}.`}
      </p>
      {!empty && <WaitingPlaces />}
      {orders.isPending && <Loading />}
      {orders.data && <AsOf at={orders.dataUpdatedAt} failed={orders.isRefetchError} />}
      {orders.isLoadingError && <LoadFailure error={orders.error} retry={orders.refetch} />}
      {empty && (
        <>
          <Missing title="No tickets yet." text="When you secure a slot, its order is shown here." />
          <WaitingPlaces />
        </>
      )}
      {orders.data && !empty && (
        <div className="gutter">
          <h2 className="sr-only">All orders</h2>
          <OrdersTable orders={orders.data} linkedOrderId={linkedOrderId} inReleaseView={inReleaseView} />
        </div>
      )}
    </>
  );
}
