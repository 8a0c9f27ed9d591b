import { useState } from 'react';
import { useByServerTime } from '../../api/clock.js';
import { canNotify, type Dated, forgetReminder, remindOf, useIsReminded } from './reminders.js';

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4';

export function RemindMe({ product }: { product: Dated }) {
  const { productId, releaseAt } = product;
  const isAhead = useByServerTime((now) => releaseAt !== null && Date.parse(releaseAt) > now);
  if (!isAhead) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 text-sm">
      <a className={LINK} href={`/api/products/${encodeURIComponent(productId)}/calendar.ics`} download>
        Add to Calendar
      </a>
      {canNotify() && <InThisBrowser product={product} />}
    </div>
  );
}

function InThisBrowser({ product }: { product: Dated }) {
  const isReminded = useIsReminded(product.productId);
  const [isRefused, setRefused] = useState(false);
  if (isRefused) return <p role="status">Your browser does not let us notify you.</p>;
  if (isReminded)
    return (
      <p role="status">
        This browser notifies you five minutes before, as long as a page of the shop is open.{' '}
        <button type="button" className={LINK} onClick={() => forgetReminder(product.productId)}>
          Stop
        </button>
      </p>
    );
  return (
    <button type="button" className={LINK} onClick={async () => setRefused(!(await remindOf(product)))}>
      Remind Me
    </button>
  );
}
