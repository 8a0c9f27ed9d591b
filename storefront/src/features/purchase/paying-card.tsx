import type { CardInput } from '@supreme-access/contract/api-types.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Suspense, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { serverNow } from '../../api/clock.js';
import { usePageSettings } from '../../api/page-settings.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { CardFields } from '../cards/card-fields.js';
import { type CardValues, readCard } from '../cards/card-values.js';
import type { MakeToken, TokenOfCard } from '../cards/fee-card-props.js';

const StripePart = lazyPart(async () => (await import('../cards/stripe-card.js')).StripePart);

export interface PayValues {
  name: string;
  email: string;
  card: CardValues;
}

export function usePayingCard(form: UseFormReturn<PayValues>) {
  const makeToken = useRef<MakeToken | null>(null);
  const [isStripeHere, setStripeHere] = useState(false);
  const { data: settings } = usePageSettings();
  const onStripe = (make: MakeToken) => {
    makeToken.current = make;
    setStripeHere(true);
  };
  const isReady = isStripeHere || (settings !== undefined && !settings.stripePublishableKey);
  const cardOf = async (
    { name, card }: PayValues,
    zip: string,
  ): Promise<CardInput | TokenOfCard | { problem: string }> => {
    if (makeToken.current) return makeToken.current(name.trim(), zip);
    const read = readCard({ ...card, name }, serverNow());
    if (read.ok) return read.card;
    form.setError(`card.${read.field}`, { message: read.text }, { shouldFocus: true });
    return { problem: TEXTS.card };
  };
  return { onStripe, cardOf, isReady };
}

export function PayingCard({ onStripe }: { onStripe(make: MakeToken): void }) {
  const settings = usePageSettings();
  if (settings.isLoadingError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  const { stripePublishableKey } = settings.data;
  if (!stripePublishableKey) return <CardFields nameless />;
  return (
    <Suspense fallback={<Loading />}>
      <StripePart publishableKey={stripePublishableKey} onReady={onStripe} />
    </Suspense>
  );
}
