import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { useByServerTime } from '../../api/clock.js';
import { Countdown, DepartureTimes } from '../../ui/countdown.js';
import { nextDeparture } from './drop-state.js';

export function NextDeparture({ products }: { products: readonly PublicProduct[] }) {
  const nextId = useByServerTime((now) => nextDeparture(products, now)?.productId ?? '');
  const next = products.find(({ productId }) => productId === nextId);
  return (
    <section className="gutter columns items-end gap-y-6 border-b border-fg py-6 lg:py-8">
      <div className="col-span-4 lg:col-span-7">
        <h1 className="heading text-title">{next ? next.productTitle : 'Shop'}</h1>
        <p className="mt-2 text-muted">
          {next ? 'Departs next.' : 'No departure has a time yet. Secure a slot now, we check out when it is called.'}
        </p>
      </div>
      {next?.releaseAt && (
        <div className="col-span-4 grid gap-2.5 lg:col-span-5 lg:col-start-8 xl:col-span-4 xl:col-start-9">
          <Countdown to={next.releaseAt} />
          <DepartureTimes at={next.releaseAt} zone={next.releaseTz} />
        </div>
      )}
    </section>
  );
}
