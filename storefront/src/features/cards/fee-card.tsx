import { Suspense } from 'react';
import { usePageSettings } from '../../api/page-settings.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import type { FeeCardProps } from './fee-card-props.js';

const TypedCard = lazyPart(async () => (await import('./typed-card.js')).TypedCard);
const StripeCard = lazyPart(async () => (await import('./stripe-card.js')).StripeCard);

/** The form for a card that pays a fee: Stripe's own fields where the server has a publishable key, else ours. */
export function FeeCard(props: FeeCardProps) {
  const settings = usePageSettings();
  if (settings.isLoadingError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  const { stripePublishableKey } = settings.data;
  return (
    <Suspense fallback={<Loading />}>
      {stripePublishableKey ? (
        <StripeCard {...props} publishableKey={stripePublishableKey} />
      ) : (
        <TypedCard {...props} />
      )}
    </Suspense>
  );
}
