import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { viewerTime } from '../../ui/times.js';

type Tracking = NonNullable<NonNullable<Order['retailOrder']>['tracking']>;

/** What the shop knows the order by, and where it wants to be finished. */
export function AtTheShop({ order: { finish, retailOrder } }: { order: Order }) {
  return (
    <>
      {finish && (
        <div className="grid justify-items-start gap-1.5">
          <a href={finish.link} target="_blank" rel="noopener noreferrer" className="font-semibold">
            Finish at the retailer
          </a>
          <p className="text-sm">
            Until{' '}
            <time dateTime={finish.until} className="count">
              {viewerTime(finish.until)}
            </time>
            . Keep the link to yourself.
          </p>
        </div>
      )}
      {retailOrder && (
        <p className="text-sm">
          Order <span className="count break-all">{retailOrder.number}</span> at the retailer
          {retailOrder.url && (
            <>
              {': '}
              <a href={retailOrder.url} target="_blank" rel="noopener noreferrer">
                see it there
              </a>
            </>
          )}
        </p>
      )}
      {retailOrder?.tracking && <Parcel tracking={retailOrder.tracking} />}
    </>
  );
}

function Parcel({ tracking: { number, carrier, url } }: { tracking: Tracking }) {
  const shown = <span className="count break-all">{number}</span>;
  return (
    <p className="text-sm">
      On its way{carrier && ` with ${carrier}`}:{' '}
      {url ? (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {shown}
        </a>
      ) : (
        shown
      )}
    </p>
  );
}
