import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { cardProblem, type FeeCardProps } from './fee-card.js';
import { StripeFields } from './stripe-fields.js';

interface StripeCardProps extends FeeCardProps {
  publishableKey: string;
}

/** A card typed into Stripe's own frames: we get a token, never the number. Only here Stripe's script is fetched. */
export function StripeCard({ publishableKey, ...card }: StripeCardProps) {
  const stripe = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (stripe.isError) return <LoadFailure error={stripe.error} retry={stripe.refetch} />;
  if (stripe.isPending) return <Loading />;
  return (
    <Elements stripe={stripe.data}>
      <StripeForm {...card} />
    </Elements>
  );
}

async function openStripe(publishableKey: string) {
  try {
    return await loadStripe(publishableKey);
  } catch {
    throw new Error("Stripe's card fields did not load. Check your connection and try again.");
  }
}

function StripeForm({ name, save, onProblem, lead, children, className }: FeeCardProps) {
  const [busy, setBusy] = useState(false);
  const [holder, setHolder] = useState(name);
  const makeToken = useStripeToken();
  const pay = async () => {
    onProblem('');
    const made = await makeToken(holder.trim());
    if ('problem' in made) return onProblem(made.problem);
    try {
      await save(made.token, null);
    } catch (error) {
      onProblem(cardProblem(error));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void pay().finally(() => setBusy(false));
  };
  return (
    <form noValidate onSubmit={submit} className={className}>
      {lead}
      <StripeFields holder={holder} onHolder={setHolder} />
      {children(busy)}
    </form>
  );
}

/** Asks Stripe for a token of what stands in its fields. */
function useStripeToken() {
  const stripe = useStripe();
  const elements = useElements();
  return async (name: string): Promise<{ token: string } | { problem: string }> => {
    const number = elements?.getElement(CardNumberElement);
    if (!stripe || !number || !name) return { problem: TEXTS.card };
    const { token, error } = await stripe.createToken(number, { name });
    return token ? { token: token.id } : { problem: error.message ?? TEXTS.card };
  };
}
