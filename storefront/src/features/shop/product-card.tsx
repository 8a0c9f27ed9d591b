import type { PromoLookup, PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { SlotMeter } from '../../ui/slot-meter.js';
import { dropTime, viewerTime } from '../../ui/times.js';
import { DropMark } from './drop-mark.js';
import { slotsOf, useDropState } from './drop-state.js';
import { Price } from './price.js';
import { ProductPicture } from './product-picture.js';
import { ReleaseProgress } from './release-progress.js';

/** This follows the columns of product-grid.tsx. */
const IN_GRID = '(min-width: 1280px) 25vw, (min-width: 768px) 34vw, (min-width: 288px) 50vw, 100vw';

interface ProductCardProps {
  product: PublicProduct;
  promo: PromoLookup | null;
  eager: boolean;
  onOpen(): void;
  onNear(): void;
}

export function ProductCard({ product, promo, eager, onOpen, onNear }: ProductCardProps) {
  const state = useDropState(product);
  return (
    <article className="group relative flex min-w-0 flex-col bg-bg">
      <ProductPicture src={product.productImage} alt="" title={product.productTitle} sizes={IN_GRID} eager={eager} />
      <SlotMeter reserved={product.reserved} total={product.totalStock} past={state === 'departed'} bare />
      <div className="grid flex-1 content-start gap-1.5 px-4 pt-4 pb-6">
        <h2 className="heading text-[1.625rem] leading-none">
          <button
            type="button"
            onClick={onOpen}
            onPointerEnter={onNear}
            onFocus={onNear}
            dir="auto"
            className="text-left [overflow-wrap:anywhere] group-hover:underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-fg"
          >
            {product.productTitle}
          </button>
        </h2>
        <p className="flex flex-wrap items-center justify-between gap-2">
          <Price product={product} promo={promo} />
          <DropMark product={product} />
        </p>
        <p className="count text-mini text-muted">
          {state === 'running' ? <ReleaseProgress productId={product.productId} /> : slotsOf(product, state)}
        </p>
        <ReleaseDate product={product} />
      </div>
    </article>
  );
}

function ReleaseDate({ product: { releaseAt, releaseTz } }: { product: PublicProduct }) {
  if (!releaseAt) return <p className="count text-mini text-muted">Release date to be announced</p>;
  const there = dropTime(releaseAt, releaseTz);
  return (
    <p className="count text-mini text-muted">
      <time dateTime={releaseAt}>{viewerTime(releaseAt)}</time>
      {there && <span className="block">{there}</span>}
    </p>
  );
}
