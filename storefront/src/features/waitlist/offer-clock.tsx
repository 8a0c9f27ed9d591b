import { useServerSecond } from '../../api/clock.js';
import { minutesLeft } from './waitlist.js';

/** What is left of an offer, by the server's clock. */
export function OfferClock({ until, className }: { until: string; className: string }) {
  const left = minutesLeft(until, useServerSecond());
  return (
    <p role="timer" aria-live="off" className={`count ${className}`}>
      {left} left
    </p>
  );
}
