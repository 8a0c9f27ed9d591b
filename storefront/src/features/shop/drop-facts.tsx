import type { PublicProduct } from '@supreme-access/contract/api-types.js';
import { Countdown, DepartureTimes } from '../../ui/countdown.js';
import { SlotMeter } from '../../ui/slot-meter.js';
import { viewerTime } from '../../ui/times.js';
import { DROP_NOTES, useDropState } from './drop-state.js';
import { useProgress } from './live-drops.js';
import { ReleaseProgress } from './release-progress.js';
import { RemindMe } from './remind-me.js';

interface DropFactsProps {
  product: PublicProduct;
  /** what is told of its slots to whom one is offered */
  offered?: string | undefined;
}

export function DropFacts({ product, offered }: DropFactsProps) {
  const state = useDropState(product);
  const { releaseAt, releaseStartedAt, reservationClosesAt } = product;
  const departed = releaseStartedAt ?? (state === 'running' ? releaseAt : null);
  const early = reservationClosesAt && reservationClosesAt !== releaseAt && state === 'open';
  return (
    <div className="grid gap-5 border-y border-fg py-5">
      {state === 'running' && <ReleaseProgress productId={product.productId} large />}
      {!departed && releaseAt && state !== 'departed' && (
        <div className="grid gap-2.5">
          <Countdown to={releaseAt} />
          <DepartureTimes at={releaseAt} zone={product.releaseTz} />
          <RemindMe product={product} />
        </div>
      )}
      {!departed && !releaseAt && state !== 'departed' && (
        <p>Release date to be announced. We email you once we have checked out for you.</p>
      )}
      {departed && (
        <p className="count text-sm">
          Departed <time dateTime={departed}>{viewerTime(departed)}</time>
          {state === 'departed' && <Outcome productId={product.productId} />}
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

/** For who has watched it. */
function Outcome({ productId }: { productId: string }) {
  const progress = useProgress(productId);
  return progress ? ` · ${progress.checkedOut} of ${progress.due} checked out` : null;
}
