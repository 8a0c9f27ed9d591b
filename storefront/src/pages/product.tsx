import { parameterOf } from '@supreme-access/contract/parameters.js';
import { PICTURE_SIZES } from '@supreme-access/contract/pictures.js';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/api.js';
import { useAccount } from '../features/account/account.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { ProductGallery } from '../features/shop/product-gallery.js';
import { useLiveProduct } from '../features/shop/products.js';
import { ProductSkeleton } from '../features/shop/skeletons.js';
import { ProductPanel } from '../features/slots/product-panel.js';
import { useIsOffered } from '../features/waitlist/waitlist.js';
import { WaitlistSection } from '../features/waitlist/waitlist-section.js';
import { LoadFailure } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';
import { usePageTitle } from '../ui/page-title.js';

export function Product() {
  const productId = parameterOf(useSearchParams()[0], 'productId') ?? '';
  const query = useLiveProduct(productId);
  const isOffered = useIsOffered(productId);
  usePageTitle(query.data?.productTitle);
  const unknown = query.error instanceof ApiError && query.error.status === 404;
  if (!productId || unknown) return <Missing title="No such product." text="It may have been removed." />;
  if (query.isPending) return <ProductSkeleton />;
  if (query.isLoadingError) return <LoadFailure error={query.error} retry={query.refetch} />;
  const product = query.data;
  return (
    <div className="md:grid md:grid-cols-12">
      <ProductGallery
        product={product}
        sizes={PICTURE_SIZES.product}
        frame="max-md:max-h-[46dvh]"
        className="md:sticky md:top-0 md:col-span-6 md:self-start lg:col-span-7"
      />
      <div className="grid content-start gap-6 p-4 md:col-span-6 md:px-6 lg:col-span-5 lg:p-10">
        <ProductPanel
          product={product}
          level="page"
          action="Secure Now"
          quantity
          goesTo="/dashboard"
          offered={isOffered ? 'All slots are taken, and one is held for you.' : undefined}
          notice={
            <>
              <SetupNotice />
              <WaitlistSection product={product} goesTo="/dashboard" />
            </>
          }
        />
      </div>
    </div>
  );
}

function SetupNotice() {
  const { data: account } = useAccount();
  const { pathname, search } = useLocation();
  const gate = account && shopGate(account);
  if (!gate) return null;
  return (
    <p className="border-y border-fg py-3">
      Your setup is not finished.{' '}
      <Link to={gate} state={{ returnTo: pathname + search }}>
        Finish it
      </Link>{' '}
      to secure a slot.
    </p>
  );
}
