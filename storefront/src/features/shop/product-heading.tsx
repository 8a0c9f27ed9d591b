import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { titleSize } from '../../ui/title-size.js';
import { Price } from './price.js';
import { RetailPrice } from './product-story.js';
import { usePromo } from './promo.js';
import { PromoNote } from './promo-note.js';

interface ProductHeadingProps {
  product: PublicProduct;
  level: 'page' | 'dialog';
}

export function ProductHeading({ product, level }: ProductHeadingProps) {
  const { promo } = usePromo();
  return (
    <div className="grid gap-3">
      {level === 'page' ? (
        <h1 dir="auto" className={`heading ${titleSize(product.productTitle)}`}>
          {product.productTitle}
        </h1>
      ) : (
        <h2 dir="auto" className="heading text-5xl leading-[0.88] lg:text-6xl">
          {product.productTitle}
        </h2>
      )}
      <p className="text-xl">
        <Price product={product} promo={promo} />
        <span className="ml-3 text-sm text-muted">service fee</span>
      </p>
      <PromoNote />
      <RetailPrice product={product} />
    </div>
  );
}
