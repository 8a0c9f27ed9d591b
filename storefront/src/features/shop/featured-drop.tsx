import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { Countdown, ReleaseTimes } from '../../ui/countdown.js';
import { SlotMeter } from '../../ui/slot-meter.js';
import { useTopDrop } from './drop-state.js';
import { Price } from './price.js';
import { ProductPicture } from './product-picture.js';
import { useProductPath } from './products.js';
import { ReleaseProgress } from './release-progress.js';

export function FeaturedDrop({ products }: { products: readonly PublicProduct[] }) {
  const top = useTopDrop(products);
  return top && <Featured {...top} />;
}

function Featured({ product, runs }: { product: PublicProduct; runs: boolean }) {
  const path = useProductPath(product.productId);
  return (
    <section aria-labelledby="next" className="border-y border-fg lg:grid lg:grid-cols-12">
      <Link to={path} tabIndex={-1} aria-hidden="true" className="lg:col-span-5 lg:border-r lg:border-fg">
        <ProductPicture
          src={product.productImage}
          alt=""
          title={product.productTitle}
          sizes="(min-width: 1024px) 42vw, 100vw"
          eager
        />
      </Link>
      <div className="flex flex-col justify-between gap-10 p-4 pb-8 lg:col-span-7 lg:p-10">
        <div className="grid gap-3">
          <p className="text-muted">{runs ? 'Releasing now' : 'Departs next'}</p>
          <h2 id="next" dir="auto" className="heading text-hero text-[clamp(3rem,7.4vw,7.5rem)]">
            <Link to={path} className="no-underline hover:underline">
              {product.productTitle}
            </Link>
          </h2>
          <p className="text-xl">
            <Price product={product} promo={null} /> <span className="text-sm text-muted">service fee</span>
          </p>
        </div>
        <div className="grid gap-6">
          {runs && <ReleaseProgress productId={product.productId} large />}
          {!runs && product.releaseAt && (
            <div className="grid gap-3">
              <Countdown to={product.releaseAt} />
              <ReleaseTimes at={product.releaseAt} zone={product.releaseTz} />
            </div>
          )}
          {!runs && <SlotMeter reserved={product.reserved} total={product.totalStock} />}
        </div>
      </div>
    </section>
  );
}
