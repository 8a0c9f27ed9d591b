import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { Link } from 'react-router-dom';
import { Countdown, ReleaseTimes } from '../../ui/countdown.js';
import { SlotMeter } from '../../ui/slot-meter.js';
import { viewerTime } from '../../ui/times.js';
import { DROP_NOTES, useDropState } from './drop-state.js';
import { useProgress } from './live-drops.js';
import { ReleaseProgress } from './release-progress.js';
import { RemindMe } from './remind-me.js';

interface DropFactsProps {
  product: PublicProduct;
  offered?: string | undefined;
}

export function DropFacts({ product, offered }: DropFactsProps) {
  const state = useDropState(product);
  const watched = useProgress(product.productId);
  const { releaseAt, releaseStartedAt, reservationClosesAt } = product;
  const releasedAt = releaseStartedAt ?? (state === 'running' ? releaseAt : null);
  const early = reservationClosesAt && reservationClosesAt !== releaseAt && state === 'open';
  return (
    <div className="grid gap-5 border-y border-fg py-5">
      {state === 'running' && <ReleaseProgress productId={product.productId} large />}
      {!releasedAt && releaseAt && state !== 'departed' && (
        <div className="grid gap-2.5">
          <Countdown to={releaseAt} />
          <ReleaseTimes at={releaseAt} zone={product.releaseTz} />
          <RemindMe product={product} />
        </div>
      )}
      {!releasedAt && !releaseAt && state !== 'departed' && (
        <p>Release date to be announced. We email you once we have checked out for you.</p>
      )}
      {releasedAt && (
        <p className="count text-sm">
          Released <time dateTime={releasedAt}>{viewerTime(releasedAt)}</time>
          {state === 'departed' && watched && ` · ${watched.checkedOut} of ${watched.due} checked out`}
        </p>
      )}
      {state === 'departed' && releasedAt && (
        <p>
          <Link to={`/drops/${encodeURIComponent(product.productId)}`} className="font-medium">
            What became of its slots, with proof
          </Link>
        </p>
      )}
      {state !== 'running' && (
        <SlotMeter reserved={product.reserved} total={product.totalStock} past={state === 'departed'} />
      )}
      {product.limitPerAccount && (state === 'open' || state === 'sold-out') && (
        <p className="text-sm text-muted">{limitText(product.limitPerAccount)}</p>
      )}
      <p className="text-sm empty:-mt-5" aria-live="polite">
        {state !== 'open' && ((state === 'sold-out' && offered) || DROP_NOTES[state])}
        {early && (
          <>
            Reservations close{' '}
            <time dateTime={reservationClosesAt} className="count">
              {viewerTime(reservationClosesAt)}
            </time>
            .
          </>
        )}
      </p>
    </div>
  );
}

function limitText(limit: number): string {
  return limit === 1
    ? 'One slot, or one place on the waiting list, for each account.'
    : `At most ${limit} slots or places on the waiting list for each account.`;
}
