import type { CardInput } from '@supreme-access/contract/sealing.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Suspense, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { serverNow } from '../../api/clock.js';
import { usePageSettings } from '../../api/page-settings.js';
import { markProblems } from '../../ui/form-problems.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { CardFields } from '../cards/card-fields.js';
import { type CardProblem, type CardValues, cardProblems, readCard } from '../cards/card-values.js';
import type { MakeToken, TokenOfCard } from '../cards/fee-card-props.js';

const StripePart = lazyPart(async () => (await import('../cards/stripe-card.js')).StripePart);

export interface PayValues {
  name: string;
  email: string;
  card: CardValues;
}

export function usePayingCard(form: UseFormReturn<PayValues>, isSet: boolean) {
  const makeToken = useRef<MakeToken | null>(null);
  const [isStripeHere, setStripeHere] = useState(false);
  const { data: settings } = usePageSettings();
  const onStripe = (make: MakeToken) => {
    makeToken.current = make;
    setStripeHere(true);
  };
  const takesNumber = settings !== undefined && !settings.stripePublishableKey;
  const isReady = takesNumber || (settings !== undefined && (isStripeHere || !isSet));
  const mark = (problems: readonly CardProblem[]) =>
    markProblems(
      form,
      cardProblems(problems).filter(({ field }) => field !== 'card.name'),
    );
  const cardOf = async (
    { name, card }: PayValues,
    zip: string,
  ): Promise<CardInput | TokenOfCard | { problem: string }> => {
    if (makeToken.current) return makeToken.current(name.trim(), zip);
    const read = readCard({ ...card, name }, serverNow());
    if (read.ok) return read.card;
    mark(read.problems);
    return { problem: read.problems.find(({ field }) => field === 'name')?.text ?? TEXTS.card };
  };
  const markCard = () => {
    const { name, card } = form.getValues();
    const read = takesNumber ? readCard({ ...card, name }, serverNow()) : null;
    if (read && !read.ok) mark(read.problems);
  };
  return { onStripe, cardOf, markCard, isReady, takesNumber };
}

interface PayingCardProps {
  /** The checkout's card pays the fee as well, which needs its number. */
  isSame: boolean;
  onStripe(make: MakeToken): void;
}

export function PayingCard({ isSame, onStripe }: PayingCardProps) {
  const settings = usePageSettings();
  if (settings.isLoadingError) return <LoadFailure error={settings.error} retry={settings.refetch} />;
  if (settings.isPending) return <Loading />;
  const { stripePublishableKey } = settings.data;
  if (!stripePublishableKey) return isSame ? null : <CardFields nameless />;
  return (
    <Suspense fallback={<Loading />}>
      <p className="text-sm text-muted">
        This card pays our fee. Stripe takes it, so type it once more; it can be the same card.
      </p>
      <StripePart publishableKey={stripePublishableKey} onReady={onStripe} />
    </Suspense>
  );
}
