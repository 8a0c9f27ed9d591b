import { CardNumberElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { brandOf } from '@supreme-access/contract/cards.js';
import { newId } from '@supreme-access/contract/intents.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadFailure, Loading } from '../../ui/load-state.js';
import { CardError, cardProblem } from './card-problem.js';
import { BRAND_NAMES, CARD_WORDS } from './card-values.js';
import type { FeeCardProps, MakeToken } from './fee-card-props.js';
import { type CardChange, StripeFields } from './stripe-fields.js';

interface StripeCardProps extends FeeCardProps {
  publishableKey: string;
}

export function StripeCard({ publishableKey, ...card }: StripeCardProps) {
  return (
    <StripeRoom publishableKey={publishableKey}>
      <StripeForm {...card} />
    </StripeRoom>
  );
}

interface StripePartProps {
  publishableKey: string;
  onReady(make: MakeToken): void;
}

export function StripePart({ publishableKey, onReady }: StripePartProps) {
  return (
    <StripeRoom publishableKey={publishableKey}>
      <PartFields onReady={onReady} />
    </StripeRoom>
  );
}

function PartFields({ onReady }: Pick<StripePartProps, 'onReady'>) {
  const { makeToken, ...fields } = useStripeToken();
  useEffect(() => onReady(makeToken));
  return <StripeFields {...fields} />;
}

/** Only this component loads Stripe's script. */
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

function StripeForm({ name, zip, save, lead, children, className }: FeeCardProps) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [holder, setHolder] = useState(name);
  const { makeToken, ...fields } = useStripeToken();
  const pay = async () => {
    setProblem('');
    const made = await makeToken(holder.trim(), zip);
    if ('problem' in made) return setProblem(made.problem);
    try {
      await save(made.token, null);
    } catch (error) {
      setProblem(cardProblem(error));
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
      <StripeFields holder={{ name: holder, onChange: setHolder }} {...fields} />
      <CardError text={problem} />
      {children(busy)}
    </form>
  );
}

/**
 * Makes a token of what is in Stripe's fields. The page only sees that something was typed, and the brand
 * (https://docs.stripe.com/js/element/events/on_change?type=cardNumberElement).
 */
function useStripeToken(): { makeToken: MakeToken; brand: string; onTyping(change: CardChange): void } {
  const stripe = useStripe();
  const elements = useElements();
  const typing = useRef('');
  const [brand, setBrand] = useState('');
  const onTyping = (change: CardChange) => {
    typing.current = newId();
    if (change.brand !== undefined) setBrand(change.brand);
  };
  const makeToken: MakeToken = async (name, zip) => {
    const number = elements?.getElement(CardNumberElement);
    if (!stripe || !number || !name) return { problem: TEXTS.card };
    const { token, error } = await stripe.createToken(number, { name, ...(zip ? { address_zip: zip } : {}) });
    if (!token) return { problem: error.message ?? TEXTS.card };
    if (brandOf(token.card?.brand ?? '') === 'unknown') return { problem: CARD_WORDS.brand };
    return { token: token.id, typing: typing.current };
  };
  const cardBrand = brandOf(brand);
  return { makeToken, brand: cardBrand === 'unknown' ? '' : BRAND_NAMES[cardBrand], onTyping };
}
