import { TEXTS } from '@supreme-access/contract/texts.js';
import { useSession } from '../api/session.js';
import { DropTable } from '../features/shop/drop-table.js';
import { FeaturedDrop } from '../features/shop/featured-drop.js';
import { useProducts } from '../features/shop/products.js';
import { Steps } from '../features/shop/steps.js';
import { ButtonLink } from '../ui/button.js';
import { AsOf, LoadFailure, Loading } from '../ui/load-state.js';
import { RowBoundary } from '../ui/row-boundary.js';

export function Home() {
  return (
    <>
      <Opening />
      <UpcomingDrops />
      <section className="bg-volt text-ink">
        <p className="heading gutter py-12 text-title lg:py-20">{TEXTS.promise}</p>
      </section>
      <section className="gutter py-12 lg:py-20" aria-labelledby="how">
        <h2 id="how" className="heading mb-8 text-title">
          How it works
        </h2>
        <Steps />
      </section>
    </>
  );
}

function Opening() {
  const session = useSession();
  return (
    <section className="gutter pt-8 pb-8 lg:pt-14 lg:pb-12">
      <h1 className="heading text-hero">
        Hold the slot. <br />
        We make the drop.
      </h1>
      <div className="columns mt-8 items-end gap-y-6">
        <p className="col-span-4 max-w-prose text-lg lg:col-span-6">
          A limited release sells out in seconds. Secure a slot before it starts. At release time we check out for you
          at the retailer.
        </p>
        <div className="col-span-4 flex flex-wrap gap-3 lg:col-span-6 lg:justify-end">
          <ButtonLink to="/shop" variant="volt" className="max-sm:w-full">
            Go to the Shop
          </ButtonLink>
          {!session && (
            <ButtonLink to="/signup" variant="quiet" className="max-sm:w-full">
              Create Account
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}

function UpcomingDrops() {
  const products = useProducts();
  if (products.isPending) return <Loading lines={8} />;
  if (products.isLoadingError) return <LoadFailure error={products.error} retry={products.refetch} />;
  return (
    <>
      <AsOf at={products.dataUpdatedAt} failed={products.isRefetchError} />
      <RowBoundary what="drop">
        <FeaturedDrop products={products.data} />
      </RowBoundary>
      <section className="gutter py-12 lg:py-20" aria-labelledby="departures">
        <h2 id="departures" className="heading mb-6 text-title">
          Departures
        </h2>
        {products.data.length === 0 ? (
          <p>There are no drops yet. The next one is listed here first.</p>
        ) : (
          <DropTable products={products.data} />
        )}
      </section>
    </>
  );
}
