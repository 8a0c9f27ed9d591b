import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api.js';
import { useAccount } from '../features/account/account.js';
import { type Choice, ConfirmSlot } from '../features/checkout/confirm-slot.js';
import { usePromo } from '../features/checkout/promo.js';
import { shopGate } from '../features/setup/setup-stage.js';
import { ChooseSlot } from '../features/shop/choose-slot.js';
import { DropFacts } from '../features/shop/drop-facts.js';
import { Price } from '../features/shop/price.js';
import { ProductPicture } from '../features/shop/product-picture.js';
import { useLiveProduct } from '../features/shop/products.js';
import { LoadFailure, Loading } from '../ui/load-state.js';
import { Missing } from '../ui/missing.js';

export function Product() {
  const [params] = useSearchParams();
  const productId = params.get('productId') ?? '';
  const query = useLiveProduct(productId);
  const { promo } = usePromo();
  const [choice, setChoice] = useState<Choice | null>(null);
  const unknown = query.error instanceof ApiError && query.error.status === 404;
  if (!productId || unknown) return <Missing title="No such product." text="It may have left the board." />;
  if (query.isPending) return <Loading />;
  if (query.isError) return <LoadFailure error={query.error} retry={query.refetch} />;
  const product = query.data;
  return (
    <div className="lg:grid lg:grid-cols-12">
      <ProductPicture
        src={product.productImage}
        alt={product.productTitle}
        eager
        className="lg:sticky lg:top-0 lg:col-span-7"
      />
      <div className="grid content-start gap-6 p-4 lg:col-span-5 lg:p-10">
        <div className="grid gap-3">
          <h1 className="heading text-title">{product.productTitle}</h1>
          <p className="text-xl">
            <Price product={product} percent={promo?.percent ?? null} />
            <span className="ml-3 text-sm text-muted">service fee</span>
          </p>
        </div>
        <DropFacts product={product} />
        <SetupNotice />
        <ChooseSlot product={product} action="Secure Now" quantity onChoice={setChoice} />
        <p className="text-sm text-muted">The retail price of the item is not included.</p>
      </div>
      {choice && <ConfirmSlot product={product} choice={choice} goesTo="/dashboard" onClose={() => setChoice(null)} />}
    </div>
  );
}

function SetupNotice() {
  const { data: account } = useAccount();
  const gate = account && shopGate(account);
  if (!gate) return null;
  return (
    <p className="border-y border-fg py-3">
      Your setup is not finished. <Link to={gate}>Finish it</Link> to secure a slot.
    </p>
  );
}
