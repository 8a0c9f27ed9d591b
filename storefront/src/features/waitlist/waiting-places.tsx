import { sizeLabel, styleLabel } from '@supreme-access/contract/labels.js';
import type { OwnPlace } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.js';
import { RowBoundary } from '../../ui/row-boundary.js';
import { OfferClock } from './offer-bar.js';
import { productPath, useOwnPlaces } from './own-places.js';
import { ordinal, useWaitlist } from './waitlist.js';

export function WaitingPlaces() {
  const places = useOwnPlaces();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="waiting-places" className="gutter pb-10">
      <h2 id="waiting-places" className="heading mb-3 text-head">
        Waiting list
      </h2>
      <ul className="border-t border-fg">
        {places.map((place) => (
          <li
            key={`${place.productId} ${place.profileId}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2"
          >
            <RowBoundary what="place">
              <Place place={place} />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ place }: { place: OwnPlace }) {
  const { leave } = useWaitlist(place);
  const { productTitle, size, style, rank, offeredUntil, profileId } = place;
  return (
    <>
      <p>
        <Link to={productPath(place)} className="font-semibold">
          <bdi>{productTitle}</bdi>
        </Link>{' '}
        <span className="whitespace-nowrap text-muted">
          {sizeLabel(size)}, {styleLabel(style)}
        </span>
      </p>
      {offeredUntil ? (
        <OfferClock until={offeredUntil} className="font-semibold" />
      ) : (
        <p className="ml-auto">{ordinal(rank)} on the waiting list</p>
      )}
      <Button
        variant="quiet"
        onClick={() => void leave(profileId)}
        aria-label={`Leave the waiting list for ${productTitle}`}
      >
        Leave
      </Button>
    </>
  );
}
