import { money } from '@supreme-access/contract/labels.js';
import { discounted } from '@supreme-access/contract/money.js';
import type { PromoLookup, PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { shownPrice } from './products.js';

export function Price({ product, promo }: { product: PublicProduct; promo: PromoLookup | null }) {
  const price = shownPrice(product);
  if (!promo) return <span className="count">{money(price, product.currency)}</span>;
  return (
    <span className="count inline-flex flex-wrap gap-x-3">
      <span className="sr-only">Before: </span>
      <s className="text-muted">{money(price, product.currency)}</s>
      <span className="sr-only">Now: </span>
      <strong className="bg-volt px-1 font-semibold text-ink">
        {money(discounted(price, promo.percent), product.currency)}
      </strong>
      <span className="self-center text-mini break-all text-muted">
        <span className="sr-only">with </span>
        <bdi>{promo.promoCode}</bdi>
      </span>
    </span>
  );
}
