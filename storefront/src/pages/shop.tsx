import { Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { PublicProduct } from '../../../backend/src/contract/api-types.js';
import { serverNow } from '../clock.js';
import { useAccount } from '../features/account/account.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { boardOrder } from '../features/shop/drop-state.js';
import { NextDeparture } from '../features/shop/next-departure.js';
import { ProductCard } from '../features/shop/product-card.js';
import { useProducts } from '../features/shop/products.js';
import { usePromo } from '../features/shop/promo.js';
import { GridSkeleton } from '../features/shop/skeletons.js';
import { TabBar } from '../features/shop/tab-bar.js';
import { inTab, readTab, TABS, type Tab } from '../features/shop/tabs.js';
import { lazyPart, loadChunk } from '../lazy-page.js';
import { isStaff } from '../session.js';
import { LoadFailure } from '../ui/load-state.js';

const loadSheet = async () => (await import('../features/slots/product-sheet.js')).ProductSheet;
const ProductSheet = lazyPart(loadSheet);
const CartSheet = lazyPart(async () => (await import('../features/demo/cart-sheet.js')).CartSheet);
const fetchAhead = () => void loadChunk(loadSheet);

export function Shop() {
  const account = useAccount();
  const { pathname, search } = useLocation();
  const gate = account.data && !isStaff(account.data) ? shopGate(account.data) : null;
  if (gate) return <Navigate to={gate} replace state={{ returnTo: pathname + search }} />;
  return <Catalogue />;
}

/** Writes one parameter of the address: the tab replaces the entry, an opened product is one that Back closes. */
function useQueryParams() {
  const [params, setParams] = useSearchParams();
  const put = (name: string, value: string | null, replace: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace },
    );
  return { params, put };
}

function Catalogue() {
  const products = useProducts();
  const { params, put } = useQueryParams();
  const tab = readTab(params.get('tab'));
  if (products.isPending) return <GridSkeleton />;
  if (products.isLoadingError) return <LoadFailure error={products.error} retry={products.refetch} />;
  const now = serverNow();
  const shown = boardOrder(products.data).filter((product) => inTab(product, tab, now));
  const open = products.data.find(({ productId }) => productId === params.get('item'));
  return (
    <>
      <NextDeparture products={products.data} />
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
          <ProductGrid products={shown} onOpen={({ productId }) => put('item', productId, false)} />
        )}
      </div>
      <Suspense fallback={null}>
        {open && <ProductSheet known={open} onClose={() => put('item', null, true)} />}
      </Suspense>
    </>
  );
}

interface ProductGridProps {
  products: PublicProduct[];
  onOpen(product: PublicProduct): void;
}

function ProductGrid({ products, onOpen }: ProductGridProps) {
  const { promo } = usePromo();
  return (
    <ul className="grid grid-cols-2 gap-px border-b border-rule bg-rule md:grid-cols-3 xl:grid-cols-4">
      {products.map((product, index) => (
        <li key={product.productId} className="grid bg-bg">
          <ProductCard
            product={product}
            percent={promo?.percent ?? null}
            eager={index < 4}
            onOpen={() => onOpen(product)}
            onNear={fetchAhead}
          />
        </li>
      ))}
    </ul>
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

function countTabs(products: PublicProduct[], now: number): Record<Tab, number> {
  const count = (tab: Tab) => products.filter((product) => inTab(product, tab, now)).length;
  return Object.fromEntries(TABS.map((tab) => [tab, count(tab)])) as Record<Tab, number>;
}

function EmptyShop({ tab }: { tab: Tab }) {
  return (
    <div className="gutter grid gap-3 py-24">
      <h2 className="heading text-title">{tab === 'All' ? 'Nothing on the board.' : `Nothing under ${tab}.`}</h2>
      <p>{tab === 'All' ? 'The next drop is listed here first. Look in again later.' : 'Choose another tab.'}</p>
    </div>
  );
}
