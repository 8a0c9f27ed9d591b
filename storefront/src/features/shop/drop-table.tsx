import { money } from '@supreme-access/contract/labels.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { RowBoundary } from '../../ui/row-boundary.js';
import { clockTime, day, dropTime } from '../../ui/times.js';
import { DropMark } from './drop-mark.js';
import { byRelease, slotsOf, useDropState } from './drop-state.js';
import { shownPrice, useProductPath } from './products.js';

const COLUMNS =
  'lg:grid-cols-[7rem_8rem_minmax(0,1fr)_7rem_9rem_8rem] grid-cols-[5rem_minmax(0,1fr)_auto] max-[18rem]:grid-cols-1 gap-x-3 max-[18rem]:gap-y-2 lg:gap-x-6';

export function DropTable({ products }: { products: readonly PublicProduct[] }) {
  return (
    <div className="border-t border-fg">
      <div aria-hidden="true" className={`hidden py-2 text-mini text-muted lg:grid ${COLUMNS}`}>
        {['Departs', 'There', 'Drop', 'Fee', 'Slots left', 'Status'].map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      <ul>
        {byRelease(products).map((product) => (
          <li key={product.productId}>
            <RowBoundary what="drop">
              <DropRow product={product} />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DropRow({ product }: { product: PublicProduct }) {
  const { releaseAt, releaseTz } = product;
  const state = useDropState(product);
  const there = releaseAt && dropTime(releaseAt, releaseTz);
  return (
    <Link
      to={useProductPath(product.productId)}
      className={`grid min-h-16 items-center border-t border-rule py-3 no-underline hover:bg-sheet focus-visible:-outline-offset-2 ${COLUMNS}`}
    >
      <span className="count">
        {releaseAt ? clockTime(releaseAt) : '--:--'}
        <span className="block text-mini text-muted">{releaseAt ? day(releaseAt) : 'To be announced'}</span>
        {there && <span className="block text-mini text-muted lg:hidden">{there}</span>}
      </span>
      <span className="count hidden text-mini text-muted lg:block">{there}</span>
      <span className="heading text-[1.625rem] leading-[0.95] [overflow-wrap:anywhere] lg:text-4xl">
        <bdi>{product.productTitle}</bdi>
        <span className="count mt-1.5 block text-mini font-normal text-muted lg:hidden">
          {money(shownPrice(product), product.currency)} · {slotsOf(product, state)}
        </span>
      </span>
      <span className="count hidden lg:block">{money(shownPrice(product), product.currency)}</span>
      <span className="count hidden lg:block">
        {state === 'departed' ? (
          <span aria-hidden="true" className="text-muted">
            –
          </span>
        ) : (
          <>
            {product.remaining}
            <span className="text-muted">/{product.totalStock}</span>
          </>
        )}
      </span>
      <span className="justify-self-start">
        <DropMark product={product} />
      </span>
    </Link>
  );
}
