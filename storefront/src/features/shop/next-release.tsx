import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { Countdown, ReleaseTimes } from '../../ui/countdown.js';
import { titleSize } from '../../ui/title-size.js';
import { useTopDrop } from './drop-state.js';
import { ReleaseProgress } from './release-progress.js';

export function NextRelease({ products }: { products: readonly PublicProduct[] }) {
  const top = useTopDrop(products);
  const { product, runs } = top ?? {};
  return (
    <section className="gutter columns items-end gap-y-6 border-b border-fg py-6 lg:py-8">
      <div className="col-span-4 lg:col-span-7">
        <h1 dir="auto" className={`heading ${titleSize(product?.productTitle ?? '')}`}>
          {product ? (
            <Link
              to={`/product?productId=${encodeURIComponent(product.productId)}`}
              className="no-underline hover:underline"
            >
              {product.productTitle}
            </Link>
          ) : (
            'Shop'
          )}
        </h1>
        <p className="mt-2 text-muted" aria-live="polite">
          {noteOf(top, products.length === 0)}
        </p>
      </div>
      {product && (runs || product.releaseAt) && (
        <div className="col-span-4 grid gap-2.5 lg:col-span-5 lg:col-start-8 xl:col-span-4 xl:col-start-9">
          {runs && <ReleaseProgress productId={product.productId} large />}
          {!runs && product.releaseAt && (
            <>
              <Countdown to={product.releaseAt} />
              <ReleaseTimes at={product.releaseAt} zone={product.releaseTz} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function noteOf(top: ReturnType<typeof useTopDrop>, empty: boolean): string {
  if (empty) return 'Nothing is scheduled.';
  if (!top) return 'No release has a date yet. Secure a slot now; we check out for you once it is released.';
  return top.runs ? 'The release is running. We are checking out now.' : 'Next release.';
}
