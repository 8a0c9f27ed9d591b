import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { ProductCard } from './product-card.js';
import { usePromo } from './promo.js';
import { PromoNote } from './promo-note.js';
import type { Tab } from './tabs.js';

interface ProductGridProps {
  products: PublicProduct[];
  onOpen(product: PublicProduct): void;
  onNear(): void;
}

export function ProductGrid({ products, onOpen, onNear }: ProductGridProps) {
  const { promo } = usePromo();
  return (
    <>
      <PromoNote className="gutter border-b border-rule py-3" />
      <ul className="grid grid-cols-2 overflow-clip max-[18rem]:grid-cols-1 md:grid-cols-3 xl:grid-cols-4">
        {products.map((product, index) => (
          <li
            key={product.productId}
            className="relative -mt-px -ml-px grid border-y border-l border-rule last:border-r"
          >
            <RowBoundary what="drop">
              <ProductCard
                product={product}
                promo={promo}
                eager={index < 4}
                onOpen={() => onOpen(product)}
                onNear={onNear}
              />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </>
  );
}

export function EmptyShop({ tab }: { tab: Tab }) {
  return (
    <div className="gutter grid gap-3 py-24">
      <h2 className="heading text-title">{tab === 'All' ? 'Nothing on the board.' : `Nothing under ${tab}.`}</h2>
      <p>{tab === 'All' ? 'The next drop is listed here first. Come back later.' : 'Choose another tab.'}</p>
    </div>
  );
}
