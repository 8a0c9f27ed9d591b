import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PublicProduct } from '../../../../backend/src/contract/api-types.js';
import { Dialog } from '../../ui/dialog.js';
import { type Choice, ConfirmSlot } from '../checkout/confirm-slot.js';
import { usePromo } from '../checkout/promo.js';
import { ChooseSlot } from './choose-slot.js';
import { DropFacts } from './drop-facts.js';
import { Price } from './price.js';
import { ProductPicture } from './product-picture.js';
import { useLiveProduct } from './products.js';

/** The product modal: the picture, the drop's facts, and what has to be chosen. */
export function ProductSheet({ known, onClose }: { known: PublicProduct; onClose(): void }) {
  const { data: product = known } = useLiveProduct(known.productId, known);
  const { promo } = usePromo();
  const [choice, setChoice] = useState<Choice | null>(null);
  return (
    <Dialog open title={product.productTitle} titleHidden shape="sheet" onClose={onClose}>
      <div className="lg:grid lg:min-h-[calc(100dvh-3.5rem)] lg:grid-cols-2">
        <ProductPicture
          src={product.productImage}
          alt={product.productTitle}
          eager
          className="max-lg:max-h-[52dvh] lg:h-full"
        />
        <div className="grid content-start gap-6 p-4 lg:p-8">
          <div className="grid gap-2">
            <h2 className="heading text-5xl leading-[0.88] lg:text-6xl">{product.productTitle}</h2>
            <p className="text-xl">
              <Price product={product} percent={promo?.percent ?? null} />
              <span className="ml-3 text-sm text-muted">service fee</span>
            </p>
          </div>
          <DropFacts product={product} />
          <ChooseSlot product={product} action="Secure Checkout" onChoice={setChoice} />
          <p className="text-sm text-muted">
            The retail price is not included. <Link to={`/product?productId=${product.productId}`}>Product page</Link>
          </p>
        </div>
      </div>
      {choice && (
        <ConfirmSlot product={product} choice={choice} goesTo="/user/orders" onClose={() => setChoice(null)} />
      )}
    </Dialog>
  );
}
