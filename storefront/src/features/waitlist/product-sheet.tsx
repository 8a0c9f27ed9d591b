import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { Dialog } from '../../ui/dialog.js';
import { ProductGallery } from '../shop/product-gallery.js';
import { useLiveProduct } from '../shop/products.js';
import { ProductPanel } from '../slots/product-panel.js';
import { WaitlistSection } from './waitlist-section.js';

export function ProductSheet({ initial, onClose }: { initial: PublicProduct; onClose(): void }) {
  const { data: product = initial } = useLiveProduct(initial.productId, initial);
  const { productId, productTitle } = product;
  return (
    <Dialog open title={productTitle} titleHidden shape="sheet" onClose={onClose}>
      <div className="md:grid md:grid-cols-2 lg:min-h-[calc(100dvh-3.5rem)]">
        <ProductGallery product={product} sizes="(min-width: 768px) 50vw, 100vw" frame="max-md:max-h-[46dvh]" />
        <div className="grid content-start gap-6 p-4 lg:p-8">
          <ProductPanel
            product={product}
            level="dialog"
            action="Secure Checkout"
            goesTo="/user/orders"
            notice={<WaitlistSection product={product} goesTo="/user/orders" />}
          >
            <Link to={`/product?productId=${encodeURIComponent(productId)}`}>Product page</Link>
          </ProductPanel>
        </div>
      </div>
    </Dialog>
  );
}
