import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { OwnPlace } from '@supreme-access/contract/shapes/products.js';
import { Link, useLocation } from 'react-router-dom';
import { useByServerTime, useServerSecond } from '../../api/clock.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { productPath, useOwnPlaces } from './own-places.js';
import { minutesLeft } from './waitlist.js';

/** The offers to the signed-in shopper, on every page except the product's own. */
export function OfferBar() {
  const { pathname, search } = useLocation();
  const shown = pathname === '/product' ? parameterOf(new URLSearchParams(search), 'productId') : null;
  const offered = useOwnPlaces().filter((place) => place.offeredUntil !== null && place.productId !== shown);
  return (
    <div aria-live="polite">
      {offered.map((place) => (
        <RowBoundary key={`${place.productId} ${place.profileId}`} what="offer">
          <Offer place={place} until={place.offeredUntil ?? ''} />
        </RowBoundary>
      ))}
    </div>
  );
}

function Offer({ place, until }: { place: OwnPlace; until: string }) {
  const isOver = useByServerTime((now) => Date.parse(until) <= now);
  if (isOver) return null;
  return (
    <section
      aria-label="Slot offered to you"
      className="gutter flex flex-wrap items-center gap-x-6 border-b border-ink bg-volt py-1.5 text-ink"
    >
      <p>
        A slot of <bdi className="font-semibold">{place.productTitle}</bdi> is held for you.
      </p>
      <OfferClock until={until} className="font-semibold" />
      <Link to={productPath(place)} className="inline-flex min-h-11 items-center font-semibold">
        Secure Your Slot
      </Link>
    </section>
  );
}

export function OfferClock({ until, className }: { until: string; className: string }) {
  const left = minutesLeft(until, useServerSecond());
  return (
    <p role="timer" aria-live="off" className={`count ${className}`}>
      {left} left
    </p>
  );
}
