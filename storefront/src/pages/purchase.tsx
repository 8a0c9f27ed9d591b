import { parameterOf, withParameter } from '@supreme-access/contract/parameters.js';
import { PICTURE_SIZES } from '@supreme-access/contract/pictures.js';
import { dropState } from '@supreme-access/contract/product-states.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Suspense, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { serverNow } from '../api/clock.js';
import { PurchaseDone } from '../features/purchase/purchase-done.js';
import type { Bought } from '../features/purchase/purchase-form.js';
import { WithAnAccount } from '../features/purchase/with-an-account.js';
import { DropFacts } from '../features/shop/drop-facts.js';
import { byRelease, useDropState } from '../features/shop/drop-state.js';
import { ProductGallery } from '../features/shop/product-gallery.js';
import { ProductHeading } from '../features/shop/product-heading.js';
import { ProductStory } from '../features/shop/product-story.js';
import { useLiveProduct, useProducts } from '../features/shop/products.js';
import { ProductSkeleton } from '../features/shop/skeletons.js';
import { HeldSlots, useHeldSlots } from '../features/slots/held-slots.js';
import { WaitlistNote } from '../features/waitlist/waitlist-note.js';
import { lazyPart } from '../ui/lazy-part.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { usePageTitle } from '../ui/page-title.js';

const PurchaseForm = lazyPart(async () => (await import('../features/purchase/purchase-form.js')).PurchaseForm);

export function Purchase() {
  const products = useProducts();
  const [params, setParams] = useSearchParams();
  if (products.isPending) return <ProductSkeleton />;
  if (products.isLoadingError) return <LoadFailure error={products.error} retry={products.refetch} />;
  const listed = byRelease(products.data);
  const productId = parameterOf(params, 'productId');
  const initial = listed.find((product) =>
    productId ? product.productId === productId : dropState(product, serverNow()) === 'open',
  );
  if (!initial) return <Missing title="Nothing to buy." text="No drop is open for reservations now." />;
  if (!productId) {
    return <Navigate to={`/purchase?${withParameter(params, 'productId', initial.productId)}`} replace />;
  }
  const open = listed.filter((product) => product === initial || dropState(product, serverNow()) === 'open');
  return (
    <PurchaseScreen
      initial={initial}
      products={open}
      onProduct={(productId) => setParams(withParameter(params, 'productId', productId), { replace: true })}
    />
  );
}

interface PurchaseScreenProps {
  initial: PublicProduct;
  products: readonly PublicProduct[];
  onProduct(productId: string): void;
}

function PurchaseScreen({ initial, products, onProduct }: PurchaseScreenProps) {
  const { data: product = initial } = useLiveProduct(initial.productId, initial);
  const [bought, setBought] = useState<Bought | null>(null);
  const state = useDropState(product);
  const held = useHeldSlots(product.productId);
  usePageTitle(product.productTitle);
  return (
    <div className="lg:grid lg:grid-cols-12">
      <ProductGallery
        product={product}
        sizes={PICTURE_SIZES.purchase}
        frame="max-lg:max-h-[40dvh]"
        className="lg:sticky lg:top-0 lg:col-span-5 lg:self-start"
      />
      <div className="grid content-start gap-8 p-4 lg:col-span-7 lg:p-10">
        <ProductHeading product={product} level="page" />
        {bought ? (
          <PurchaseDone product={product} bought={bought} />
        ) : (
          <>
            <DropFacts product={product} />
            <HeldSlots orders={held} />
            <Suspense fallback={<Loading />}>
              <PurchaseForm product={product} products={products} onProduct={onProduct} onBought={setBought} />
            </Suspense>
            {state === 'sold-out' && <WaitlistNote product={product} />}
            {state === 'open' && <WithAnAccount />}
          </>
        )}
        <ProductStory product={product} />
      </div>
    </div>
  );
}
