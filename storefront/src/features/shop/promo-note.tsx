import { usePromo } from './promo.js';

/** The region is always rendered, so that screen readers announce it. */
export function PromoNote({ className = '' }: { className?: string }) {
  const { promo, refused, isLookingUp, unknown, lookAgain } = usePromo();
  return (
    <div aria-live="polite" className={`text-sm empty:hidden ${className}`}>
      {isLookingUp && <p>One moment: your promo code is being looked up.</p>}
      {unknown && (
        <p className="font-medium">
          The code <bdi className="count">{unknown}</bdi> could not be looked up. The prices are without it.
          <button type="button" onClick={lookAgain} className="min-h-11 px-2 underline">
            Try Again
          </button>
        </p>
      )}
      {refused && (
        <p className="font-medium">
          <span aria-hidden="true" className="count mr-2 text-lost">
            ✕
          </span>
          The code <bdi className="count">{refused}</bdi> cannot be used.{' '}
          {promo ? `The prices are those of ${promo.promoCode}.` : 'The prices are without it.'}
        </p>
      )}
      {promo && (
        <p>
          <bdi className="count">{promo.promoCode}</bdi>: {promo.percent} % off the service fee.
        </p>
      )}
    </div>
  );
}
