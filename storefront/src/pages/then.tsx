import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { isShownThen, type ShownThen, THEN_PATH, type ThenHeight } from '@supreme-access/contract/shown-then.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { stopClockAt } from '../api/clock.js';
import { OrdersTable } from '../features/orders/orders-table.js';
import { DropFacts } from '../features/shop/drop-facts.js';
import { ProductHeading } from '../features/shop/product-heading.js';
import { ProductPicture } from '../features/shop/product-picture.js';
import { AlertsProvider } from '../ui/alert.js';
import { pageTitle } from '../ui/page-title.js';

/** The shopper's screen of a second in the past, drawn from what the frame around it sends. Nothing on it can be pressed. */
export function Then() {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { enabled: false } } }));
  const then = useShownThen(client);
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = pageTitle('Then');
    const measured = () => answer(page.current?.offsetHeight ?? 0);
    const observer = new ResizeObserver(measured);
    if (page.current) observer.observe(page.current);
    measured();
    return () => observer.disconnect();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AlertsProvider pathname={THEN_PATH}>
          <main ref={page} onClickCapture={refuse} onSubmitCapture={refuse}>
            {then ? <Screen then={then} /> : <p className="gutter py-4">Waiting for the admin to show a moment.</p>}
          </main>
        </AlertsProvider>
      </MemoryRouter>
    </QueryClientProvider>
  );
}

function useShownThen(client: QueryClient): ShownThen | null {
  const [then, setThen] = useState<ShownThen | null>(null);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== window.parent || !isShownThen(data)) return;
      stopClockAt(Date.parse(data.at));
      if (data.kind === 'orders') client.setQueryData(['story', data.shown.orderId], data.story);
      setThen(data);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      stopClockAt(undefined);
    };
  }, [client]);
  return then;
}

function answer(thenHeight: number): void {
  if (window.parent !== window) window.parent.postMessage({ thenHeight } satisfies ThenHeight, location.origin);
}

function refuse(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function Screen({ then: { kind, shown } }: { then: ShownThen }) {
  if (kind === 'products') return <ProductThen product={shown as unknown as PublicProduct} />;
  const order = shown as unknown as Order;
  return (
    <div className="gutter py-4">
      <h1 className="heading pb-4 text-title">Orders</h1>
      <OrdersTable key={order.orderId} orders={[order]} />
    </div>
  );
}

function ProductThen({ product }: { product: PublicProduct }) {
  return (
    <div className="md:grid md:grid-cols-12">
      <ProductPicture
        src={product.productImage}
        alt={product.productTitle}
        title={product.productTitle}
        sizes="(min-width: 768px) 42vw, 100vw"
        eager
        className="md:col-span-5"
      />
      <div className="grid content-start gap-6 p-4 md:col-span-7 md:px-6">
        <ProductHeading product={product} level="page" />
        <DropFacts product={product} />
      </div>
    </div>
  );
}
