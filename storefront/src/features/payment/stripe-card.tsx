import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { TEXTS } from '../../../../backend/src/contract/texts.js';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { cardProblem } from './card-problem.js';
import type { FeeCardProps, MakeToken } from './fee-card-props.js';
import { StripeFields } from './stripe-fields.js';

interface StripeCardProps extends FeeCardProps {
  publishableKey: string;
}

/** A card typed into Stripe's own frames: we get a token, never the number. */
export function StripeCard({ publishableKey, ...card }: StripeCardProps) {
  return (
    <StripeRoom publishableKey={publishableKey}>
      <StripeForm {...card} />
    </StripeRoom>
  );
}

interface StripePartProps {
  publishableKey: string;
  /** how a token is asked for once the fields stand; the cardholder's name is the form's own */
  onReady(make: MakeToken): void;
}

/** Only the fields, for a form that asks for more than the card. */
export function StripePart({ publishableKey, onReady }: StripePartProps) {
  return (
    <StripeRoom publishableKey={publishableKey}>
      <PartFields onReady={onReady} />
    </StripeRoom>
  );
}

function PartFields({ onReady }: Pick<StripePartProps, 'onReady'>) {
  const { makeToken, onTyping } = useStripeToken();
  useEffect(() => onReady(makeToken));
  return <StripeFields onTyping={onTyping} />;
}

/** Where Stripe's fields can stand. Only here Stripe's script is fetched. */
function StripeRoom({ publishableKey, children }: { publishableKey: string; children: ReactNode }) {
  const stripe = useQuery({
    queryKey: ['stripe', publishableKey],
    queryFn: () => openStripe(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (stripe.isLoadingError) return <LoadFailure error={stripe.error} retry={stripe.refetch} />;
  if (stripe.isPending) return <Loading />;
  return <Elements stripe={stripe.data}>{children}</Elements>;
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
  const { makeToken, onTyping } = useStripeToken();
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
      <StripeFields holder={{ name: holder, onChange: setHolder }} onTyping={onTyping} />
      {children(busy)}
    </form>
  );
}

/** Asks Stripe for a token of what stands in its fields. Nobody here sees that: only that something was typed. */
function useStripeToken(): { makeToken: MakeToken; onTyping(): void } {
  const stripe = useStripe();
  const elements = useElements();
  const typing = useRef('');
  const onTyping = () => {
    typing.current = crypto.randomUUID();
  };
  const makeToken: MakeToken = async (name) => {
    const number = elements?.getElement(CardNumberElement);
    if (!stripe || !number || !name) return { problem: TEXTS.card };
    const { token, error } = await stripe.createToken(number, { name });
    return token ? { token: token.id, typing: typing.current } : { problem: error.message ?? TEXTS.card };
  };
  return { makeToken, onTyping };
}
