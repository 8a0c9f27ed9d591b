import { parameterOf, withParameter } from '@supreme-access/contract/parameters.js';
import { isStaff } from '@supreme-access/contract/sessions.js';
import { Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { serverNow } from '../api/clock.js';
import { useAccount } from '../features/account/account.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { byRelease } from '../features/shop/drop-state.js';
import { NextRelease } from '../features/shop/next-release.js';
import { EmptyShop, ProductGrid } from '../features/shop/product-grid.js';
import { useProducts } from '../features/shop/products.js';
import { GridSkeleton } from '../features/shop/skeletons.js';
import { TabBar } from '../features/shop/tab-bar.js';
import { countTabs, inTab, readTab } from '../features/shop/tabs.js';
import { inDialog, lazyPart } from '../ui/lazy-part.js';
import { AsOf, LoadFailure } from '../ui/load-state.js';
import { RowBoundary } from '../ui/row-boundary.js';

const ProductSheet = lazyPart(
  async () => (await import('../features/waitlist/product-sheet.js')).ProductSheet,
  inDialog(({ initial }) => initial.productTitle, 'sheet'),
);
const CartSheet = lazyPart(
  async () => (await import('../features/demo/cart-sheet.js')).CartSheet,
  inDialog('Cart', 'side'),
);
const fetchAhead = () => void ProductSheet.preload().catch(() => undefined);

export function Shop() {
  const account = useAccount();
  const { pathname, search } = useLocation();
  const gate = account.data && !isStaff(account.data) ? shopGate(account.data) : null;
  if (gate) return <Navigate to={gate} replace state={{ returnTo: pathname + search }} />;
  return <Catalogue />;
}

/** Sets one query parameter: a tab replaces the history entry, an opened product adds one that Back closes. */
function useQueryParams() {
  const [params, setParams] = useSearchParams();
  const put = (name: string, value: string | null, replace: boolean) =>
    setParams((before) => withParameter(before, name, value), { replace });
  return { params, put };
}

function Catalogue() {
  const products = useProducts();
  const { params, put } = useQueryParams();
  const openedId = parameterOf(params, 'item');
  const tab = readTab(parameterOf(params, 'tab'));
  if (products.isPending) return <GridSkeleton />;
  if (products.isLoadingError) return <LoadFailure error={products.error} retry={products.refetch} />;
  const now = serverNow();
  const shown = byRelease(products.data).filter((product) => inTab(product, tab, now));
  const open = products.data.find(({ productId }) => productId === openedId);
  return (
    <>
      <AsOf at={products.dataUpdatedAt} failed={products.isRefetchError} />
      <RowBoundary what="drop">
        <NextRelease products={products.data} />
      </RowBoundary>
      <div className="gutter flex items-end justify-between gap-4 border-b border-fg pt-6">
        <TabBar
          tab={tab}
          counts={countTabs(products.data, now)}
          onChange={(next) => put('tab', next.toLowerCase(), true)}
        />
        <Cart />
      </div>
      <div id="shop-grid" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {shown.length === 0 ? (
          <EmptyShop tab={tab} />
        ) : (
          <ProductGrid products={shown} onNear={fetchAhead} onOpen={({ productId }) => put('item', productId, false)} />
        )}
      </div>
      <Suspense fallback={null}>
        {open && <ProductSheet initial={open} onClose={() => put('item', null, true)} />}
      </Suspense>
    </>
  );
}

function Cart() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="min-h-12 shrink-0 px-2 font-medium underline">
        Cart
      </button>
      <Suspense fallback={null}>{open && <CartSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
